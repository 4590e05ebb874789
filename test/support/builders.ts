import type { Mapped } from '../../src/model/mapped.js';
import type { Origin } from '../../src/model/origin.js';
import type { DesiredRecord, Fields, Link, RemoteRecord } from '../../src/model/record.js';
import type { RunFacts } from '../../src/run/summary.js';

/** A cell of the made-up month that the tests use. */
export function cell(address: string, sheet = 'Deliveries'): Origin {
  return { at: 'cell', file: 'month.xlsx', sheet, cell: address };
}

export const datapointFields: Fields = {
  display_name: { type: 'text', value: 'Feedstock mass, ticket 1' },
  description: { type: 'text', value: '' },
  quantity: { type: 'quantity', value: { magnitude: 24.7, unit: 't', standard_deviation: 0.1 } },
  type: { type: 'text', value: 'REPORTED' },
  measured_at: { type: 'instant', value: '2026-10-03T00:00:00Z' },
  sources: { type: 'links', value: [] },
};

/** A wanted datapoint; whatever matters to a test is given. */
export function desiredDatapoint(
  reference: string,
  given: Partial<DesiredRecord> & { fields?: Fields } = {},
): DesiredRecord {
  return {
    kind: 'datapoint',
    reference,
    origins: { '': [cell('A7')], quantity: [cell('F7')] },
    definition: 'datapoints.delivered_mass',
    onLocked: 'replace',
    ...given,
    fields: { ...datapointFields, ...given.fields },
  };
}

/** The registry's record of a wanted one: equal, but for what a test gives. */
export function remoteDatapoint(
  reference: string,
  given: Partial<RemoteRecord> & { fields?: Fields } = {},
): RemoteRecord {
  return {
    kind: 'datapoint',
    id: `dtp_${reference.replaceAll('~', '_').padEnd(16, '0')}`,
    reference,
    displayName: 'Feedstock mass, ticket 1',
    lock: null,
    parent: null,
    parts: [],
    co2e: null,
    detail: null,
    ...given,
    fields: { ...datapointFields, ...given.fields },
  };
}

export function quantity(magnitude: number, unit: string, sd: number | null = 0.1): Fields {
  return { quantity: { type: 'quantity', value: { magnitude, unit, standard_deviation: sd } } };
}

export function byReference(kind: Link['kind'], value: string): Link {
  return { kind, by: 'reference', value };
}

export function byId(kind: Link['kind'], value: string): Link {
  return { kind, by: 'id', value };
}

/** A wanted component that uses one datapoint, by an unnamed blueprint of one mass. */
export function desiredComponent(
  reference: string,
  input: string,
  given: Partial<DesiredRecord> = {},
): DesiredRecord {
  return {
    kind: 'component',
    reference,
    fields: {
      display_name: { type: 'text', value: `Transport ${reference}` },
      blueprint: { type: 'text', value: 'mass_based_ci_emissions' },
      activity_started_at: { type: 'instant', value: '2026-10-03T00:00:00Z' },
      activity_completed_at: { type: 'instant', value: '2026-10-03T00:00:00Z' },
      inputs: {
        type: 'inputs',
        value: [{ input_key: 'mass', shape: 'scalar', datapoints: [byReference('datapoint', input)] }],
      },
    },
    origins: { '': [cell('A7')] },
    definition: 'components.feedstock_transport',
    onLocked: 'replace',
    ...given,
  };
}

/** The catalogue's entry for `mass_based_ci_emissions`, here with one input to keep the tests short. */
export const massBlueprint: RemoteRecord = {
  kind: 'component_blueprint',
  id: 'mass_based_ci_emissions',
  reference: 'mass_based_ci_emissions',
  displayName: 'Emissions by mass',
  fields: {},
  lock: null,
  parent: null,
  parts: [],
  co2e: null,
  detail: {
    key: 'mass_based_ci_emissions',
    display_name: 'Emissions by mass',
    inputs: [{ input_key: 'mass', quantity_kind: 'mass', data_shape: 'SCALAR', compatible_unit: 'kg' }],
  },
};

/** What the mapping gave, around the records of a test. */
export function mapped(records: readonly DesiredRecord[], given: Partial<Mapped> = {}): Mapped {
  return {
    workbooks: [{ path: 'month.xlsx', sha256: 'a'.repeat(64) }],
    mapping: { path: 'mapping.yaml', sha256: 'b'.repeat(64) },
    projectId: 'prj_00000000000000000',
    records,
    rows: { read: records.length, mapped: records.length, skipped: 0, withErrors: 0 },
    mappedRows: [],
    rowsWithErrors: [],
    places: [],
    skipped: [],
    referencePatterns: [],
    controlTotals: [],
    limits: {
      update: null,
      replace: null,
      update_count: null,
      replace_count: null,
      locked_count: null,
      outside_period: null,
      co2e_change: null,
      co2e_change_kg: null,
      first_write: null,
    },
    issues: [],
    ...given,
  };
}

export const localBinding = {
  name: 'local',
  base_url: 'http://127.0.0.1:1',
  project_id: 'prj_00000000000000000',
  organisation_id: null,
} as const;

/** What a made-up run that sent nothing knows of itself. */
export const runFacts: RunFacts = {
  runId: 'made',
  command: 'run',
  dryRun: false,
  environment: { name: 'local', base_url: null, project_id: null },
  requests: { total: 0, reads: 0, writes: 0, uploads: 0, retries: 0, throttled: 0 },
  durationMs: 0,
  files: { run: null, plan: null, journal: null, report: null, page: null, workbooks: [] },
  program: null,
  detailedExitCode: false,
};
