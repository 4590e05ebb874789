import { blueprints } from '../accounting/blueprints.js';
import { makeId, type Context } from '../context.js';
import type { Entity, InputEntity } from '../entities.js';
import { refused } from '../failure.js';
import type { Changes } from '../store.js';
import { checkInputs } from './components.js';

type TemplateComponent = Entity<'template'>['groups'][number]['components'][number];

/** The inputs of a template component: its fixed ones, and the monitored ones that are given. */
function inputsOf(
  context: Context,
  component: TemplateComponent,
  given: readonly InputEntity[],
): readonly InputEntity[] {
  const { settings } = context;
  const fixed = component.inputs.filter(({ type }) => type === 'fixed');
  const tooMuch = given.filter(({ input_key }) => fixed.some((input) => input.input_key === input_key));
  if (settings.fixedInputsRefused && tooMuch.length > 0) {
    throw refused(
      `Inputs fixed by the template must not be given: ${tooMuch.map(({ input_key }) => input_key).join(', ')} of ${component.display_name}`,
    );
  }
  const monitored = component.inputs
    .filter(({ type }) => type === 'monitored')
    .map(({ input_key }) => input_key);
  const missing = monitored.filter((key) => !given.some(({ input_key }) => input_key === key));
  if (settings.monitoredInputsRequired && missing.length > 0) {
    throw refused(`Monitored inputs are missing: ${missing.join(', ')} of ${component.display_name}`);
  }
  const shapes = blueprints.get(component.blueprint_key)?.inputs ?? [];
  const bound = fixed
    .filter(({ input_key }) => !given.some((input) => input.input_key === input_key))
    .flatMap(({ input_key, datapoint_id }): InputEntity[] => {
      if (datapoint_id === null) return [];
      const list = shapes.find((input) => input.input_key === input_key)?.data_shape === 'LIST';
      return [list ? { input_key, datapoint_ids: [datapoint_id] } : { input_key, datapoint_id }];
    });
  return [...bound, ...given];
}

/** Makes the components of a template with an entry, each attributed to it in full. */
export function makeTemplateComponents(
  context: Context,
  changes: Changes,
  entry: Entity<'entry'>,
  template: Entity<'template'>,
  given: ReadonlyMap<string, readonly InputEntity[]>,
): void {
  for (const group of template.groups) {
    for (const component of group.components) {
      const inputs = [...inputsOf(context, component, given.get(component.id) ?? [])];
      const blueprint = blueprints.get(component.blueprint_key);
      if (blueprint !== undefined)
        checkInputs(context, blueprint, inputs, context.settings.monitoredInputsRequired ? 'all' : 'some');
      const made = changes.set('component', {
        id: makeId(context, 'component'),
        display_name: component.display_name,
        description: component.description,
        blueprint_key: component.blueprint_key,
        project_id: entry.project_id,
        activity_started_at: null,
        activity_completed_at: null,
        inputs,
        scope: 'REMOVAL',
        allocation_strategy: null,
        ghg_statement_id: null,
        ghg_entry_template_component_id: component.id,
        supplier_reference_id: null,
      });
      changes.set('attribution', {
        id: makeId(context, 'attribution'),
        ghg_entry_id: entry.id,
        component_id: made.id,
        component_group_key: group.key,
        ghg_entry_template_component_id: component.id,
        attribution_factor: 1,
      });
    }
  }
}
