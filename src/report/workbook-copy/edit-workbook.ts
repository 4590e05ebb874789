import { correctSheet } from './correct-sheet.js';
import { addComments, addShapes, newComments, newDrawing } from './notes.js';
import {
  addRelationship,
  declareExtension,
  declarePart,
  freeName,
  Parts,
  relationshipsOf,
  removePart,
  removeRelationships,
  type PackageSource,
} from './parts.js';
import { NotCopied } from './refused.js';
import { outlineOf } from './sheet-outline.js';
import type { CellNote, SheetResults } from './sheet-results.js';
import { openStyles, type Styles } from './styles.js';
import { writeResults } from './write-results.js';
import { attribute, childrenOf, rootOf } from './xml.js';

/** Which copy is wanted: all rows with their results, or the failed rows alone, to be corrected and run again. */
export type CopyKind = 'results' | 'corrections';

/** A package edited: by name, the parts that are new or changed; null for one that is taken out. */
export interface EditedPackage {
  readonly changed: ReadonlyMap<string, string | null>;
  /** What a reader of the copy must know, in whole sentences. */
  readonly remarks: readonly string[];
}

interface WorkbookParts {
  readonly part: string;
  readonly styles: string | null;
  readonly sheets: ReadonlyMap<string, string>;
  /** Namespaces: the main one, and that of the relationships' types. */
  readonly main: string;
  readonly office: string;
}

const strictMain = 'http://purl.oclc.org/ooxml/spreadsheetml/main';
const drawingType = 'application/vnd.openxmlformats-officedocument.vmlDrawing';
const commentsType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml';

/**
 * Puts the results of its sheets, by name, into a package. Only the parts concerned are changed. `caution` is noted
 * at the header of the new columns.
 *
 * @throws NotCopied where the package cannot be edited without a risk to what it holds.
 */
export function editWorkbook(
  source: PackageSource,
  results: ReadonlyMap<string, SheetResults>,
  kind: CopyKind,
  caution: string | null,
): EditedPackage {
  const parts = new Parts(source);
  const workbook = workbookParts(parts);
  const remarks = dropSignatures(parts);
  const { styles, save } = openStyles(parts, workbook);
  for (const [name, sheet] of results) {
    const part = workbook.sheets.get(name);
    if (part === undefined) throw new NotCopied(`its sheet "${name}" has no part of its own`);
    switch (kind) {
      case 'results':
        writeSheet(parts, part, sheet, styles, workbook, caution);
        break;
      case 'corrections':
        if (sheet.notAlone !== null) throw new NotCopied(sheet.notAlone);
        keepFailedRows(parts, part, sheet);
        writeSheet(parts, part, failedOnly(sheet), styles, workbook, caution);
    }
  }
  save();
  if (kind === 'corrections') dropCalculationChain(parts, workbook);
  return { changed: parts.changed, remarks };
}

function workbookParts(parts: Parts): WorkbookParts {
  const part = relationshipsOf(parts, '').find(({ type }) => type === 'officeDocument')?.target;
  if (part === undefined) throw new NotCopied('it names no workbook part');
  const text = parts.read(part);
  const root = rootOf(text);
  const relationships = relationshipsOf(parts, part);
  const targets = new Map(relationships.map(({ id, target }) => [id, target]));
  const sheets = new Map<string, string>();
  for (const { open } of childrenOf(text, root)) {
    if (open.name !== 'sheets') continue;
    for (const { open: sheet } of childrenOf(text, open)) {
      const id = /\s[\w.-]+:id\s*=\s*["']([^"']*)["']/.exec(sheet.attributes)?.[1] ?? '';
      const target = targets.get(id);
      if (target !== undefined) sheets.set(attribute(sheet, 'name') ?? '', target);
    }
  }
  const isStrict = root.attributes.includes(strictMain);
  return {
    part,
    styles: relationships.find(({ type }) => type === 'styles')?.target ?? null,
    sheets,
    main: isStrict ? strictMain : 'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
    office: isStrict
      ? 'http://purl.oclc.org/ooxml/officeDocument/relationships'
      : 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  };
}

