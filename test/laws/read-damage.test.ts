import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { WorkbookError } from '../../src/read/index.js';
import { readAll } from '../support/read-cells.js';
import { temporaryFolder, xlsxFile, xlsxParts } from '../support/xlsx-file.js';
import type { XlsxContent } from '../support/xlsx-file.js';
import { zipFile } from '../support/zip-file.js';

const folder = temporaryFolder();
afterAll(() => {
  folder.remove();
});

const content: XlsxContent = {
  sheets: {
    Deliveries:
      '<dimension ref="A1:D3"/><cols><col min="2" max="2" hidden="1"/></cols><sheetData><row r="1" spans="1:4"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><r><t>net</t></r></is></c></row><row r="2" hidden="1"><c r="A2" s="1"><v>45366.5</v></c><c r="B2"><f t="shared" ref="B2:B3" si="0">A2*$C$1</f><v>12.5</v></c><c r="C2" t="b"><v>1</v></c><c r="D2" t="e"><v>#N/A</v></c></row><row r="3"><c r="B3"><f t="shared" si="0"/><v>7</v></c><c r="C3" t="str"><f>"a"&amp;"b"</f><v>ab</v></c></row></sheetData><mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>',
    Notes: '<sheetData/>',
  },
  strings: '<si><t>Ticket &amp; site</t></si><si><r><t>x</t></r><rPh><t>y</t></rPh></si>',
  formats: { ids: [0, 14, 164], codes: '<numFmt numFmtId="164" formatCode="0.00&quot; t&quot;"/>' },
};
const whole = xlsxFile(content);

/** A file either reads or is refused in words; everything else is a crash. */
async function readsOrRefuses(name: string, bytes: Buffer): Promise<void> {
  const path = folder.write(name, bytes);
  try {
    await readAll(path);
  } catch (error) {
    if (!(error instanceof WorkbookError)) throw error;
    expect(error.exitCode).toBe(3);
    expect(error.message).not.toMatch(/\p{Cc}/u);
  }
}

const damage = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  remove: fc.nat({ max: 12 }),
  insert: fc.uint8Array({ maxLength: 12 }),
});

function damaged(
  bytes: Buffer,
  damages: readonly { at: number; remove: number; insert: Uint8Array }[],
): Buffer {
  return damages.reduce((current, { at, remove, insert }) => {
    const from = Math.floor(at * current.length);
    return Buffer.concat([current.subarray(0, from), insert, current.subarray(from + remove)]);
  }, bytes);
}

describe('a damaged file', () => {
  it('reads or is refused, wherever its bytes are damaged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 4 }), (damages) =>
        readsOrRefuses('damaged.xlsx', damaged(whole, damages)),
      ),
      { seed: 3, numRuns: 400 },
    );
  });

  it('reads or is refused, wherever it is cut off', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: whole.length }), (length) =>
        readsOrRefuses('cut.xlsx', whole.subarray(0, length)),
      ),
      { seed: 3, numRuns: 200 },
    );
  });

  it('reads or is refused, whatever is wrong within its parts', async () => {
    const parts = xlsxParts(content);
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: parts.length - 1 }),
        fc.array(damage, { minLength: 1, maxLength: 3 }),
        (index, damages) =>
          readsOrRefuses(
            'part.xlsx',
            zipFile(
              parts.map((part, each) =>
                each === index ? { ...part, content: damaged(Buffer.from(part.content), damages) } : part,
              ),
            ),
          ),
      ),
      { seed: 3, numRuns: 600 },
    );
  });

  it('reads or is refused where its XML is put together at random', async () => {
    const piece = fc.constantFrom(
      '<row>',
      '<row r="2">',
      '</row>',
      '<c>',
      '<c r="B2" s="1" t="s">',
      '<c t="str">',
      '</c>',
      '<v>',
      '</v>',
      '1',
      '-7.5e3',
      'x',
      '<f>',
      '<f t="shared" si="0">',
      '</f>',
      '<is>',
      '</is>',
      '<t>',
      '</t>',
      '<r/>',
      '<rPh>',
      '</rPh>',
      '<sheetData>',
      '</sheetData>',
      '<mergeCell ref="A1:B2"/>',
      '<![CDATA[',
      ']]>',
      '<!--',
      '-->',
      '<?x',
      '?>',
      '&amp;',
      '&#65;',
      '&',
      ';',
      '"',
      "'",
      '=',
      '>',
      '/>',
      '<',
      '\r\n',
      '\u0000',
      'é',
      '😀',
      '_x000D_',
      '<!DOCTYPE a>',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), (pieces) =>
        readsOrRefuses(
          'random.xlsx',
          xlsxFile({ ...content, sheets: { Sheet1: `<sheetData>${pieces.join('')}</sheetData>` } }),
        ),
      ),
      { seed: 3, numRuns: 600 },
    );
  });

  it('reads or is refused where it is nothing but random bytes, under any name', async () => {
    const start = fc.constantFrom(
      '',
      'PK\x03\x04',
      'PK\x05\x06',
      '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
      '\xff\xfe',
      '\xfe\xff',
      '\xef\xbb\xbf',
      'sep=',
      'a,b\n',
      '<',
      '{"',
      '\x09\x08',
    );
    await fc.assert(
      fc.asyncProperty(
        start,
        fc.uint8Array({ maxLength: 400 }),
        fc.constantFrom('a.csv', 'a.xlsx', 'a.txt', 'a'),
        (first, rest, name) => readsOrRefuses(name, Buffer.concat([Buffer.from(first, 'latin1'), rest])),
      ),
      { seed: 3, numRuns: 600 },
    );
  });

  it('reads or is refused where it is random text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.constantFrom('utf8', 'utf16le', 'latin1'),
        (text, encoding) => readsOrRefuses('text.csv', Buffer.from(text, encoding)),
      ),
      { seed: 3, numRuns: 400 },
    );
  });
});
