import type { Change } from '../model/operation.js';
import type { Attribution, Fields, InputBinding, RemoteRecord, TemplateInputs } from '../model/record.js';
import { optional } from './fields.js';
import { madeComponents } from './ghg-entry-made.js';
import type { Json, RequestContext, Step } from './kind.js';
import { bodyOf, writeInput } from './wire.js';

/** The inputs of a template-made component as they are sent with a new entry. */
export function writeTemplateInputs(made: TemplateInputs, context: RequestContext): Json {
  return {
    ghg_entry_template_component_id: context.id(made.component),
    inputs: made.inputs.map((input) => writeInput(input, context)),
  };
}

/** Adding a component that is attributed already sets its factor; removing takes it off the entry. */
export function attributionSteps(
  id: string,
  before: readonly Attribution[],
  after: readonly Attribution[],
  context: RequestContext,
): readonly Step[] {
  const wanted = new Map(after.map((share) => [context.id(share.component), share]));
  const there = new Map(before.map((share) => [context.id(share.component), share]));
  const add = [...wanted].filter(([component, share]) => {
    const now = there.get(component);
    return now === undefined || now.factor !== share.factor || now.group !== share.group;
  });
  const remove = [...there.keys()].filter((component) => !wanted.has(component));
  if (add.length === 0 && remove.length === 0) return [];
  const body = bodyOf({
    components_to_add:
      add.length === 0
        ? undefined
        : add.map(([component, share]) => ({
            component_id: component,
            component_group_key: share.group,
            attribution_factor: share.factor,
          })),
    components_to_remove: remove.length === 0 ? undefined : remove,
  });
  return [
    {
      type: 'request',
      request: { method: 'PATCH', path: `/ghg_entries/${id}/component_attributions`, body },
    },
  ];
}

/** PATCH /components/{id} overwrites all inputs, so those that stay as they are go along. */
function templateInputSteps(
  remote: RemoteRecord,
  wanted: readonly TemplateInputs[],
  context: RequestContext,
): readonly Step[] {
  const components = madeComponents(remote);
  const current = optional(remote.fields, 'template_inputs', 'template_inputs') ?? [];
  return wanted.flatMap((change): Step[] => {
    const templateId = context.id(change.component);
    const made = components.find((node) => node.template_component_id === templateId);
    const now = current.find((node) => node.component.value === templateId);
    if (made === undefined || now === undefined) return [];
    const inputs = now.inputs.map(
      (input): InputBinding => change.inputs.find((next) => next.input_key === input.input_key) ?? input,
    );
    const missing = change.inputs.filter(
      (next) => !now.inputs.some((input) => input.input_key === next.input_key),
    );
    const body = { inputs: [...inputs, ...missing].map((input) => writeInput(input, context)) };
    return [{ type: 'request', request: { method: 'PATCH', path: `/components/${made.id}`, body } }];
  });
}

/** What turns an entry into what is wanted: its own fields, the inputs of its parts, its attributions. */
export function entryUpdate(
  remote: RemoteRecord,
  changes: readonly Change[],
  context: RequestContext,
): readonly Step[] {
  const after: Fields = Object.fromEntries(changes.map((change) => [change.field, change.after]));
  const feedstock = optional(after, 'feedstock_type', 'link');
  const body = bodyOf({
    started_on: optional(after, 'started_on', 'date'),
    completed_on: optional(after, 'completed_on', 'date'),
    feedstock_type_id:
      feedstock === undefined ? undefined : feedstock === null ? null : context.id(feedstock),
  });
  const own: readonly Step[] =
    Object.keys(body).length > 0
      ? [{ type: 'request', request: { method: 'PATCH', path: `/ghg_entries/${remote.id}`, body } }]
      : [];
  const attributions = changes.find((change) => change.field === 'attributions');
  const before = attributions?.before?.type === 'attributions' ? attributions.before.value : [];
  return [
    ...own,
    ...templateInputSteps(remote, optional(after, 'template_inputs', 'template_inputs') ?? [], context),
    ...attributionSteps(
      remote.id,
      before,
      optional(after, 'attributions', 'attributions') ?? before,
      context,
    ),
  ];
}
