import { deflateRawSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { WorkbookError, openWorkbook } from '../../../src/read/index.js';
import { readAll } from '../../support/read-cells.js';
import { temporaryFolder, xlsxFile, xlsxParts } from '../../support/xlsx-file.js';
import { zipFile } from '../../support/zip-file.js';
import type { ZipPart } from '../../support/zip-file.js';

const folder = temporaryFolder();
afterAll(() => {
  folder.remove();
});

async function refusalOf(name: string, bytes: Buffer | string): Promise<WorkbookError> {
  const path = folder.write(name, bytes);
  const error: unknown = await readAll(path).then(
    (cells) => new Error(`read ${cells} cells`),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof WorkbookError)) throw error;
  expect(error.exitCode).toBe(3);
  expect(error.message).not.toMatch(/[\n\r]/);
  expect(error.message.startsWith(`${path}: it`)).toBe(true);
  return error;
}

const ole = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

function oleFile(stream: string): Buffer {
  return Buffer.concat([
    ole,
    Buffer.alloc(1016),
    Buffer.from(`Root Entry\0${stream}\0`, 'utf16le'),
    Buffer.alloc(512),
  ]);
}

const sheetPart = 'xl/worksheets/sheet1.xml';
function withSheet(content: string | Buffer, more: Partial<ZipPart> = {}): Buffer {
  return xlsxFile({ parts: [{ name: sheetPart, content, ...more }] });
}

describe('a file that is no workbook', () => {
  it.each([
    ['nothing.xlsx', '', 'empty-file', 'empty'],
    ['photo.xlsx', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46]), 'not-a-workbook', 'JPEG'],
    ['chart.csv', Buffer.from('\x89PNG\r\n\x1a\nxx', 'latin1'), 'not-a-workbook', 'PNG'],
    ['paper.xlsx', '%PDF-1.7\n...', 'not-a-workbook', 'PDF'],
    ['login.csv', '\n <!DOCTYPE html><html><body>Sign in</body></html>', 'not-a-workbook', 'web page'],
    ['error.xlsx', '<html xmlns="http://www.w3.org/1999/xhtml"><head/></html>', 'not-a-workbook', 'web page'],
    ['table.xls', '<table><tr><td>1</td></tr></table>', 'not-a-workbook', 'web page'],
    [
      'old.xml',
      '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
      'not-a-workbook',
      '2003',
    ],
    ['answer.json', '{"error": "no access"}', 'not-a-workbook', 'JSON'],
    ['plain.xlsx', 'a,b\n1,2\n', 'not-a-workbook', '.csv'],
    ['binary.csv', Buffer.from('a,b\0\0\0\x01\x02', 'latin1'), 'not-a-workbook', 'binary'],
    ['book.xls', oleFile('Workbook'), 'legacy-xls', '.xlsx'],
    ['locked.xlsx', oleFile('EncryptedPackage'), 'encrypted', 'password'],
    ['letter.doc', oleFile('WordDocument'), 'not-a-workbook', 'Word'],
    ['bare.xls', Buffer.from([0x09, 0x08, 0x10, 0x00, 0x00, 0x06, 0x05, 0x00, 0xbb]), 'legacy-xls', '.xls'],
  ])('%s is refused by the name of what it is', async (name, bytes, code, word) => {
    const error = await refusalOf(name, bytes);
    expect(error.code).toBe(code);
    expect(error.message).toContain(word);
  });

  it.each([
    ['archive.zip', [{ name: 'data.csv', content: 'a,b' }], 'not-a-workbook', 'ZIP'],
    [
      'calc.ods',
      [
        { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' },
        { name: 'content.xml', content: '<a/>' },
      ],
      'not-a-workbook',
      'OpenDocument',
    ],
    ['sheets.numbers', [{ name: 'Index/Document.iwa', content: 'x' }], 'not-a-workbook', 'Numbers'],
    ['letter.docx', [{ name: 'word/document.xml', content: '<document/>' }], 'not-a-workbook', 'Word'],
    [
      'half.xlsx',
      [{ name: 'xl/workbook.xml', content: '<workbook/>' }],
      'not-a-workbook',
      'directory of parts',
    ],
  ])('%s is refused by the name of what it is', async (name, parts, code, word) => {
    const error = await refusalOf(name, zipFile(parts));
    expect(error.code).toBe(code);
    expect(error.message).toContain(word);
  });

  it('may be a binary workbook', async () => {
    const parts = xlsxParts({}).map((part) =>
      part.name === '_rels/.rels'
        ? { ...part, content: part.content.toString().replace('workbook.xml', 'workbook.bin') }
        : part,
    );
    const error = await refusalOf(
      'book.xlsb',
      zipFile([...parts, { name: 'xl/workbook.bin', content: 'x' }]),
    );
    expect(error.code).toBe('binary-workbook');
  });

  it('may not be there, or be a folder', async () => {
    await expect(openWorkbook('/nowhere/at/all.xlsx')).rejects.toMatchObject({
      code: 'not-found',
      exitCode: 3,
    });
    await expect(openWorkbook('/tmp')).rejects.toMatchObject({ name: 'WorkbookError', code: 'unreadable' });
  });
});

