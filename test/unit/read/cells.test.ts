import { afterAll, describe, expect, it } from 'vitest';
import { openWorkbook } from '../../../src/read/index.js';
import { readCells, readRows, readValues } from '../../support/read-cells.js';
import { temporaryFolder, xlsxFile } from '../../support/xlsx-file.js';
import type { XlsxContent } from '../../support/xlsx-file.js';

const folder = temporaryFolder();
afterAll(() => {
  folder.remove();
});

let count = 0;
function file(content: XlsxContent): string {
  count += 1;
  return folder.write(`cells-${count}.xlsx`, xlsxFile(content));
}

function sheetOf(rows: string): XlsxContent {
  return { sheets: { Sheet1: `<sheetData>${rows}</sheetData>` } };
}

describe('what a cell holds', () => {
  it('is typed by the file: number, text, boolean, error', async () => {
    const cells = await readCells(
      file({
        ...sheetOf(
          '<row r="1"><c r="A1"><v>1.10</v></c><c r="B1" t="s"><v>0</v></c><c r="C1" t="b"><v>0</v></c><c r="D1" t="e"><v>#DIV/0!</v></c><c r="E1" t="str"><f>1/0</f><v>#DIV/0!</v></c><c r="F1" t="inlineStr"><is><t>in </t></is></c></row>',
        ),
        strings: '<si><t>shared</t></si>',
      }),
    );
    expect(cells).toMatchObject({
      A1: {
        type: 'number',
        value: 1.1,
        stored: '1.10',
        formula: null,
        numberFormat: 'General',
        hidden: false,
      },
      B1: { type: 'text', value: 'shared' },
      C1: { type: 'boolean', value: false, stored: '0' },
      D1: { type: 'error', value: '#DIV/0!' },
      E1: { type: 'error', value: '#DIV/0!', formula: '=1/0' },
      F1: { type: 'text', value: 'in ' },
    });
  });

  it('keeps a cached 0, FALSE and empty text apart from a formula that was never calculated', async () => {
    const cells = await readCells(
      file(
        sheetOf(
          '<row r="1"><c r="A1"><f>B9</f><v>0</v></c><c r="B1" t="b"><f>1=2</f><v>0</v></c><c r="C1" t="str"><f>""</f><v></v></c><c r="D1"><f>SUM(A1:B1)</f></c><c r="E1"><f>X</f><v/></c><c r="F1" t="str"><f>Y</f></c></row>',
        ),
      ),
    );
    expect(cells).toMatchObject({
      A1: { type: 'number', value: 0 },
      B1: { type: 'boolean', value: false },
      C1: { type: 'text', value: '' },
      D1: { type: 'empty-formula', value: null, formula: '=SUM(A1:B1)' },
      E1: { type: 'empty-formula', value: null },
      F1: { type: 'empty-formula', value: null },
    });
  });

  it('is nothing where only a format or an empty text stands', async () => {
    const path = file({
      ...sheetOf(
        '<row r="1"><c r="A1" s="0"/><c r="B1" t="s"><v>0</v></c><c r="C1"><v></v></c></row><row r="2"><c r="A2"><v>5</v></c></row>',
      ),
      strings: '<si><t/></si>',
    });
    expect(await readValues(path)).toEqual({ A2: 5 });
  });

  it('is text where the file has text in the place of a number, never a number made of it', async () => {
    const path = file(
      sheetOf(
        '<row r="1"><c><v>abc</v></c><c><v>0x10</v></c><c><v>Infinity</v></c><c><v>1E3</v></c><c><v>-.5</v></c><c><v> 7 </v></c><c t="b"><v>yes</v></c><c><v>00012</v></c></row>',
      ),
    );
    expect(await readValues(path)).toEqual({
      A1: 'abc',
      B1: '0x10',
      C1: 'Infinity',
      D1: 1000,
      E1: -0.5,
      F1: 7,
      G1: 'yes',
      H1: 12,
    });
  });

  it('keeps the digits of the file beside the nearest double', async () => {
    const cells = await readCells(
      file(sheetOf('<row><c><v>9007199254740993</v></c><c><v>0.10000000000000001</v></c></row>')),
    );
    expect(cells['A1']).toMatchObject({ value: 9007199254740992, stored: '9007199254740993' });
    expect(cells['B1']).toMatchObject({ value: 0.1, stored: '0.10000000000000001' });
  });
});

