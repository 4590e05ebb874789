import type { Merge } from '../../model/workbook.js';
import { XmlParser } from '../xml/xml-parser.js';
import { XmlText } from '../xml/xml-text.js';
import type { Package } from './package.js';
import { SheetScanner } from './sheet-scanner.js';
import type { SheetContext } from './sheet-context.js';

/** The longest tag of `sheetData` that is found across two chunks: a prefix, the name, blanks. */
const longestTag = 128;

/**
 * The merged ranges of a sheet without reading its rows. The file has them behind the rows, so the part is
 * unpacked once more, but only what follows the end of `sheetData` is parsed. `<` cannot stand in a text
 * or an attribute, so the tag cannot be mistaken.
 */
export async function findMerges(
  part: string,
  context: SheetContext,
  container: Package,
): Promise<readonly Merge[]> {
  const scanner = new SheetScanner(context);
  const text = new XmlText(part, context.refusal);
  let parser: XmlParser | null = null;
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = true;
  for await (const chunk of container.bytes(part)) {
    if (isFirst && text.begin(chunk).startsWith('utf-16')) {
      await container.parse(part, scanner);
      return scanner.layout.merges;
    }
    isFirst = false;
    if (parser !== null) {
      parser.write(text.decode(chunk));
      continue;
    }
    const bytes: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = endOfRows(bytes);
    if (end === -1) {
      rest = Buffer.from(bytes.subarray(Math.max(0, bytes.length - longestTag)));
    } else {
      parser = new XmlParser(part, scanner, context.limits, context.refusal, 'within-root');
      parser.write(text.decode(bytes.subarray(end)));
    }
  }
  if (parser !== null) {
    parser.write(text.end());
    parser.end();
  }
  return scanner.layout.merges;
}

/** The place behind `</sheetData>` or `<sheetData/>`, with any prefix and blanks; -1 where there is neither. */
function endOfRows(bytes: Buffer): number {
  for (let at = bytes.indexOf('sheetData'); at !== -1; at = bytes.indexOf('sheetData', at + 1)) {
    const around = bytes.toString('latin1', Math.max(0, at - 64), at + 64);
    const before = /<(\/?)(?:[^<>\s/]+:)?$/.exec(around.slice(0, Math.min(at, 64)));
    const after = /^sheetData\s*(\/?)>/.exec(around.slice(Math.min(at, 64)));
    if (before === null || after === null) continue;
    if (before[1] === '/' || after[1] === '/') return at + after[0].length;
  }
  return -1;
}
