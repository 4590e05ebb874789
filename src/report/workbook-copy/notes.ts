import { columnLetters } from '../../model/workbook.js';
import type { CellNote } from './sheet-results.js';
import { asBytes, attribute, childrenOf, decoded, escaped, rootOf, Splices, type Tag } from './xml.js';
import { withChild } from './parts.js';

const author = 'mrv-ingest';
/** The name that every writer gives the text boxes of notes. */
const noteType = '_x0000_t202';

/** An existing part or the beginning of one. */
export function newComments(main: string): string {
  return asBytes(
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<comments xmlns="${main}"><authors></authors><commentList></commentList></comments>`,
  );
}

export function newDrawing(): string {
  return asBytes(
    `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout></xml>`,
  );
}

/**
 * Adds notes to a comments part. A cell that has a comment keeps it, and the note goes below it; the comment of a
 * conversation is left as it is, since the conversation lies in another part. Gives the cells that need a new shape.
 */
export function addComments(
  text: string,
  notes: readonly CellNote[],
): { readonly text: string; readonly shapes: readonly CellNote[] } {
  const root = rootOf(text);
  const children = [...childrenOf(text, root)];
  const authors = children.find(({ open }) => open.name === 'authors');
  const list = children.find(({ open }) => open.name === 'commentList');
  const p = root.prefix;
  const splices = new Splices();
  const names = authors === undefined ? [] : [...childrenOf(text, authors.open)];
  const authorElement = `<${p}author>${author}</${p}author>`;
  if (authors === undefined) splices.insert(root.end, `<${p}authors>${authorElement}</${p}authors>`);
  else if (authors.open.kind === 'empty')
    splices.replace(authors.open.start, authors.open.end, `<${p}authors>${authorElement}</${p}authors>`);
  else splices.insert(authors.close.start, authorElement);
  const present = new Map<string, Tag>();
  for (const { open } of list === undefined ? [] : childrenOf(text, list.open))
    present.set((attribute(open, 'ref') ?? '').replaceAll('$', ''), open);
  let added = '';
  const shapes: CellNote[] = [];
  for (const note of notes) {
    const address = `${columnLetters(note.column)}${note.row}`;
    const comment = present.get(address);
    if (comment === undefined) {
      added += `<${p}comment ref="${address}" authorId="${names.length}"><${p}text>${run(p, note.text)}</${p}text></${p}comment>`;
      shapes.push(note);
    } else if (
      !isConversation(
        comment,
        names.map(({ open, close }) => decoded(text.slice(open.end, close.start))),
      )
    )
      appendTo(text, comment, note, p, splices);
  }
  if (list === undefined || list.open.kind === 'empty') {
    const element = `<${p}commentList>${added}</${p}commentList>`;
    if (list !== undefined) splices.replace(list.open.start, list.open.end, element);
    else splices.insert(authors?.close.end ?? root.end, element);
  } else splices.insert(list.close.start, added);
  return { text: splices.apply(text), shapes };
}

function isConversation(comment: Tag, names: readonly string[]): boolean {
  return (names[Number(attribute(comment, 'authorId'))] ?? '').startsWith('tc=');
}

function appendTo(text: string, comment: Tag, note: CellNote, p: string, splices: Splices): void {
  for (const { open } of childrenOf(text, comment)) {
    if (open.name !== 'text') continue;
    if (open.kind === 'empty') {
      splices.replace(open.start, open.end, `<${p}text>${run(p, note.text)}</${p}text>`);
      return;
    }
    // Plain text becomes a run of its own, since text and runs do not stand side by side in what Excel writes.
    let end = open.end;
    for (const child of childrenOf(text, open)) {
      if (child.open.name !== 't' && child.open.name !== 'r') break;
      end = child.close.end;
      if (child.open.name === 't') {
        splices.insert(child.open.start, `<${p}r>`);
        splices.insert(child.close.end, `</${p}r>`);
      }
    }
    splices.insert(end, run(p, `\n${note.text}`));
  }
}

function run(p: string, text: string): string {
  return `<${p}r><${p}rPr><${p}sz val="9"/><${p}rFont val="Tahoma"/></${p}rPr><${p}t xml:space="preserve">${escaped(text)}</${p}t></${p}r>`;
}

/** Adds the shapes in which notes are shown to a sheet's legacy drawing. */
export function addShapes(text: string, notes: readonly CellNote[]): string {
  const root = rootOf(text);
  const prefix = (name: string): string =>
    new RegExp(`xmlns:([\\w.-]+)\\s*=\\s*["']urn:schemas-microsoft-com:${name}["']`).exec(
      root.attributes,
    )?.[1] ?? '';
  const [v, o, x] = [prefix('vml'), prefix('office:office'), prefix('office:excel')];
  const declare = (found: string, name: string, urn: string): string =>
    found === '' ? ` xmlns:${name}="urn:schemas-microsoft-com:${urn}"` : '';
  const declared =
    declare(v, 'v', 'vml') + declare(o, 'o', 'office:office') + declare(x, 'x', 'office:excel');
  const names = { v: v === '' ? 'v' : v, o: o === '' ? 'o' : o, x: x === '' ? 'x' : x };
  let number = 1024;
  for (const [, id] of text.matchAll(/_x0000_s(\d{1,9})/g)) number = Math.max(number, Number(id));
  const type = `<${names.v}:shapetype id="${noteType}" coordsize="21600,21600" ${names.o}:spt="202"${declared} path="m,l,21600r21600,l21600,xe"><${names.v}:stroke joinstyle="miter"/><${names.v}:path gradientshapeok="t" ${names.o}:connecttype="rect"/></${names.v}:shapetype>`;
  const shapes = notes.map((note) => {
    number += 1;
    return shape(note, `_x0000_s${number}`, names, declared);
  });
  const isTypeThere = text.includes(`id="${noteType}"`);
  return withChild(text, root, (isTypeThere ? '' : type) + shapes.join(''));
}

function shape(
  note: CellNote,
  id: string,
  { v, o, x }: { readonly v: string; readonly o: string; readonly x: string },
  declared: string,
): string {
  const lines = Math.min(14, 3 + Math.ceil(note.text.length / 40));
  const [row, column] = [note.row - 1, note.column - 1];
  const anchor = `${column + 1}, 15, ${Math.max(0, row - 1)}, 2, ${column + 4}, 15, ${Math.max(0, row - 1) + lines}, 4`;
  return `<${v}:shape id="${id}" type="#${noteType}"${declared} style="position:absolute;margin-left:60pt;margin-top:2pt;width:200pt;height:${lines * 15}pt;z-index:1;visibility:hidden" fillcolor="#ffffe1" ${o}:insetmode="auto"><${v}:fill color2="#ffffe1"/><${v}:shadow on="t" color="black" obscured="t"/><${v}:path/><${v}:textbox style="mso-direction-alt:auto"><div style="text-align:left"></div></${v}:textbox><${x}:ClientData ObjectType="Note"><${x}:MoveWithCells/><${x}:SizeWithCells/><${x}:Anchor>${anchor}</${x}:Anchor><${x}:AutoFill>False</${x}:AutoFill><${x}:Row>${row}</${x}:Row><${x}:Column>${column}</${x}:Column></${x}:ClientData></${v}:shape>`;
}