/** A signature over a package that was changed is a false one. */
function dropSignatures(parts: Parts): readonly string[] {
  const isSignature = (type: string): boolean => type === 'origin' || type === 'signature';
  const origins = relationshipsOf(parts, '').filter(
    ({ type, target }) => isSignature(type) && /^_xmlsignatures\//i.test(target),
  );
  if (origins.length === 0) return [];
  removeRelationships(parts, '', ({ id }) => origins.some((origin) => origin.id === id));
  for (const name of parts.names()) if (/^_xmlsignatures\//i.test(name)) removePart(parts, name);
  return [
    'The workbook was digitally signed. The copy is not: a signature holds for the unchanged file alone.',
  ];
}

function writeSheet(
  parts: Parts,
  part: string,
  results: SheetResults,
  styles: Styles,
  workbook: WorkbookParts,
  caution: string | null,
): void {
  const { text, column } = writeResults(parts.read(part), results, styles, drawnColumns(parts, part));
  parts.write(part, text);
  const [header] = results.headerRows;
  const atHeader: readonly CellNote[] =
    caution === null || header === undefined ? [] : [{ row: header, column, text: caution, tone: 'warning' }];
  const notes = [...atHeader, ...results.notes];
  if (notes.length === 0) return;
  const relationships = relationshipsOf(parts, part);
  const known = relationships.find(({ type }) => type === 'comments')?.target;
  const name = known !== undefined && parts.has(known) ? known : freeName(parts, 'xl/comments#.xml');
  const comments = addComments(parts.has(name) ? parts.read(name) : newComments(workbook.main), notes);
  if (!parts.has(name)) {
    addRelationship(parts, part, `${workbook.office}/comments`, name);
    declarePart(parts, name, commentsType);
  }
  parts.write(name, comments.text);
  drawNotes(parts, part, comments.shapes, workbook);
}

function drawNotes(
  parts: Parts,
  part: string,
  shapes: Parameters<typeof addShapes>[1],
  workbook: WorkbookParts,
): void {
  if (shapes.length === 0) return;
  const text = parts.read(part);
  const outline = outlineOf(text);
  const id =
    outline.legacyDrawing === null
      ? null
      : /\s[\w.-]+:id\s*=\s*["']([^"']*)["']/.exec(outline.legacyDrawing.attributes)?.[1];
  if (id !== null) {
    const drawing = relationshipsOf(parts, part).find((each) => each.id === id)?.target;
    if (drawing === undefined || !parts.has(drawing))
      throw new NotCopied('the drawing of a sheet is missing');
    parts.write(drawing, addShapes(parts.read(drawing), shapes));
    return;
  }
  const name = freeName(parts, 'xl/drawings/vmlDrawing#.vml');
  parts.write(name, addShapes(newDrawing(), shapes));
  declareExtension(parts, 'vml', drawingType);
  const own = addRelationship(parts, part, `${workbook.office}/vmlDrawing`, name);
  const element = `<${outline.root.prefix}legacyDrawing xmlns:mrvr="${workbook.office}" mrvr:id="${own}"/>`;
  const at = outline.legacyDrawingAt;
  parts.write(part, text.slice(0, at) + element + text.slice(at));
}

/** The last column that a picture or chart of the sheet reaches into. */
function drawnColumns(parts: Parts, part: string): number {
  let last = 0;
  for (const { type, target } of relationshipsOf(parts, part)) {
    if (type !== 'drawing' || !parts.has(target)) continue;
    for (const [, column] of parts.read(target).matchAll(/<(?:[\w.-]+:)?col>(\d{1,5})</g))
      last = Math.max(last, Number(column) + 1);
  }
  return last > 1000 ? 0 : last;
}

function failedOnly(sheet: SheetResults): SheetResults {
  const rows = new Map([...sheet.rows].filter(([, result]) => result.inCorrections === 'correct'));
  const rest = new Set([...sheet.rows.keys()].filter((row) => !rows.has(row)));
  return { ...sheet, rows, notes: sheet.notes.filter((note) => !rest.has(note.row)) };
}

/** Rows of a structured table's own totals stay: the table would be damaged without them. */
function keepFailedRows(parts: Parts, part: string, sheet: SheetResults): void {
  const totals = new Set<number>();
  for (const { type, target } of relationshipsOf(parts, part)) {
    if (type !== 'table' || !parts.has(target)) continue;
    const table = rootOf(parts.read(target));
    const count = Number(attribute(table, 'totalsRowCount') ?? '0');
    const end = Number(/(\d+)$/.exec(attribute(table, 'ref') ?? '')?.[1] ?? '0');
    for (let row = end - count + 1; row <= end; row += 1) totals.add(row);
  }
  parts.write(part, correctSheet(parts.read(part), sheet, totals));
}

/** A chain that names formulas which are gone has Excel ask for a repair; it makes a new one by itself. */
function dropCalculationChain(parts: Parts, workbook: WorkbookParts): void {
  for (const { type, target } of relationshipsOf(parts, workbook.part))
    if (type === 'calcChain' && parts.has(target)) removePart(parts, target);
  removeRelationships(parts, workbook.part, ({ type }) => type === 'calcChain');
}
