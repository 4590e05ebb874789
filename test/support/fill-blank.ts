import exceljs from 'exceljs';
import type { BlankColumn, BlankWorkbook } from '../../src/model/blank.js';

type Value = string | number | Date;

/** What cannot be known from a column alone: rows of a table by its sheet and first header, cells by their label. */
export interface Examples {
  readonly cells: Readonly<Record<string, Value>>;
  /** By title of the table: each row's own values by header, or by group and header. The rest goes by its rule. */
  readonly rows: Readonly<Record<string, readonly Readonly<Record<string, Value>>[]>>;
}

const day = new Date(Date.UTC(2026, 9, 15));

/** What a column's own rule, unit and format let a person type. */
function typed(column: BlankColumn, evidence: string): Value {
  const { rule, format, note } = column;
  switch (rule.type) {
    case 'list':
      return rule.values[0] ?? '';
    case 'date':
      return day;
    case 'number':
      if (rule.least === null || rule.greatest === null) return 1;
      return (rule.least + rule.greatest) / 2;
    case 'any':
      if (note.includes('evidence files')) return evidence;
      if (format === 'hh:mm') return 0.5;
      if (format === '@') return 'A1';
      return 1;
  }
}

/**
 * Fills a blank workbook in place, as its headers, units and lists say, with one row a table or those given. Answers
 * the names of the evidence files that it cites, one for each row.
 */
export async function fillBlank(
  file: string,
  blank: BlankWorkbook,
  examples: Examples,
): Promise<ReadonlySet<string>> {
  const cited = new Set<string>();
  const book = new exceljs.Workbook();
  await book.xlsx.readFile(file);
  for (const { name, tables, cells } of blank.sheets) {
    const sheet = book.getWorksheet(name);
    if (sheet === undefined) throw new Error(`the blank workbook has no sheet ${name}`);
    for (const cell of cells) {
      const value = examples.cells[cell.label];
      if (value === undefined) throw new Error(`there is no example for the cell "${cell.label}"`);
      sheet.getCell(cell.row, cell.column).value = value;
    }
    for (const table of tables) {
      const rows = examples.rows[table.title] ?? [{}];
      rows.forEach((row, place) => {
        const evidence = `${table.title}-${place + 1}.txt`;
        for (const column of table.columns) {
          const value =
            row[`${column.group ?? ''} ${column.header}`] ?? row[column.header] ?? typed(column, evidence);
          if (value === evidence) cited.add(evidence);
          sheet.getCell(table.firstRow + place, column.column).value = value;
        }
      });
    }
  }
  await book.xlsx.writeFile(file);
  return cited;
}
