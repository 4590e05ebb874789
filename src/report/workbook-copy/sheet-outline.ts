import { areaOf, columnOf, type Area } from './cell-places.js';
import { NotCopied } from './refused.js';
import { attribute, attributesOf, childrenOf, closeOf, nextTag, rootOf, type Tag } from './xml.js';

/** A cell as it stands in the text of its sheet. */
export interface SheetCell {
  readonly column: number;
  readonly open: Tag;
  /** Behind the cell. */
  readonly end: number;
  /** Whether it holds more than a look. */
  readonly filled: boolean;
}

export interface SheetRow {
  readonly number: number;
  readonly open: Tag;
  /** Where the content ends; the tag's own end where there is none. */
  readonly contentEnd: number;
  /** Behind the row. */
  readonly end: number;
  readonly cells: readonly SheetCell[];
}

export interface ChildElement {
  readonly open: Tag;
  readonly close: Tag;
}

/** Where the parts of a worksheet's text lie. */
export interface SheetOutline {
  readonly root: Tag;
  readonly data: ChildElement;
  readonly dimension: Tag | null;
  readonly columns: ChildElement | null;
  readonly merges: ChildElement | null;
  readonly legacyDrawing: Tag | null;
  /** Where a `legacyDrawing` belongs. */
  readonly legacyDrawingAt: number;
}

/** What the schema has behind `legacyDrawing`. */
const behindLegacyDrawing: ReadonlySet<string> = new Set([
  'legacyDrawingHF',
  'drawingHF',
  'picture',
  'oleObjects',
  'controls',
  'webPublishItems',
  'tableParts',
  'extLst',
  'AlternateContent',
]);

/** Finds the parts of a worksheet without looking at its rows. */
export function outlineOf(text: string): SheetOutline {
  const root = rootOf(text);
  if (root.name !== 'worksheet' || root.kind !== 'open') throw new NotCopied('a sheet of it is no worksheet');
  const found = new Map<string, ChildElement>();
  let legacyDrawingAt = -1;
  let end = root.end;
  for (const child of topLevel(text, root)) {
    const { open, close } = child;
    if (open.name === 'worksheet') {
      end = open.start;
      break;
    }
    if (open.prefix === root.prefix && !found.has(open.name)) found.set(open.name, child);
    if (found.has('sheetData') && behindLegacyDrawing.has(open.name) && legacyDrawingAt === -1)
      legacyDrawingAt = open.start;
    end = close.end;
  }
  const data = found.get('sheetData');
  if (data === undefined) throw new NotCopied('a sheet of it has no sheetData element');
  return {
    root,
    data,
    dimension: found.get('dimension')?.open ?? null,
    columns: found.get('cols') ?? null,
    merges: found.get('mergeCells') ?? null,
    legacyDrawing: found.get('legacyDrawing')?.open ?? null,
    legacyDrawingAt: legacyDrawingAt === -1 ? end : legacyDrawingAt,
  };
}

/** As `childrenOf`, but the rows are leapt over, and the tag that ends the sheet comes last. */
function* topLevel(text: string, root: Tag): Generator<ChildElement> {
  for (let tag = nextTag(text, root.end); tag !== null;) {
    if (tag.kind === 'close') {
      yield { open: tag, close: tag };
      return;
    }
    const close = tag.name === 'sheetData' ? endOfData(text, tag) : closeOf(text, tag);
    yield { open: tag, close };
    tag = nextTag(text, close.end);
  }
  throw new NotCopied('a sheet of it breaks off');
}

function endOfData(text: string, open: Tag): Tag {
  if (open.kind === 'empty') return open;
  // Cells hold no markup of this name but within CDATA, and then the last one is the true one.
  const at = text.lastIndexOf(`</${open.prefix}sheetData`);
  const tag = at < open.end ? null : nextTag(text, at);
  if (tag === null) throw new NotCopied('a sheet of it breaks off');
  return tag;
}

/** The rows in the order of the sheet, one at a time. Addresses may be missing: what follows is the next one. */
export function* rowsOf(text: string, { data }: SheetOutline): Generator<SheetRow> {
  if (data.open.kind === 'empty') return;
  let number = 0;
  for (let tag = nextTag(text, data.open.end); tag !== null && tag.start < data.close.start;) {
    if (tag.name !== 'row' || tag.kind === 'close')
      throw new NotCopied(`a sheet of it has the element ${tag.name} among its rows`);
    const stated = attributesOf(tag).get('r');
    const next = stated === undefined ? number + 1 : Number(stated);
    if (!Number.isInteger(next) || next <= number) throw new NotCopied('a sheet of it has rows out of order');
    number = next;
    const row = rowOf(text, tag, number);
    yield row;
    tag = nextTag(text, row.end);
  }
}

function rowOf(text: string, open: Tag, number: number): SheetRow {
  if (open.kind === 'empty') return { number, open, contentEnd: open.end, end: open.end, cells: [] };
  const cells: SheetCell[] = [];
  let column = 0;
  let tag = nextTag(text, open.end);
  while (tag !== null && tag.kind !== 'close') {
    if (tag.name === 'c') {
      const cell = cellOf(text, tag, column);
      column = cell.column;
      cells.push(cell);
      tag = nextTag(text, cell.end);
    } else tag = nextTag(text, closeOf(text, tag).end);
  }
  if (tag === null) throw new NotCopied('a sheet of it breaks off within a row');
  return { number, open, contentEnd: tag.start, end: tag.end, cells };
}

const plainAddress = /^\s+r="([A-Z]{1,3})\d+"/;

function cellOf(text: string, open: Tag, before: number): SheetCell {
  const address =
    plainAddress.exec(open.attributes)?.[1] ?? attribute(open, 'r')?.replaceAll(/[\d$]/g, '') ?? '';
  const column = address === '' ? before + 1 : columnOf(address);
  if (open.kind === 'empty') return { column, open, end: open.end, filled: false };
  const endTag = `</${open.prefix}c>`;
  const at = text.indexOf(endTag, open.end);
  const inner = at === -1 ? '<!' : text.slice(open.end, at);
  const end = inner.includes('<!') ? closeOf(text, open).end : at + endTag.length;
  const filled =
    ['v', 'f', 'is'].some((name) => inner.includes(`<${open.prefix}${name}`)) || inner.includes('<!');
  return { column, open, end, filled };
}

/** The ranges of the sheet's merged cells. */
export function mergedAreas(
  text: string,
  outline: SheetOutline,
): readonly { readonly area: Area; readonly tag: ChildElement }[] {
  if (outline.merges === null) return [];
  return [...childrenOf(text, outline.merges.open)].flatMap((tag) => {
    const area = areaOf(attribute(tag.open, 'ref') ?? '');
    return area === null ? [] : [{ area, tag }];
  });
}
