import { z } from 'zod';
import type { RemoteRecord } from '../model/record.js';
import type { ReadOnlyKindRules } from './kind.js';
import { idSchema } from './wire.js';

/** `interface.md`, GHG entry template; `type` and `quantity_kind` of an input from `api-facts.md` §1.4. */
export const templateComponentSchema = z.looseObject({
  id: idSchema,
  display_name: z.string(),
  blueprint_key: z.string(),
  /** The key of the group it stands in, as this program notes it. */
  group_key: z.string().optional(),
  inputs: z.array(
    z.looseObject({
      input_key: z.string(),
      display_name: z.string().nullish(),
      datapoint_id: idSchema.nullish(),
      type: z.string().optional(),
    }),
  ),
});

export type TemplateComponent = z.infer<typeof templateComponentSchema>;

/** `interface.md`, GHG entry template. */
export const templateSchema = z.looseObject({
  id: idSchema,
  display_name: z.string(),
  supplier_reference_id: z.string().nullish(),
  groups: z.array(z.looseObject({ key: z.string(), components: z.array(templateComponentSchema) })),
});

function record(
  kind: 'ghg_entry_template' | 'template_component',
  node: { id: string; display_name: string; supplier_reference_id?: string | null | undefined },
  parent: string | null,
  detail: unknown,
): RemoteRecord {
  return {
    kind,
    id: node.id,
    reference: node.supplier_reference_id ?? null,
    displayName: node.display_name,
    fields: {},
    lock: null,
    parent,
    parts: [],
    co2e: null,
    detail,
  };
}

/** The form a month's entry follows. Set up in the web interface only. */
export const ghgEntryTemplate: ReadOnlyKindRules = {
  writable: false,
  name: 'ghg_entry_template',
  label: { one: 'GHG entry template', many: 'GHG entry templates' },
  all: (projectId) => ({ path: `/projects/${projectId}/ghg_entry_templates`, query: {} }),
  byReference: null,
  parts: () => ({}),
  parse: (wire) => {
    const template = templateSchema.parse(wire);
    return [
      record(
        'ghg_entry_template',
        template,
        null,
        template.groups.map((group) => group.key),
      ),
    ];
  },
};

/** A component of a template; it is told from its neighbours by its display name only. */
export const templateComponent: ReadOnlyKindRules = {
  ...ghgEntryTemplate,
  name: 'template_component',
  label: { one: 'template component', many: 'template components' },
  parse: (wire) => {
    const template = templateSchema.parse(wire);
    return template.groups.flatMap((group) =>
      group.components.map((component) =>
        record('template_component', component, template.id, { ...component, group_key: group.key }),
      ),
    );
  },
};
