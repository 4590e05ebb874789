import type { Table } from '../model/table.js';
import { writeReportWorkbook } from './write-workbook.js';

/** Writes tables as a workbook, a sheet a table, in the report's own look. `generatedAt`: ISO 8601. */
export async function writeTables(
  tables: readonly Table[],
  foot: string,
  generatedAt: string,
  path: string,
): Promise<void> {
  const sheets = tables.map(
    (table) => ({ ...table, shape: 'table', rows: table.rows.map((cells) => ({ cells })) }) as const,
  );
  await writeReportWorkbook({ foot, generatedAt, sheets }, path);
}
