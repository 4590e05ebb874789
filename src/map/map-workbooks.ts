import type { EvidenceFolder } from '../model/evidence.js';
import type { Mapped, SkippedRow } from '../model/mapped.js';
import type { DesiredRecord } from '../model/record.js';
import type { Workbook } from '../model/workbook.js';
import { Quantity } from '../quantity/index.js';
import { controlTotals } from './control-totals.js';
import { deviationOf } from './deviation.js';
import type { World } from './expressions/scope.js';
import { Findings } from './findings.js';
import type { Mapping } from './mapping.js';
import { RecordBuilder } from './records/builder.js';
import { rowFrame } from './records/instances.js';
import { type Attributions, makeComponents } from './records/make-components.js';
import { makeDatapoints } from './records/make-datapoints.js';
import { attachAttributions, makeEntries } from './records/make-entries.js';
import { makeSources } from './records/make-sources.js';
import { countRows } from './row-counts.js';
import { tablePlaces } from './table-places.js';
import { readParameters } from './read-parameters.js';
import { runChecks } from './run-checks.js';
import type { CompiledDerive, CompiledTable } from './tables/compiled-table.js';
import { makeStore } from './tables/make-store.js';
import { readTables } from './tables/read-tables.js';
import { type DerivedColumn, TableData } from './tables/table-data.js';
import { validateRows } from './validate-rows.js';

/** What a mapping needs besides the rows. */
export interface MapOptions {
  readonly evidence: EvidenceFolder;
  /** `--set name=value`. */
  readonly parameters: Readonly<Record<string, string>>;
  /** `--project`; wins over the mapping's. */
  readonly projectId: string | null;
}

/** A derived column with its own unit and standard deviation. */
function derivedColumn(derived: CompiledDerive): DerivedColumn {
  const { value, unit, deviation } = derived;
  if (unit === null && deviation === null) return value;
  return {
    addOrigins: value.addOrigins,
    evaluate: (frame, data) => {
      const computed = value.evaluate(frame);
      if (!(computed instanceof Quantity)) return computed;
      const converted = unit === null ? computed : computed.to(unit);
      if (deviation === null) return converted;
      const { magnitude, unit: sent } = converted;
      const stated = deviationOf(deviation, magnitude, sent, (key) => data.quantity(key, frame));
      if (stated === null) return converted;
      const { file, sheet } = data.place(frame.index);
      const leaf = `${file}|${sheet}|${data.name}.${derived.key}|${data.rowNumber(frame.index)}`;
      return Quantity.measured(leaf, magnitude, sent, stated);
    },
  };
}

function emptyTable(table: CompiledTable, world: () => World): TableData {
  const data = new TableData(
    table.name,
    new Map(table.derived.map((derived) => [derived.key, derivedColumn(derived)])),
  );
  const rows = {
    rowNumber: (index: number) => data.rowNumber(index),
    layout: (index: number) => data.layout(index),
  };
  for (const column of table.columns.values()) {
    data.columns.set(
      column.key,
      makeStore(column, table.units, rows, {
        columnValue: (key, index) => data.quantity(key, rowFrame(world(), data, index)),
        keeps: table.asked.has(column.key),
      }),
    );
  }
  return data;
}

async function makeRecords(builder: RecordBuilder): Promise<readonly DesiredRecord[]> {
  const { sources, datapoints, components, entries } = builder.mapping.records;
  await makeSources(builder, sources);
  for (const definition of datapoints) makeDatapoints(builder, definition);
  for (const definition of entries) makeEntries(builder, definition);
  const attributions: Attributions = new Map();
  for (const definition of components) makeComponents(builder, definition, attributions);
  attachAttributions(builder, attributions);
  return [...builder.records.values()];
}

function referencePatterns(mapping: Mapping, world: World): readonly string[] {
  const { datapoints, components, entries } = mapping.records;
  const frame = { world, table: null, index: 0, members: null, extras: null, outer: null };
  return [...datapoints, ...components, ...entries].map(({ reference }) => reference.pattern(frame));
}

/**
 * Reads the tables of a mapping from workbooks and makes the desired records, with every finding about the data.
 * Nothing is sent and nothing remote is read. Records with errors, and what depends on them, are left out.
 */
export async function mapWorkbooks(
  mapping: Mapping,
  workbooks: readonly Workbook[],
  options: MapOptions,
): Promise<Mapped> {
  const findings = new Findings();
  const parameters = await readParameters(mapping, workbooks, options.parameters, findings);
  const open = mapping.tables.map((table) => ({ table, data: emptyTable(table, () => world) }));
  const world: World = { tables: new Map(open.map(({ table, data }) => [table.name, data])), parameters };
  const skipped: SkippedRow[] = [];
  await readTables({ tables: open, findings, world, skipped }, workbooks);
  for (const { table, data } of open) validateRows(table, data, world, findings);
  runChecks(mapping, world, findings);
  const builder = new RecordBuilder(mapping, world, findings, options.evidence);
  const records = await makeRecords(builder);
  const totals = controlTotals(mapping, records, findings);
  const counted = countRows(mapping, world, builder, skipped);
  return {
    workbooks: workbooks.map(({ path, sha256 }) => ({ path, sha256 })),
    mapping: { path: mapping.path, sha256: mapping.sha256 },
    projectId: options.projectId ?? mapping.projectId,
    records,
    rows: counted.rows,
    mappedRows: counted.mappedRows,
    rowsWithErrors: counted.rowsWithErrors,
    places: tablePlaces(open),
    skipped: counted.skipped,
    referencePatterns: referencePatterns(mapping, world),
    controlTotals: totals,
    limits: mapping.limits,
    issues: findings.issues,
  };
}
