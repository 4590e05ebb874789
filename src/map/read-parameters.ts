import type { Origin } from '../model/origin.js';
import { type Cell, cellAddress, type Workbook } from '../model/workbook.js';
import { unitReader } from './tables/unit-text.js';
import type { ColumnStore, ReadingRow } from './tables/column-store.js';
import type { ParameterValue } from './expressions/scope.js';
import type { Findings } from './findings.js';
import type { CompiledParameter, Mapping } from './mapping.js';
import { foldLabel } from './normal-text.js';
import { makeStore } from './tables/make-store.js';
import type { Layout, LayoutColumn } from './tables/layout.js';
import { FaultyValue, MissingValue, type Value } from './values.js';

interface FoundCell {
  readonly cell: Cell | undefined;
  readonly origin: Origin;
}

/** Reads only the rows that hold parameters, and stops after the last of them. */
async function findCells(
  mapping: Mapping,
  workbooks: readonly Workbook[],
  given: ReadonlySet<string>,
): Promise<ReadonlyMap<string, FoundCell>> {
  const found = new Map<string, FoundCell>();
  const wanted = mapping.parameters.filter(
    (parameter) => parameter.cell !== null && !given.has(parameter.name),
  );
  for (const workbook of workbooks) {
    for (const sheet of workbook.sheets) {
      const here = wanted.filter(
        (parameter) =>
          parameter.cell !== null &&
          foldLabel(parameter.cell.sheet) === foldLabel(sheet.info.name) &&
          !found.has(parameter.name),
      );
      const last = Math.max(0, ...here.map((parameter) => parameter.cell?.row ?? 0));
      if (here.length === 0) continue;
      const place = { at: 'cell', file: workbook.path, sheet: sheet.info.name } as const;
      for (const parameter of here) {
        const cell = cellAddress(parameter.cell?.row ?? 1, parameter.cell?.column ?? 1);
        found.set(parameter.name, { cell: undefined, origin: { ...place, cell } });
      }
      for await (const row of sheet.rows()) {
        if (row.number > last) break;
        for (const parameter of here) {
          if (parameter.cell?.row !== row.number) continue;
          const cell = row.cells.find((candidate) => candidate.column === parameter.cell?.column);
          const known = found.get(parameter.name);
          if (cell !== undefined && known !== undefined)
            found.set(parameter.name, { cell, origin: known.origin });
        }
      }
    }
  }
  return found;
}

/** A value of the mapping as a cell. YAML's own numbers are numbers: the workbook's decimal sign is not theirs. */
function valueCell(value: string | number | boolean): Cell {
  const number = typeof value === 'number';
  return {
    row: 1,
    column: 1,
    type: number ? 'number' : 'text',
    value: number ? value : String(value),
    stored: String(value),
    numberFormat: 'General',
    formula: null,
    hidden: false,
  };
}

/** Reads one value the way a column of its type would. */
function readValue(
  parameter: CompiledParameter,
  cell: Cell | undefined,
  origin: Origin,
  mapping: Mapping,
  findings: Findings,
): ColumnStore {
  const column: LayoutColumn = {
    key: parameter.name,
    positions: [cell?.column ?? 1],
    labels: [],
    unit: parameter.reader.unit,
    faulty: false,
  };
  const layout: Layout = {
    place: {
      file: origin.at === 'cell' ? origin.file : mapping.path,
      sheet: origin.at === 'cell' ? origin.sheet : '',
    },
    headerRow: 0,
    // A quantity looks here for its unit.
    columns: new Map([[parameter.name, column]]),
  };
  const rows = { rowNumber: () => cell?.row ?? 1, layout: () => layout };
  const { definition } = parameter.reader;
  const store = makeStore(
    { ...parameter.reader, definition: { ...definition, required: false } },
    unitReader(mapping.document.units),
    rows,
    { columnValue: () => null, keeps: true },
  );
  const reading: ReadingRow = {
    layout,
    number: cell?.row ?? 1,
    report: (code, message) => {
      findings.add(code, `${parameter.reader.headerText}: ${message}`, [origin]);
    },
    textOf: () => '',
  };
  store.append([{ cell, masterRow: null }], column, reading);
  return store;
}

/** Finds the parameters: --set wins, then the cell, then the value in the mapping. One without a value is an error. */
export async function readParameters(
  mapping: Mapping,
  workbooks: readonly Workbook[],
  given: Readonly<Record<string, string>>,
  findings: Findings,
): Promise<ReadonlyMap<string, ParameterValue>> {
  const names = new Set(mapping.parameters.map((parameter) => parameter.name));
  for (const name of Object.keys(given)) {
    if (!names.has(name))
      findings.add(
        'parameter-unknown',
        `--set ${name}: the mapping has no such parameter; it has ${[...names].join(', ') || 'none'}`,
        [mapping.positions.at(['parameters'])],
      );
  }
  const cells = await findCells(mapping, workbooks, new Set(Object.keys(given)));
  const values = new Map<string, ParameterValue>();
  for (const parameter of mapping.parameters) {
    const set = given[parameter.name];
    const found = cells.get(parameter.name);
    const mappingOrigin = mapping.positions.at(['parameters', parameter.name]);
    const useCell = set === undefined && found?.cell !== undefined;
    const origin = useCell ? found.origin : mappingOrigin;
    const value = set ?? parameter.value;
    const cell = useCell ? found.cell : value === null ? undefined : valueCell(value);
    const before = findings.issues.length;
    const store = readValue(parameter, cell, origin, mapping, findings);
    const content = valueOf(store);
    if (content === null && findings.issues.length === before) {
      findings.add(
        'parameter-missing',
        `the parameter ${parameter.name} has no value: fill in its cell, or give it as --set ${parameter.name}=…`,
        [found?.origin ?? mappingOrigin],
      );
    }
    values.set(parameter.name, {
      read: () => {
        // What is amiss has been told above, once.
        if (content === null) throw new FaultyValue(parameter.name);
        return content;
      },
      addOrigins: (sink) => {
        sink.addOrigin(origin);
      },
    });
  }
  return values;
}

/** null: it has no value, or none that can be read. */
function valueOf(store: ColumnStore): Value | null {
  try {
    return store.read(0);
  } catch (error) {
    if (error instanceof MissingValue || error instanceof FaultyValue) return null;
    throw error;
  }
}
