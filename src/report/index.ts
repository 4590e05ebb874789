import type { ReportData, ReportInput, ReportSheet } from './report-data.js';
import { changesSheet } from './sheets/changes.js';
import { controlTotalsSheet } from './sheets/control-totals.js';
import { documentsSheet } from './sheets/documents.js';
import { entriesSheet } from './sheets/entries.js';
import { issuesSheet } from './sheets/issues.js';
import { notInWorkbookSheet, skippedSheet } from './sheets/left-out.js';
import { lineageSheet } from './sheets/lineage.js';
import { operationsSheet } from './sheets/operations.js';
import { referencesSheet } from './sheets/references.js';
import { summarySheet } from './sheets/summary.js';

export type { ReportData, ReportInput } from './report-data.js';
export { writeResultCopies } from './workbook-copy/index.js';
export type { CopyInput, ResultCopies, WorkbookFormat } from './workbook-copy/index.js';
export { PackNames } from './pack/names.js';
export { readMe, type LeftOut } from './pack/read-me.js';
export { summaryOfChanges } from './pack/summary-of-changes.js';
export { repack } from './repack.js';
export { ZipWriter, type WrittenPart } from './zip-writer.js';
export { writeBlankWorkbook } from './write-blank.js';
export { reportPage } from './page/report-page.js';
export { writeReportPage } from './page/write-page.js';
export { writeReportWorkbook } from './write-workbook.js';
export { writeTables } from './write-tables.js';
export { closeOutTables } from './tables/close-out.js';
export {
  batchesTable,
  issuancesTable,
  organisationTable,
  refundTable,
  supplierTable,
  totalsTable,
} from './tables/registry.js';

/** The sheets of the report, in the order in which a person reads them. */
const sheets: readonly ((input: ReportInput) => ReportSheet)[] = [
  summarySheet,
  operationsSheet,
  changesSheet,
  issuesSheet,
  documentsSheet,
  entriesSheet,
  controlTotalsSheet,
  lineageSheet,
  notInWorkbookSheet,
  referencesSheet,
  skippedSheet,
];

/** What can be said while nothing was compared with the registry. */
const offlineSheets: typeof sheets = [summarySheet, issuesSheet, skippedSheet];

/** The whole report as plain data: no file, no clock, no look. */
export function reportData(input: ReportInput): ReportData {
  const wanted = input.plan === null ? offlineSheets : sheets;
  return {
    runId: input.summary.run_id,
    foot: `Run ${input.summary.run_id}`,
    generatedAt: input.generatedAt,
    sheets: wanted.map((sheet) => sheet(input)),
  };
}