describe('a damaged workbook', () => {
  const whole = xlsxFile({ sheets: { Sheet1: '<sheetData><row><c><v>1</v></c></row></sheetData>' } });

  it('that was cut off is refused as truncated', async () => {
    expect((await refusalOf('cut.xlsx', whole.subarray(0, whole.length - 40))).code).toBe('truncated');
    expect((await refusalOf('cut-more.xlsx', whole.subarray(0, 300))).code).toBe('truncated');
  });

  it('whose part does not unpack to what was packed is refused', async () => {
    const sheet = `<worksheet><sheetData>${'<row><c><v>12345</v></c></row>'.repeat(50)}</sheetData></worksheet>`;
    expect((await refusalOf('checksum.xlsx', withSheet(sheet, { toldChecksum: 1 }))).code).toBe('damaged');
    expect((await refusalOf('longer.xlsx', withSheet(sheet, { toldSize: 10 }))).code).toBe('damaged');
    expect((await refusalOf('shorter.xlsx', withSheet(sheet, { toldSize: 100_000 }))).code).toBe('damaged');
  });

  it.each([
    ['closes what is not open', '<worksheet><sheetData></row></sheetData></worksheet>', 'damaged'],
    ['is cut off', '<worksheet><sheetData><row><c><v>1</v></c>', 'truncated'],
    ['has two roots', '<worksheet/><worksheet/>', 'damaged'],
    ['is no XML', 'hello', 'damaged'],
    ['is empty', '', 'damaged'],
    ['has attributes without quotes', '<worksheet><sheetData><row r=1/></sheetData></worksheet>', 'damaged'],
    [
      'is no text',
      Buffer.from('<worksheet><sheetData><row>\xff\xfe\xff</row></sheetData></worksheet>', 'latin1'),
      'damaged',
    ],
    ['has an unknown encoding', '<?xml version="1.0" encoding="x-none"?><worksheet/>', 'encoding'],
    [
      'merges what is no range',
      '<worksheet><mergeCells><mergeCell ref="A1:"/></mergeCells></worksheet>',
      'damaged',
    ],
  ])('whose sheet %s is refused', async (_, sheet, code) => {
    expect((await refusalOf('xml.xlsx', withSheet(sheet))).code).toBe(code);
  });

  it('without the part of a sheet, or with two parts of one name, is refused', async () => {
    const parts = xlsxParts({});
    expect(
      (await refusalOf('missing.xlsx', zipFile(parts.filter((part) => part.name !== sheetPart)))).code,
    ).toBe('damaged');
    expect(
      (
        await refusalOf(
          'doubled.xlsx',
          zipFile([...parts, { name: sheetPart.toUpperCase(), content: '<worksheet/>' }]),
        )
      ).code,
    ).toBe('damaged');
  });

  it('whose parts are locked by a ZIP password is refused as encrypted', async () => {
    expect(
      (
        await refusalOf(
          'zip-locked.xlsx',
          zipFile(xlsxParts({}).map((part) => ({ ...part, encrypted: true }))),
        )
      ).code,
    ).toBe('encrypted');
  });
});

