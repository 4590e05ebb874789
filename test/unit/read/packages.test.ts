import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { openWorkbook } from '../../../src/read/index.js';
import { readCells, readValues } from '../../support/read-cells.js';
import { temporaryFolder, xlsxFile, xlsxParts } from '../../support/xlsx-file.js';
import type { XlsxContent } from '../../support/xlsx-file.js';
import { zipFile } from '../../support/zip-file.js';

const folder = temporaryFolder();
afterAll(() => {
  folder.remove();
});

const strict = 'http://purl.oclc.org/ooxml';
const packaging = 'http://schemas.openxmlformats.org/package/2006/relationships';
const ordinary: XlsxContent = {
  sheets: {
    Data: '<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><v>2</v></c></row></sheetData>',
  },
  strings: '<si><t>Größe</t></si>',
};
const expected = { A1: 'Größe', B1: 2 };

async function mergesOf(sheet: string): Promise<unknown> {
  const path = folder.write('merges.xlsx', xlsxFile({ sheets: { Sheet1: sheet } }));
  const workbook = await openWorkbook(path);
  const merges = await workbook.sheets[0]?.merges();
  await workbook.close();
  return merges;
}

describe('a package', () => {
  it('is read in the strict namespaces', async () => {
    const office = `${strict}/officeDocument/relationships`;
    const parts = xlsxParts(ordinary).map((part) => ({
      ...part,
      content: part.content
        .toString()
        .replaceAll('http://schemas.openxmlformats.org/officeDocument/2006/relationships', office)
        .replaceAll(
          'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
          `${strict}/spreadsheetml/main`,
        ),
    }));
    expect(await readValues(folder.write('strict.xlsx', zipFile(parts)))).toEqual(expected);
  });

  it('is read with any prefix', async () => {
    const parts = xlsxParts(ordinary).map((part) => ({
      ...part,
      content:
        part.name.startsWith('xl/') && !part.name.endsWith('.rels')
          ? part.content
              .toString()
              .replaceAll(/<(\/?)([a-zA-Z]+)/g, '<$1x:$2')
              .replaceAll('xmlns="', 'xmlns:x="')
              .replaceAll('r:id', 'd3p1:id')
              .replaceAll('xmlns:r=', 'xmlns:d3p1=')
          : part.content,
    }));
    expect(await readValues(folder.write('prefixed.xlsx', zipFile(parts)))).toEqual(expected);
  });

  it('is followed by its relationships, not by the usual names', async () => {
    const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const by = new Map(xlsxParts(ordinary).map((part) => [part.name, part.content]));
    const path = folder.write(
      'odd-names.xlsx',
      zipFile([
        {
          name: '_rels\\.rels',
          content: `<Relationships xmlns="${packaging}"><Relationship Id="a" Type="${type}/officeDocument" Target="/Odd/Book%20One.xml"/></Relationships>`,
        },
        { name: 'odd/book one.xml', content: by.get('xl/workbook.xml') ?? '' },
        {
          name: 'Odd/_rels/Book One.xml.rels',
          content: `<Relationships xmlns="${packaging}"><Relationship Id="s1" Type="${type}/worksheet" Target="../first.xml"/><Relationship Id="x" Type="${type}/sharedStrings" Target="/deep/er/texts"/><Relationship Id="y" Type="${type}/hyperlink" Target="https://example.org" TargetMode="External"/></Relationships>`,
        },
        { name: 'First.xml', content: by.get('xl/worksheets/sheet1.xml') ?? '' },
        { name: 'deep/er/texts', content: by.get('xl/sharedStrings.xml') ?? '' },
      ]),
    );
    expect(await readValues(path)).toEqual(expected);
  });

  it.each([
    ['stored without packing', { method: 'stored' }],
    ['with sizes behind the data', { descriptor: true }],
  ] as const)('is read %s', async (_, how) => {
    const parts = xlsxParts(ordinary).map((part) => ({ ...part, ...how }));
    expect(await readValues(folder.write('packed.xlsx', zipFile(parts)))).toEqual(expected);
  });

  it.each([
    ['UTF-8 with a byte order mark', (xml: string) => Buffer.from(`\ufeff${xml}`)],
    ['UTF-16', (xml: string) => Buffer.from(`\ufeff${xml.replace('UTF-8', 'UTF-16')}`, 'utf16le')],
    ['Latin 1', (xml: string) => Buffer.from(xml.replace('UTF-8', 'ISO-8859-1'), 'latin1')],
  ])('has parts in %s', async (_, encode) => {
    const sheet = `<?xml version="1.0" encoding="UTF-8"?><worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Größe</t></is></c></row></sheetData><mergeCells><mergeCell ref="A1:B2"/></mergeCells></worksheet>`;
    const path = folder.write(
      'encoded.xlsx',
      xlsxFile({ parts: [{ name: 'xl/worksheets/sheet1.xml', content: encode(sheet) }] }),
    );
    expect(await readValues(path)).toEqual({ A1: 'Größe' });
    const workbook = await openWorkbook(path);
    expect(await workbook.sheets[0]?.merges()).toHaveLength(1);
    await workbook.close();
  });

  it('needs neither shared strings nor styles', async () => {
    const parts = xlsxParts({
      ...ordinary,
      strings: null,
      sheets: { Data: '<sheetData><row><c><v>1</v></c></row></sheetData>' },
    });
    const path = folder.write('bare.xlsx', zipFile(parts.filter((part) => part.name !== 'xl/styles.xml')));
    expect(await readCells(path)).toMatchObject({ A1: { value: 1, numberFormat: 'General' } });
  });

  it('leaves chart sheets out and keeps the names of the others', async () => {
    const rels = xlsxParts({ sheets: { Chart: '', 'R&amp;D': '<sheetData/>' } }).find((part) =>
      part.name.endsWith('workbook.xml.rels'),
    );
    const path = folder.write(
      'chart.xlsx',
      xlsxFile({
        sheets: { Chart: '', 'R&amp;D': '<sheetData/>' },
        parts: [
          {
            name: 'xl/_rels/workbook.xml.rels',
            content: (rels?.content.toString() ?? '').replace('/worksheet"', '/chartsheet"'),
          },
        ],
      }),
    );
    const workbook = await openWorkbook(path);
    expect(workbook.sheets.map((sheet) => sheet.info.name)).toEqual(['R&D']);
    await workbook.close();
  });

  it('gives the same rows again, also after a reader that stopped early', async () => {
    const rows = Array.from(
      { length: 5000 },
      (_, index) => `<row r="${index + 1}"><c r="A${index + 1}"><v>${index}</v></c></row>`,
    ).join('');
    const path = folder.write(
      'again.xlsx',
      xlsxFile({ sheets: { Sheet1: `<sheetData>${rows}</sheetData>` } }),
    );
    const workbook = await openWorkbook(path);
    const [sheet] = workbook.sheets;
    expect(sheet).toBeDefined();
    if (sheet === undefined) return;
    for await (const row of sheet.rows()) if (row.number === 3) break;
    const counts: number[] = [];
    for (const _ of [1, 2]) {
      let count = 0;
      for await (const row of sheet.rows()) count += row.cells.length;
      counts.push(count);
    }
    expect(counts).toEqual([5000, 5000]);
    await workbook.close();
  });

  it('is known by the checksum of its bytes', async () => {
    const workbook = await openWorkbook(folder.write('sum.csv', 'a,b\n1,2\n'));
    expect(workbook.sha256).toBe(createHash('sha256').update('a,b\n1,2\n').digest('hex'));
    await workbook.close();
  });
});

