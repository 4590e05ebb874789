import type { KindName, ReadOnlyKind, WritableKind } from '../model/record.js';
import { component } from './component.js';
import { componentBlueprint } from './component-blueprint.js';
import { datapoint } from './datapoint.js';
import { feedstockType } from './feedstock-type.js';
import { ghgEntryTemplate, templateComponent } from './ghg-entry-template.js';
import { ghgEntry } from './ghg-entry.js';
import type { KindRules, ReadOnlyKindRules, WritableKindRules } from './kind.js';
import { source } from './source.js';

const writable: Readonly<Record<WritableKind, WritableKindRules>> = {
  source,
  datapoint,
  component,
  ghg_entry: ghgEntry,
};

const readOnly: Readonly<Record<ReadOnlyKind, ReadOnlyKindRules>> = {
  ghg_entry_template: ghgEntryTemplate,
  template_component: templateComponent,
  feedstock_type: feedstockType,
  component_blueprint: componentBlueprint,
};

/** What is true of a kind that a mapping can make. */
export function writableRules(kind: WritableKind): WritableKindRules {
  return writable[kind];
}

/** What is true of a kind that is only pointed to. */
export function readOnlyRules(kind: ReadOnlyKind): ReadOnlyKindRules {
  return readOnly[kind];
}

/** Whether a mapping can make records of that kind. */
export function isWritableKind(kind: KindName): kind is WritableKind {
  return kind in writable;
}

/** What is true of any kind. */
export function kindRules(kind: KindName): KindRules {
  return isWritableKind(kind) ? writable[kind] : readOnly[kind];
}
