import type { Issue } from '../../model/issue.js';
import type { Mapped, TablePlace } from '../../model/mapped.js';
import type { CellOrigin } from '../../model/origin.js';
import { areaOf, type Area } from './cell-places.js';
import { RowTeller, severityTones, skippedResult, worseTone, type CopyData } from './row-results.js';
import type { CellNote, RowResult, SheetResults } from './sheet-results.js';

/** A range of more cells than this has its note at the first one: it is about the range, not about each cell. */
const mostCells = 64;
/** Beyond these, notes make a workbook slow; the rows' messages and the report still tell all. */
const mostNotes = 5000;

class SheetDraft {
  readonly rows = new Map<number, RowResult>();
  readonly notes = new Map<string, CellNote>();
  readonly issues = new Map<number, Issue[]>();
}

/** The drafts of all sheets, by file and sheet. */
type Drafts = Map<string, Map<string, SheetDraft>>;

function draftOf(drafts: Drafts, file: string, sheet: string): SheetDraft {
  const sheets = drafts.get(file) ?? new Map<string, SheetDraft>();
  drafts.set(file, sheets);
  const draft = sheets.get(sheet) ?? new SheetDraft();
  sheets.set(sheet, draft);
  return draft;
}

/** What is to be told in each workbook, by its path and the names of its sheets. */
export function sheetResults(data: CopyData): ReadonlyMap<string, ReadonlyMap<string, SheetResults>> {
  const { mapped } = data;
  if (mapped === null) return new Map();
  const drafts: Drafts = new Map();
  for (const issue of data.issues) {
    for (const origin of issue.origins)
      if (origin.at === 'cell') noteIssue(draftOf(drafts, origin.file, origin.sheet), issue, origin);
  }
  tellRows(data, mapped, drafts);
  return new Map(
    [...drafts].map(([file, sheets]) => [
      file,
      new Map(
        [...sheets].map(([sheet, draft]) => [
          sheet,
          finished(
            draft,
            mapped.places.filter((place) => place.file === file && place.sheet === sheet),
          ),
        ]),
      ),
    ]),
  );
}

function tellRows(data: CopyData, mapped: Mapped, drafts: Drafts): void {
  const teller = new RowTeller(data);
  for (const { origin, reason } of mapped.skipped) {
    if (origin.at !== 'cell') continue;
    const row = areaOf(origin.cell)?.firstRow;
    if (row !== undefined)
      draftOf(drafts, origin.file, origin.sheet).rows.set(row, skippedResult(row, reason));
  }
  for (const row of mapped.mappedRows) {
    const draft = draftOf(drafts, row.file, row.sheet);
    const before = draft.rows.get(row.row);
    const result = teller.mapped(row, draft.issues.get(row.row) ?? []);
    draft.rows.set(
      row.row,
      before === undefined || before.status === 'skipped' ? result : both(before, result),
    );
  }
  for (const row of mapped.rowsWithErrors) {
    const draft = draftOf(drafts, row.file, row.sheet);
    draft.rows.set(row.row, teller.faulty(row, draft.issues.get(row.row) ?? []));
  }
}

/** A row that two tables lie on. */
function both(a: RowResult, b: RowResult): RowResult {
  const join = (left: string, right: string, between = '; '): string =>
    [...new Set([left, right])].filter((text) => text !== '').join(between);
  return {
    row: a.row,
    status: join(a.status, b.status, ', '),
    reference: join(a.reference, b.reference),
    id: join(a.id, b.id),
    message: join(a.message, b.message, '\n'),
    tone: worseTone(a.tone, b.tone),
    inCorrections: a.inCorrections === 'correct' ? 'correct' : b.inCorrections,
  };
}

function noteIssue(draft: SheetDraft, issue: Issue, origin: CellOrigin): void {
  const area = areaOf(origin.cell);
  if (area === null) return;
  const isLarge = cellsOf(area) > mostCells;
  const text = `${issue.severity}: ${issue.message}`;
  const noted = isLarge ? { ...area, lastRow: area.firstRow, lastColumn: area.firstColumn } : area;
  for (let row = noted.firstRow; row <= noted.lastRow; row += 1) {
    for (let column = noted.firstColumn; column <= noted.lastColumn; column += 1)
      addNote(draft, {
        row,
        column,
        text: isLarge ? `${origin.cell}: ${text}` : text,
        tone: severityTones[issue.severity],
      });
  }
  for (let row = area.firstRow; row <= Math.min(area.lastRow, area.firstRow + 1000); row += 1) {
    const known = draft.issues.get(row);
    if (known === undefined) draft.issues.set(row, [issue]);
    else if (!known.includes(issue)) known.push(issue);
  }
}

function cellsOf(area: Area): number {
  return (area.lastRow - area.firstRow + 1) * (area.lastColumn - area.firstColumn + 1);
}

function addNote(draft: SheetDraft, note: CellNote): void {
  const key = `${note.row} ${note.column}`;
  const known = draft.notes.get(key);
  if (known === undefined) {
    if (draft.notes.size < mostNotes) draft.notes.set(key, note);
  } else if (!known.text.includes(note.text))
    draft.notes.set(key, {
      ...known,
      text: `${known.text}\n${note.text}`,
      tone: worseTone(known.tone, note.tone),
    });
}

function finished(draft: SheetDraft, places: readonly TablePlace[]): SheetResults {
  const headerRows = new Set(places.map((place) => place.headerRow).filter((row) => row > 0));
  const firstRow = Math.min(...draft.rows.keys());
  if (headerRows.size === 0 && Number.isFinite(firstRow) && firstRow > 1) headerRows.add(firstRow - 1);
  return {
    rows: new Map([...draft.rows].sort(([a], [b]) => a - b)),
    headerRows,
    notes: [...draft.notes.values()].sort((a, b) => a.row - b.row || a.column - b.column),
    filledDown: [...new Set(places.flatMap((place) => place.filledDown))],
    notAlone: gapReason(draft, places),
  };
}

/** A table that ends at blank rows would end at the first row that is left out between two to correct. */
function gapReason(draft: SheetDraft, places: readonly TablePlace[]): string | null {
  const rows = [...draft.rows.values()]
    .filter((result) => result.inCorrections === 'correct')
    .map((result) => result.row);
  rows.sort((a, b) => a - b);
  for (const place of places) {
    const most = place.endsAfterBlankRows;
    if (most === null) continue;
    const isBroken = rows.some((row, index) => row - (rows[index - 1] ?? row) > most);
    if (isBroken)
      return `the mapping ends the table ${place.table} at blank rows, so that rows with gaps between them would not be read: correct them in the workbook itself`;
  }
  return null;
}