describe('merged ranges', () => {
  it.each([
    ['behind the rows', '<sheetData><row><c><v>1</v></c></row></sheetData>'],
    ['behind no rows', '<sheetData/>'],
    ['behind tags with blanks', '<sheetData ><row/></sheetData >'],
    [
      'behind a text that looks like the end',
      '<sheetData><row><c t="inlineStr"><is><t>/sheetData> sheetData/></t></is></c></row></sheetData>',
    ],
    ['before protection and links', '<sheetData/><sheetProtection sheet="1"/>'],
  ])('are known %s', async (_, before) => {
    expect(
      await mergesOf(
        `${before}<mergeCells count="2"><mergeCell ref="A2:A4"/><mergeCell ref="B1:D1"/></mergeCells><hyperlinks/>`,
      ),
    ).toEqual([
      { firstRow: 2, firstColumn: 1, lastRow: 4, lastColumn: 1 },
      { firstRow: 1, firstColumn: 2, lastRow: 1, lastColumn: 4 },
    ]);
  });

  it('may be wide as the grid at no cost', async () => {
    expect(await mergesOf('<sheetData/><mergeCells><mergeCell ref="A1:XFD20000"/></mergeCells>')).toEqual([
      { firstRow: 1, firstColumn: 1, lastRow: 20000, lastColumn: 16384 },
    ]);
  });

  it('are found wherever the end of the rows falls between two chunks', async () => {
    const rows = Array.from(
      { length: 9000 },
      (_, index) => `<row r="${index + 1}"><c r="A${index + 1}"><v>${index * 7919}</v></c></row>`,
    );
    for (let length = 0; length < 40; length += 1) {
      const filler = `<!--${'x'.repeat(length)}-->`;
      const found = await mergesOf(
        `<sheetData>${rows.slice(0, 3000).join('')}${filler}</sheetData><mergeCells><mergeCell ref="A1:B1"/></mergeCells>`,
      );
      expect(found).toHaveLength(1);
    }
  });
});