describe('texts', () => {
  it('join their rich runs and leave the phonetic ones out', async () => {
    const path = file({
      ...sheetOf(
        '<row><c t="s"><v>0</v></c><c t="inlineStr"><is><r><t>one </t></r><r><rPr><b/></rPr><t>two</t></r><rPh sb="0" eb="1"><t>WAN</t></rPh></is></c></row>',
      ),
      strings:
        '<si><r><t xml:space="preserve">東 </t></r><r><t>京</t></r><rPh sb="0" eb="2"><t>とうきょう</t></rPh><phoneticPr fontId="1"/></si>',
    });
    expect(await readValues(path)).toEqual({ A1: '東 京', B1: 'one two' });
  });

  it('decode references, escapes, CDATA and line ends, and nothing twice', async () => {
    const path = file({
      ...sheetOf(
        '<row>' +
          [0, 1, 2, 3, 4, 5].map((index) => `<c t="s"><v>${index}</v></c>`).join('') +
          '<c t="str"><v>a_x000D_b</v></c></row>',
      ),
      strings:
        '<si><t>&lt;b&gt; &amp;amp; &quot;&apos;</t></si><si><t>&#x1F600;&#65;</t></si><si><t>a_x000D_\nb_x005F_x000D_</t></si><si><t>x<![CDATA[<y> & ]]>z</t></si><si><t>one\r\ntwo\rthree&#13;</t></si><si><t>a<!-- no -->b</t></si>',
    });
    expect(await readValues(path)).toEqual({
      A1: '<b> &amp; "\'',
      B1: '😀A',
      C1: 'a\r\nb_x000D_',
      D1: 'x<y> & z',
      E1: 'one\ntwo\nthree\r',
      F1: 'ab',
      G1: 'a\rb',
    });
  });

  it('that look like errors are text where a person typed them', async () => {
    const path = file({
      ...sheetOf('<row><c t="s"><v>0</v></c><c t="str"><v>#/100ml</v></c></row>'),
      strings: '<si><t>#N/A</t></si>',
    });
    expect(await readCells(path)).toMatchObject({ A1: { type: 'text' }, B1: { type: 'text' } });
  });
});

describe('formulas', () => {
  it('that are shared are told as each cell has them', async () => {
    const cells = await readCells(
      file(
        sheetOf(
          `<row r="1"><c r="B1"><f t="shared" ref="B1:C2" si="0">A1*$A1+A$1-$A$1&amp;"A1"&amp;'A1'!A1+LOG10(A1)+SUM(A:A,1:1,$B:B)+tax_A1+Tab[A1]</f><v>1</v></c><c r="C1"><f t="shared" si="0"/><v>1</v></c></row><row r="2"><c r="B2"><f t="shared" si="0"/><v>1</v></c></row>`,
        ),
      ),
    );
    expect(cells['C1']?.formula).toBe(
      `=B1*$A1+B$1-$A$1&"A1"&'A1'!B1+LOG10(B1)+SUM(B:B,1:1,$B:C)+tax_A1+Tab[A1]`,
    );
    expect(cells['B2']?.formula).toBe(
      `=A2*$A2+A$1-$A$1&"A1"&'A1'!A2+LOG10(A2)+SUM(A:A,2:2,$B:B)+tax_A1+Tab[A1]`,
    );
  });

  it('of arrays and data tables are told at the cell that holds them', async () => {
    const cells = await readCells(
      file(
        sheetOf(
          '<row r="1"><c r="A1"><f t="array" ref="A1:A2">B1:B2*2</f><v>4</v></c><c r="B1"><f t="dataTable" ref="B1" r1="C1" r2="D1"/><v>3</v></c></row><row r="2"><c r="A2"><v>6</v></c></row>',
        ),
      ),
    );
    expect(cells).toMatchObject({
      A1: { formula: '=B1:B2*2', value: 4 },
      B1: { formula: '=TABLE(C1,D1)', value: 3 },
      A2: { formula: null, value: 6 },
    });
  });
});