describe('a hostile workbook', () => {
  it.each([
    ['declared', '<!DOCTYPE sst [<!ENTITY a "b">]><worksheet><sheetData/></worksheet>'],
    ['declared outside', '<!DOCTYPE sst SYSTEM "file:///etc/passwd"><worksheet/>'],
    [
      'used',
      '<worksheet><sheetData><row><c t="inlineStr"><is><t>&lol;</t></is></c></row></sheetData></worksheet>',
    ],
    [
      'without an end',
      '<worksheet><sheetData><row><c t="inlineStr"><is><t>a & b</t></is></c></row></sheetData></worksheet>',
    ],
    [
      'of no character',
      '<worksheet><sheetData><row><c t="inlineStr"><is><t>&#0;</t></is></c></row></sheetData></worksheet>',
    ],
  ])('with an entity %s is refused', async (_, sheet) => {
    expect((await refusalOf('entity.xlsx', withSheet(sheet))).code).toBe('entity');
  });

  it('that nests too deep is refused', async () => {
    const sheet = `<worksheet>${'<a>'.repeat(10_000)}${'</a>'.repeat(10_000)}</worksheet>`;
    expect((await refusalOf('deep.xlsx', withSheet(sheet))).code).toBe('too-deep');
  });

  it.each([
    ['a text', `<c t="inlineStr"><is><t>${'x'.repeat(400_000)}</t></is></c>`],
    ['a text in pieces', `<c t="inlineStr"><is>${`<r><t>${'x'.repeat(1000)}</t></r>`.repeat(400)}</is></c>`],
    ['a formula', `<c><f>${'1+'.repeat(10_000)}1</f><v>1</v></c>`],
    ['an attribute', `<c r="${'A'.repeat(400_000)}"/>`],
    ['a name', `<${'a'.repeat(2_000_000)}/>`],
    ['a comment', `<!--${'a'.repeat(2_000_000)}`],
  ])('with %s too long is refused', async (_, cell) => {
    const error = await refusalOf(
      'long.xlsx',
      withSheet(`<worksheet><sheetData><row>${cell}</row></sheetData></worksheet>`),
    );
    expect(['too-long', 'damaged', 'truncated']).toContain(error.code);
  });

  it('that unpacks to a thousand times its size is refused at once, whether it says so or not', async () => {
    const content = Buffer.alloc(64 * 1024 * 1024, 'a');
    const packed = deflateRawSync(content);
    const started = performance.now();
    expect((await refusalOf('bomb.xlsx', withSheet(content))).code).toBe('zip-bomb');
    expect((await refusalOf('liar.xlsx', withSheet(content, { toldSize: 1000 }))).code).toBe('damaged');
    expect(packed.length).toBeLessThan(content.length / 500);
    // Three packings of 64 MB included.
    expect(performance.now() - started).toBeLessThan(4000);
  });

  it.each([
    ['rows', { rows: 10 }],
    ['columns', { columns: 3 }],
    ['cells', { cells: 20 }],
    ['bytes of the file', { fileBytes: 100 }],
    ['bytes of a part', { partBytes: 500 }],
    ['bytes of all parts', { packageBytes: 1000 }],
    ['parts', { entries: 3 }],
    ['merged ranges', { merges: 1 }],
    ['texts', { tableEntries: 1 }],
    ['bytes of texts', { sharedStringBytes: 3 }],
    ['formats', { formats: 1 }],
    ['sheets', { sheets: 1 }],
  ])('past the limit of %s is refused', async (_, limits) => {
    const path = folder.write(
      'limits.xlsx',
      xlsxFile({
        sheets: {
          Sheet1: `<sheetData>${'<row><c><v>1</v></c><c><v>1</v></c><c><v>1</v></c><c><v>1</v></c></row>'.repeat(20)}</sheetData><mergeCells><mergeCell ref="A1:B1"/><mergeCell ref="A2:B2"/></mergeCells>`,
          Sheet2: '<sheetData/>',
        },
        strings: '<si><t>abc</t></si><si><t>def</t></si>',
        formats: { ids: [0, 14] },
      }),
    );
    await expect(readAll(path)).resolves.toBe(80);
    await expect(readAll(path, { limits })).rejects.toMatchObject({
      name: 'WorkbookError',
      code: 'too-large',
    });
  });

  it('that hides all columns ten thousand times over costs no time', async () => {
    const columns = '<col min="1" max="16384" hidden="1"/>'.repeat(16_000);
    const path = folder.write(
      'columns.xlsx',
      withSheet(
        `<worksheet><cols>${columns}</cols><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>`,
      ),
    );
    const started = performance.now();
    expect(await readAll(path)).toBe(1);
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it('whose formulas and formats are made to be slow to read costs no time', async () => {
    const quotes = "'".repeat(8000);
    const formulas = Array.from(
      { length: 200 },
      (_, index) => `<c><f t="shared" si="${index}">${quotes}</f><v>1</v></c>`,
    ).join('');
    const path = folder.write(
      'slow.xlsx',
      xlsxFile({
        sheets: { Sheet1: `<sheetData><row>${formulas}</row></sheetData>` },
        formats: { ids: [164], codes: `<numFmt numFmtId="164" formatCode="${'['.repeat(1000)}"/>` },
      }),
    );
    const started = performance.now();
    expect(await readAll(path)).toBe(200);
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it('cannot put control characters on the terminal through a message', async () => {
    const path = folder.write(
      'names.xlsx',
      xlsxFile({ sheets: { 'a&#10;b&#27;[31m': '<sheetData><row r="x"><c><v>1</v></c></row></sheetData>' } }),
    );
    const error: unknown = await readAll(path).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(WorkbookError);
    expect(String(error)).not.toMatch(/\p{Cc}/u);
  });
});
