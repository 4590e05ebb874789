/** A report of as many operations as are asked for, with texts among them that try to be more than text. */
const kinds = ['datapoint', 'component'];
const tables = ['deliveries', 'runs', 'lab'];

export const hostile = [
  '</script><img src=x onerror="window.broken = 1">',
  "<svg onload='window.broken = 1'>&lt;b&gt;&#x3c;",
  '=HYPERLINK("http://evil.example","click")',
  '\u202egnp.exe\u202c and \u2067more',
  '<!--<script>window.broken = 1',
  '${window.broken = 1}\u2028\u2029',
  'x'.repeat(10_000),
  'javascript:window.broken=1',
];

const file = 'javascript:window.broken=1//month.xlsx';

function cell(address, sheet = 'Deliveries') {
  return { at: 'cell', file, sheet, cell: address };
}

function fields(place, name) {
  const day = String(1 + (place % 28)).padStart(2, '0');
  return {
    display_name: { type: 'text', value: name },
    description: { type: 'text', value: '' },
    quantity: {
      type: 'quantity',
      value: { magnitude: 10 + (place % 97) / 7, unit: 't', standard_deviation: 0.1 },
    },
    type: { type: 'text', value: 'REPORTED' },
    measured_at: { type: 'instant', value: `2026-10-${day}T09:00:00Z` },
    sources: { type: 'links', value: [] },
  };
}

function operation(place) {
  const text = hostile[place];
  const reference = text === undefined ? `NRM-${place}-mass` : `hostile-${place} ${text}`.slice(0, 10_020);
  const desired = {
    kind: kinds[place % kinds.length],
    reference,
    fields: fields(place, text ?? `Feedstock delivered, ticket ${place}`),
    origins: {
      '': [cell(`A${place + 8}:L${place + 8}`)],
      quantity: [cell(`F${place + 8}`, text ?? 'Deliveries')],
    },
    definition: 'datapoints.delivered_mass',
    onLocked: 'replace',
  };
  const base = {
    kind: desired.kind,
    reference,
    desired,
    dependsOn: [],
    reason: text ?? 'not in the registry yet',
  };
  if (place % 3 === 0) return { ...base, action: 'create' };
  const remote = {
    kind: desired.kind,
    id: `dtp_${String(place).padStart(16, '0')}`,
    reference,
    displayName: null,
  };
  const whole = {
    ...remote,
    fields: desired.fields,
    lock: null,
    parent: null,
    parts: [],
    co2e: null,
    detail: null,
  };
  const before = { type: 'quantity', value: { magnitude: 9.5, unit: 't', standard_deviation: 0.1 } };
  const changes = [
    { field: 'quantity', before, after: desired.fields.quantity, origins: [cell(`F${place + 8}`)] },
  ];
  if (place % 3 === 1) return { ...base, action: 'update', remote: whole, changes };
  return place % 60 === 2
    ? { ...base, action: 'blocked', remote: whole, changes }
    : { ...base, action: 'unchanged', remote: whole, ignored: [] };
}

function count(list, key) {
  return list.filter((item) => item === key).length;
}

function summaryOf(operations, outcomes, verdicts) {
  const actions = operations.map(({ action }) => action);
  const by = (list) =>
    Object.fromEntries(
      ['create', 'update', 'replace', 'unchanged', 'blocked'].map((action) => [action, count(list, action)]),
    );
  const input = { path: file, sha256: 'a'.repeat(64) };
  return {
    format: 'mrv-ingest/summary@1',
    run_id: 'made',
    command: 'run',
    dry_run: false,
    environment: { name: 'local', base_url: 'http://127.0.0.1:1', project_id: 'prj_0000000000000000' },
    workbooks: [input],
    mapping: { ...input, path: 'mapping.yaml' },
    rows: { read: operations.length, mapped: operations.length, skipped: 0, with_errors: 0 },
    issues: { errors: 1, warnings: 0 },
    operations: by(actions),
    by_kind: Object.fromEntries(
      kinds.map((kind) => [
        kind,
        by(operations.filter((own) => own.kind === kind).map(({ action }) => action)),
      ]),
    ),
    outcomes: {
      applied: count(
        outcomes.map(({ state }) => state),
        'applied',
      ),
      failed: count(
        outcomes.map(({ state }) => state),
        'failed',
      ),
      in_doubt: 0,
      skipped: 0,
    },
    verdicts: {
      verified: count(
        verdicts.map(({ state }) => state),
        'verified',
      ),
      diverged: 0,
      missing: count(
        verdicts.map(({ state }) => state),
        'missing',
      ),
    },
    requests: { total: 0, reads: 0, writes: 0, uploads: 0, retries: 0, throttled: 0 },
    entries: [],
    duration_ms: 0,
    files: { run: null, plan: null, journal: null, report: null, page: null, workbooks: [] },
    error: null,
    exit_code: 6,
  };
}

/** What `writeReportPage` takes. */
export function madeReport(size) {
  const operations = Array.from({ length: size }, (_, place) => operation(place));
  const sent = operations.filter(({ action }) => action === 'create' || action === 'update');
  const outcomes = sent.map(({ kind, reference }, place) =>
    place % 50 === 7
      ? { kind, reference, attempts: 4, state: 'failed', message: hostile[0] }
      : { kind, reference, attempts: 1, state: 'applied', id: `dtp_${place}`, message: null },
  );
  const failed = new Set(
    outcomes.filter(({ state }) => state === 'failed').map(({ reference }) => reference),
  );
  const verdicts = operations.map(({ kind, reference }) =>
    failed.has(reference)
      ? { state: 'missing', kind, reference, message: 'the registry does not hold it' }
      : { state: 'verified', kind, reference, id: `dtp_${reference.length}` },
  );
  const co2e = { net_kg: 95_000, without_discount_kg: 97_000, standard_deviation_kg: 2_000 };
  const entry = { ...co2e, supplier_allocation_kg: 93_100, buffer_pool_contribution_kg: 1_900 };
  const controlTotals = [
    { name: hostile[0], definition: 'datapoints.delivered_mass', unit: 't', count: 3, sum: 12.5 },
  ];
  const mappedRows = operations.map(({ reference }, place) => {
    return {
      table: tables[place % tables.length],
      file,
      sheet: 'Deliveries',
      row: place + 8,
      references: [reference],
    };
  });
  const records = operations.map(({ desired }) => desired);
  return {
    summary: summaryOf(operations, outcomes, verdicts),
    plan: { operations, known: {}, bridges: [], controlTotals },
    mapped: { mappedRows, records },
    issues: [{ code: 'made', severity: 'error', message: hostile[0], origins: [cell('F9', hostile[1])] }],
    outcomes,
    reconciliation: {
      verdicts,
      totals: [{ wanted: controlTotals[0], remote: { count: 3, sum: 12 }, difference: -0.5 }],
      entries: [{ reference: hostile[1], id: 'rmv_1', before: null, predicted: null, after: entry }],
      documents: [],
    },
    breakdowns: [
      {
        reference: hostile[1],
        groups: [
          { group: hostile[0], components: 1, unknown: 0, co2e_kg: 100_000 },
          { group: 'transport', components: 12, unknown: 2, co2e_kg: -2_500 },
        ],
        deviations: [{ datapoint: hostile[4], standard_deviation_kg: 1_500 }],
      },
    ],
    generatedAt: '2026-11-21T10:00:00.000Z',
    notInWorkbook: [],
    addressOf: (name) => name,
  };
}
