import { decide } from '../../src/diff/decide.js';
import type { Mapped } from '../../src/model/mapped.js';
import type { Operation } from '../../src/model/operation.js';
import type { DecidedPlan } from '../../src/model/plan.js';
import type { Attribution, DesiredRecord, Fields, Link, RemoteRecord } from '../../src/model/record.js';
import { RemoteState } from '../../src/model/remote-state.js';
import { buildPlan } from '../../src/plan/build-plan.js';
import {
  byId,
  cell,
  desiredComponent,
  desiredDatapoint,
  localBinding,
  mapped,
  massBlueprint,
} from './builders.js';

/** The registry as it holds these records, the catalogue and the month's template. */
export function registry(records: readonly RemoteRecord[]): RemoteState {
  return new RemoteState([massBlueprint, monthTemplate, ...records]);
}

/** What is decided of wanted records where the registry holds those of `remote`. */
export function decided(
  wanted: readonly DesiredRecord[],
  remote: readonly RemoteRecord[] = [],
  given: Partial<Mapped> = {},
): DecidedPlan {
  return decide(buildPlan(mapped(wanted, given)), registry(remote), localBinding);
}

/** The only operation of a plan. */
export function onlyOf({ operations }: DecidedPlan): Operation {
  const [operation, ...more] = operations;
  if (operation === undefined || more.length > 0) throw new Error(`${operations.length} operations`);
  return operation;
}

/** `action reference: reason` of every operation. */
export function reasonsOf({ operations }: DecidedPlan): readonly string[] {
  return operations.map(({ action, reference, reason }) => `${action} ${reference}: ${reason}`);
}

/** A template without components of its own. */
export const monthTemplate: RemoteRecord = {
  ...massBlueprint,
  kind: 'ghg_entry_template',
  id: 'rvt_0000000000000000',
  reference: null,
  displayName: 'Month',
  detail: null,
};

const month: Link = { kind: 'ghg_entry_template', by: 'display_name', value: 'Month' };

/** The entry of October 2026, from the wanted or the registry's side. */
function entryFields(shares: readonly Attribution[]): Fields {
  return {
    started_on: { type: 'date', value: '2026-10-01' },
    completed_on: { type: 'date', value: '2026-10-31' },
    template_inputs: { type: 'template_inputs', value: [] },
    attributions: { type: 'attributions', value: shares },
  };
}

/** A share of a component, in the group of transports. */
export function share(component: Link, factor = 1, group = 'transport'): Attribution {
  return { component, group, factor };
}

/** A wanted entry of October 2026. */
export function desiredEntry(
  reference: string,
  shares: readonly Attribution[] = [],
  fields: Fields = {},
): DesiredRecord {
  return {
    ...desiredDatapoint(reference),
    kind: 'ghg_entry',
    definition: 'ghg_entries.monthly',
    fields: { template: { type: 'link', value: month }, ...entryFields(shares), ...fields },
    origins: {
      '': [cell('A1', 'Month')],
      started_on: [cell('B2', 'Month')],
      completed_on: [cell('B3', 'Month')],
    },
  };
}

/** The registry's entry of October 2026. */
export function remoteEntry(
  reference: string | null,
  shares: readonly Attribution[] = [],
  given: Partial<RemoteRecord> = {},
): RemoteRecord {
  return {
    ...monthTemplate,
    kind: 'ghg_entry',
    id: 'rmv_0000000000000000',
    reference,
    displayName: null,
    detail: { components: [] },
    ...given,
    fields: { feedstock_type: { type: 'link', value: null }, ...entryFields(shares), ...given.fields },
  };
}

/** The registry's component of a wanted one that uses the datapoint of that id. */
export function remoteComponent(
  reference: string | null,
  datapoint: string,
  given: Partial<RemoteRecord> = {},
): RemoteRecord {
  const { fields } = desiredComponent(reference ?? 'C', 'R');
  return {
    ...monthTemplate,
    kind: 'component',
    id: `cmp_${(reference ?? 'hand').replaceAll('~', '_').padEnd(16, '0')}`,
    reference,
    displayName: 'Transport',
    ...given,
    fields: {
      ...fields,
      inputs: {
        type: 'inputs',
        value: [{ input_key: 'mass', shape: 'scalar', datapoints: [byId('datapoint', datapoint)] }],
      },
      ...given.fields,
    },
  };
}

/** A wanted source with its document. */
export function desiredSource(reference: string, sha256 = 'a'.repeat(64)): DesiredRecord {
  return {
    ...desiredDatapoint(reference),
    kind: 'source',
    definition: 'sources.tickets',
    fields: {
      display_name: { type: 'text', value: 'Ticket' },
      published_at: { type: 'date', value: '2026-10-03' },
      is_public: { type: 'flag', value: false },
      document: {
        type: 'document',
        value: {
          file_name: 'ticket.pdf',
          content_type: 'application/pdf',
          content_length: 9,
          sha256,
          path: 'ticket.pdf',
        },
      },
    },
    origins: { '': [cell('H7')] },
  };
}

/** The registry's source of a wanted one, with or without the bytes of its document. */
export function remoteSource(reference: string, uploaded: boolean): RemoteRecord {
  const { fields } = desiredSource(reference);
  return {
    ...monthTemplate,
    kind: 'source',
    id: `src_${reference.padEnd(16, '0')}`,
    reference,
    displayName: 'Ticket',
    fields: {
      ...fields,
      description: { type: 'text', value: null },
      document: {
        type: 'document',
        value: uploaded
          ? { file_name: 'ticket.pdf', content_type: '', content_length: 0, sha256: null, path: null }
          : null,
      },
    },
  };
}