describe('places', () => {
  it('follow one another where addresses are missing', async () => {
    expect(
      await readValues(
        file(
          sheetOf(
            '<row><c><v>1</v></c><c><v>2</v></c></row><row r="4"><c r="C4"><v>3</v></c><c><v>4</v></c></row><row><c><v>5</v></c></row>',
          ),
        ),
      ),
    ).toEqual({ A1: 1, B1: 2, C4: 3, D4: 4, A5: 5 });
  });

  it('reach the last cell of the grid', async () => {
    expect(
      await readValues(
        file(
          sheetOf(
            '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>',
          ),
        ),
      ),
    ).toEqual({ A1: 1, XFD1048576: 2 });
  });

  it('are put in column order where a row is not', async () => {
    const workbook = await openWorkbook(
      file(sheetOf('<row r="1"><c r="B1"><v>2</v></c><c r="A1"><v>1</v></c></row>')),
    );
    const [sheet] = workbook.sheets;
    const rows = sheet === undefined ? [] : await readRows(sheet);
    expect(rows[0]?.cells.map((cell) => cell.column)).toEqual([1, 2]);
    await workbook.close();
  });

  it.each([
    ['a row twice', '<row r="2"><c r="A2"><v>1</v></c></row><row r="2"><c r="A2"><v>1</v></c></row>'],
    ['rows backwards', '<row r="3"><c r="A3"><v>1</v></c></row><row r="2"><c r="A2"><v>1</v></c></row>'],
    ['a cell twice', '<row r="1"><c r="A1"><v>1</v></c><c r="A1"><v>2</v></c></row>'],
    ['a cell of another row', '<row r="1"><c r="A2"><v>1</v></c></row>'],
    ['an address that is none', '<row r="1"><c r="A-1"><v>1</v></c></row>'],
    ['a row number that is none', '<row r="x"><c><v>1</v></c></row>'],
    ['a text that is not there', '<row r="1"><c r="A1" t="s"><v>7</v></c></row>'],
    ['an unknown type', '<row r="1"><c r="A1" t="q"><v>7</v></c></row>'],
  ])('with %s are refused, so that no number is lost or doubled', async (_, rows) => {
    await expect(readValues(file(sheetOf(rows)))).rejects.toMatchObject({
      name: 'WorkbookError',
      code: 'damaged',
      exitCode: 3,
    });
  });
});

describe('what is hidden', () => {
  it('is told of the cells of hidden rows, columns and sheets', async () => {
    const path = file({
      sheets: {
        Seen: '<cols><col min="2" max="3" hidden="1"/></cols><sheetData><row r="1"><c r="A1"><v>1</v></c><c r="C1"><v>2</v></c></row><row r="2" hidden="1"><c r="A2"><v>3</v></c></row></sheetData>',
        Unseen: '<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>',
        Never: '<sheetData/>',
      },
      sheetAttributes: { Unseen: 'state="hidden"', Never: 'state="veryHidden"' },
    });
    const seen = await readCells(path, 'Seen');
    expect([seen['A1']?.hidden, seen['C1']?.hidden, seen['A2']?.hidden]).toEqual([false, true, true]);
    expect((await readCells(path, 'Unseen'))['A1']?.hidden).toBe(true);
    const workbook = await openWorkbook(path);
    expect(workbook.sheets.map((sheet) => sheet.info.state)).toEqual(['visible', 'hidden', 'very-hidden']);
    await workbook.close();
  });
});
