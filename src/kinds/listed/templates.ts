import { z } from 'zod';
import { blueprintSchema, componentBlueprint } from '../component-blueprint.js';
import { isMonitored } from '../ghg-entry-inputs.js';
import { templateComponentSchema } from '../ghg-entry-template.js';
import { ofOneProject, plainWord, spreadKind, type Joined, type ListedKind } from './listed.js';

const schema = z.looseObject({
  id: z.string(),
  display_name: z.string(),
  supplier_reference_id: z.string().nullish(),
  groups: z.array(
    z.looseObject({
      key: z.string(),
      display_name: z.string().nullish(),
      components: z.array(templateComponentSchema),
    }),
  ),
});

type Input = z.infer<typeof templateComponentSchema>['inputs'][number];
const kindSchema = z.looseObject({ quantity_kind: z.string().nullish() });

/** An input with what its component's blueprint wants of it; a template may name a blueprint that nobody lists. */
function joinedInput(input: Input, blueprintKey: string, joined: Joined) {
  const blueprint = z
    .array(blueprintSchema)
    .parse(joined['blueprints'] ?? [])
    .find(({ key }) => key === blueprintKey);
  const rules = blueprint?.inputs.find(({ input_key }) => input_key === input.input_key);
  return {
    ...input,
    monitored: isMonitored(input),
    quantity_kind: rules?.quantity_kind ?? kindSchema.parse(input).quantity_kind ?? null,
    compatible_unit: rules?.compatible_unit ?? null,
    data_shape: rules?.data_shape ?? null,
  };
}

/** What a person does with an input: a month brings the monitored ones, the template has the fixed ones. */
function givenBy(input: { readonly monitored: boolean; readonly datapoint_id?: string | null | undefined }) {
  if (input.monitored) return 'monitored';
  return input.datapoint_id === null || input.datapoint_id === undefined ? 'fixed, unset' : 'fixed';
}

function orNull<T>(list: readonly T[]): readonly (T | null)[] {
  return list.length === 0 ? [null] : list;
}

/** `interface.md`, GHG entry template: every group, component and input, as a mapping names them. */
export const templates: ListedKind = spreadKind({
  name: 'templates',
  title: 'GHG entry templates',
  partedBy: 'Template',
  one: 'template',
  ...ofOneProject('ghg_entry_templates'),
  filters: {},
  joined: { blueprints: componentBlueprint.all('') },
  schema,
  spread: (template, joined) => {
    const groups = template.groups.map((group) => ({
      ...group,
      components: group.components.map((component) => ({
        ...component,
        inputs: component.inputs.map((input) => joinedInput(input, component.blueprint_key, joined)),
      })),
    }));
    // What is empty takes a row too, so that it is seen.
    const rows = orNull(groups).flatMap((group) =>
      orNull(group?.components ?? []).flatMap((component) =>
        orNull(component?.inputs ?? []).map((input) => ({ template, group, component, input })),
      ),
    );
    return { rows, json: { ...template, groups } };
  },
  columns: (show) => [
    show.text('Component', 30, ({ component }) => component?.display_name ?? '(none)'),
    show.text('Input', 28, ({ input }) => input?.input_key),
    show.word('Given', 12, ({ input }) => (input === null ? null : givenBy(input))),
    show.text('Unit', 18, ({ input }) => input?.compatible_unit),
    show.text('Kind of quantity', 26, ({ input }) => plainWord(input?.quantity_kind)),
    show.word('As', 8, ({ input }) => plainWord(input?.data_shape)),
    show.text('Group', 24, ({ group }) => group?.key),
    show.text('Template', 26, ({ template }) => template.display_name),
    show.text('Blueprint', 40, ({ component }) => component?.blueprint_key),
    show.id(({ input }) => (input?.monitored === false ? input.datapoint_id : null), 'Fixed datapoint'),
    show.id(({ component }) => component?.id, 'Component id'),
    show.id(({ template }) => template.id, 'Template id'),
  ],
});
