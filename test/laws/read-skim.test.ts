import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { cellAddress } from '../../src/model/workbook.js';
import { readCells } from '../support/read-cells.js';
import { temporaryFolder, xlsxFile } from '../support/xlsx-file.js';

const folder = temporaryFolder();
afterAll(() => {
  folder.remove();
});

const piece = fc.constantFrom(
  '1',
  '-2.5',
  '45366.5',
  'abc',
  ' 7 ',
  '',
  '#DIV/0!',
  '0',
  'a&amp;b',
  'x\r\ny',
  'é😀',
  ']]&gt;',
  '>',
  '<![CDATA[<v>9</v>]]>',
  '<!-- </c> -->',
  '"',
);
const cell = fc.record({
  type: fc.constantFrom('', 'n', 'str', 'b', 'e', 'd', 's'),
  style: fc.constantFrom('', '0', '1', '2'),
  formula: fc.constantFrom(null, '', 'A1+1', 'A1&amp;"x"', 'IF(A1>2,1,0)'),
  value: fc.option(
    fc.array(piece, { maxLength: 3 }).map((pieces) => pieces.join('')),
    { nil: null },
  ),
});
const rows = fc.array(fc.array(fc.option(cell, { nil: null }), { maxLength: 6 }), {
  minLength: 1,
  maxLength: 6,
});

type Rows = readonly (readonly ({
  type: string;
  style: string;
  formula: string | null;
  value: string | null;
} | null)[])[];

/** The same sheet in the form that is skimmed, or with a blank in each start tag, which is not. */
function sheet(table: Rows, blank: '' | ' '): string {
  const data = table.map((row, r) => {
    const cells = row.map((each, c) => {
      if (each === null) return '';
      const type = each.type === '' ? '' : ` t="${each.type}"`;
      const style = each.style === '' ? '' : ` s="${each.style}"`;
      const value = each.type === 's' ? '<v>0</v>' : each.value === null ? '' : `<v>${each.value}</v>`;
      const formula = each.formula === null ? '' : `<f>${each.formula}</f>`;
      const start = `<c r="${cellAddress(r + 1, c + 1)}"${style}${type}${blank}`;
      return formula === '' && value === '' ? `${start}/>` : `${start}>${formula}${value}</c>`;
    });
    return `<row r="${r + 1}">${cells.join('')}</row>`;
  });
  return `<sheetData>${data.join('')}</sheetData>`;
}

async function cellsOf(table: Rows, blank: '' | ' '): Promise<unknown> {
  const bytes = xlsxFile({
    sheets: { Sheet1: sheet(table, blank) },
    strings: '<si><t>shared</t></si>',
    formats: { ids: [0, 14, 9] },
  });
  return readCells(folder.write('skim.xlsx', bytes));
}

describe('the quicker way through cells', () => {
  it('means what the whole way means, cell by cell', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (table) => {
        expect(await cellsOf(table, '')).toEqual(await cellsOf(table, ' '));
      }),
      { seed: 7, numRuns: 400 },
    );
  });

  it('means the same wherever a chunk of the file ends', async () => {
    const table = Array.from({ length: 3000 }, (_, r) =>
      Array.from({ length: 6 }, (_each, c) => ({
        type: c === 2 ? 'str' : '',
        style: '1',
        formula: c === 4 ? 'A1*2' : null,
        value: `${r * 7 + c}.25`,
      })),
    );
    const skimmed = await cellsOf(table, '');
    expect(skimmed).toEqual(await cellsOf(table, ' '));
    expect(Object.keys(skimmed ?? {})).toHaveLength(18_000);
  });
});
