import { join } from 'node:path';
import { inTurns, measure, printTable, root } from './processes.js';

/**
 * A run of as many operations as are asked for: six of ten made, two changed, two equal; all of them read back, each
 * with the cells of two fields. Equal parts of the records are one object, so that what is measured is the report.
 */
const made = `
  const { madeReport } = await import(process.argv[2] + 'test/browser/made-report.js');
  const count = Number(process.argv[1]);
  const file = 'month.xlsx';
  const text = (value) => ({ type: 'text', value });
  const quantity = (magnitude) => ({ type: 'quantity', value: { magnitude, unit: 't', standard_deviation: 0.1 } });
  const fields = Array.from({ length: 28 }, (_, day) => ({
    display_name: text('Feedstock delivered, a ticket of day ' + (day + 1)), type: text('REPORTED'),
    quantity: quantity(10 + day / 7), sources: { type: 'links', value: [] },
    measured_at: { type: 'instant', value: '2026-10-' + String(day + 1).padStart(2, '0') + 'T09:00:00Z' },
  }));
  const base = { id: 'dtp_0000000000000001', displayName: null, lock: null, parent: null, parts: [], co2e: null, detail: null };
  const remotes = fields.map((own) => ({ ...base, kind: 'datapoint', reference: null, fields: own }));
  const cell = (address) => [{ at: 'cell', file, sheet: 'Deliveries', cell: address }];
  const operation = (place) => {
    const reference = 'NRM-' + place + '-mass';
    const row = place + 8;
    const own = fields[place % 28];
    const origins = { '': cell('A' + row + ':L' + row), quantity: cell('F' + row), measured_at: cell('B' + row) };
    const desired = { kind: 'datapoint', reference, fields: own, origins, definition: 'datapoints.mass', onLocked: 'replace' };
    const common = { kind: 'datapoint', reference, desired, dependsOn: [], reason: 'not in the registry yet' };
    if (place % 10 < 6) return { ...common, action: 'create' };
    const remote = remotes[place % 28];
    if (place % 10 >= 8) return { ...common, action: 'unchanged', remote, ignored: [] };
    const change = { field: 'quantity', before: quantity(9.5), after: own.quantity, origins: origins.quantity };
    return { ...common, action: 'update', remote, changes: [change] };
  };
  const small = madeReport(10);
  const operations = Array.from({ length: count }, (_, place) => operation(place));
  const counts = { create: count * 0.6, update: count * 0.2, replace: 0, unchanged: count * 0.2, blocked: 0 };
  const applied = { applied: count * 0.8, failed: 0, in_doubt: 0, skipped: 0 };
  const input = {
    ...small,
    removals: [],
    plan: { ...small.plan, operations },
    mapped: { mappedRows: [], records: [], skipped: [] },
    summary: { ...small.summary, operations: counts, by_kind: { datapoint: counts }, outcomes: applied },
    outcomes: operations.filter(({ action }) => action !== 'unchanged').map(({ kind, reference }) => ({
      kind, reference, attempts: 1, state: 'applied', id: base.id, message: null,
    })),
    reconciliation: { ...small.reconciliation, verdicts: operations.map(({ kind, reference }) => ({
      state: 'verified', kind, reference, id: base.id,
    })) },
  };
  cells = operations.length;`;

const written = (what) => `${made}
  const { reportData, writeReportWorkbook, writeReportPage } = await import(process.argv[2] + 'dist/report/index.js');
  const { statSync } = await import('node:fs');
  ${what}
  const size = statSync(process.argv[3]).size;
  if (size < cells * 15) throw new Error('too small to hold ' + cells + ' operations: ' + size + ' bytes');`;
const workbook = written('await writeReportWorkbook(reportData(input), process.argv[3]);');
const page = written('await writeReportPage(input, process.argv[3]);');

export function run({ folder }) {
  const large = 100_000;
  const peer = 'the operations, made and not reported';
  const rows = inTurns(
    [
      ...[10_000, large].map((size) => ({
        name: `report.xlsx, ${size.toLocaleString('en')} operations`,
        run: () => measure(workbook, [String(size), root, join(folder, 'report.xlsx')]),
      })),
      {
        name: `report.html, ${large.toLocaleString('en')} operations`,
        run: () => measure(page, [String(large), root, join(folder, 'report.html')]),
      },
      { name: peer, run: () => measure(made, [String(large), root]) },
    ],
    3,
  );
  printTable('Reporting every operation, with its cells and changes', rows, peer);
}
