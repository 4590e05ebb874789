import { z } from 'zod';
import type { ReadOnlyKindRules } from './kind.js';

/** `api-facts.md` §4: what a blueprint wants of each input. */
export const blueprintSchema = z.looseObject({
  key: z.string(),
  display_name: z.string(),
  inputs: z.array(
    z.looseObject({
      input_key: z.string(),
      quantity_kind: z.string(),
      data_shape: z.string(),
      compatible_unit: z.string(),
    }),
  ),
});

export type Blueprint = z.infer<typeof blueprintSchema>;

/** The recipe of a component. The catalogue is one for all projects; its key stands in for a reference. */
export const componentBlueprint: ReadOnlyKindRules = {
  writable: false,
  name: 'component_blueprint',
  label: { one: 'blueprint', many: 'blueprints' },
  all: () => ({ path: '/component_blueprints', query: {} }),
  byReference: null,
  parts: () => ({}),
  parse: (wire) => {
    const blueprint = blueprintSchema.parse(wire);
    return [
      {
        kind: 'component_blueprint',
        id: blueprint.key,
        reference: blueprint.key,
        displayName: blueprint.display_name,
        fields: {},
        lock: null,
        parent: null,
        parts: [],
        co2e: null,
        detail: blueprint,
      },
    ];
  },
};
