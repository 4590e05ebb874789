import fc from 'fast-check';
import { readXlsx, writeXlsx } from 'hucre';
import exceljs from 'exceljs';
import { afterAll, describe, expect, it } from 'vitest';
import { cellAddress, columnLetters } from '../../src/model/workbook.js';
import { columnNumber, parseAddress, parseRange } from '../../src/read/index.js';
import { serialToIso } from '../../src/read/xlsx/serial-date.js';
import { formulaAt, parseSharedFormula } from '../../src/read/xlsx/shared-formula.js';
import { readCells, readValues } from '../support/read-cells.js';
import { temporaryFolder, xlsxFile } from '../support/xlsx-file.js';

const folder = temporaryFolder();
afterAll(() => {
  folder.remove();
});

const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .filter((each) => !/[\p{Cc}\p{Cs}\ufffe\uffff]/u.test(each) && !each.includes('_x'));
// Adding 0 makes 0 of -0, which no file tells apart.
const number = fc
  .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
  .map((each) => each + 0);
const value = fc.oneof(text, number, fc.boolean());
const table = fc.array(fc.array(fc.option(value, { nil: null }), { minLength: 1, maxLength: 6 }), {
  minLength: 1,
  maxLength: 12,
});

function escaped(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** The table as another reader tells it, by address. */
function byAddress(rows: readonly (readonly unknown[])[]): Record<string, unknown> {
  return Object.fromEntries(
    rows.flatMap((row, r) =>
      row.flatMap((each, c) =>
        each === null || each === undefined || each === ''
          ? []
          : [
              [
                cellAddress(r + 1, c + 1),
                each instanceof Date ? each.toISOString().slice(0, 19) : each,
              ] as const,
            ],
      ),
    ),
  );
}

describe('what is written is read', () => {
  it('whether texts are shared or inline, cells addressed or not, names prefixed or not', async () => {
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        async (rows, isShared, isAddressed, isPrefixed) => {
          const strings: string[] = [];
          const x = isPrefixed ? 'x:' : '';
          const cellOf = (each: string | number | boolean | null, r: number, c: number): string => {
            const at = isAddressed ? ` r="${cellAddress(r + 1, c + 1)}"` : '';
            if (each === null) return isAddressed ? '' : `<${x}c/>`;
            if (typeof each === 'boolean') return `<${x}c${at} t="b"><${x}v>${each ? 1 : 0}</${x}v></${x}c>`;
            if (typeof each === 'number') return `<${x}c${at}><${x}v>${each}</${x}v></${x}c>`;
            if (!isShared)
              return `<${x}c${at} t="inlineStr"><${x}is><${x}t>${escaped(each)}</${x}t></${x}is></${x}c>`;
            strings.push(each);
            return `<${x}c${at} t="s"><${x}v>${strings.length - 1}</${x}v></${x}c>`;
          };
          const data = rows
            .map((row, r) => `<${x}row>${row.map((each, c) => cellOf(each, r, c)).join('')}</${x}row>`)
            .join('');
          const sheet = `<${x}worksheet xmlns${isPrefixed ? ':x' : ''}="urn:any"><${x}sheetData>${data}</${x}sheetData></${x}worksheet>`;
          const path = folder.write(
            'written.xlsx',
            xlsxFile({
              parts: [{ name: 'xl/worksheets/sheet1.xml', content: sheet }],
              strings: strings.map((each) => `<si><t>${escaped(each)}</t></si>`).join(''),
            }),
          );
          expect(await readValues(path)).toEqual(byAddress(rows));
        },
      ),
      { seed: 5, numRuns: 150 },
    );
  });

  it('as a second reader reads it, from files of a second writer', async () => {
    const dated = fc.array(
      fc.array(
        fc.option(
          fc.oneof(
            value,
            fc
              .date({ min: new Date('1900-03-01'), max: new Date('2100-01-01'), noInvalidDate: true })
              .map((date) => new Date(Math.round(date.getTime() / 1000) * 1000)),
          ),
          { nil: null },
        ),
        { minLength: 1, maxLength: 6 },
      ),
      { minLength: 1, maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(dated, fc.constantFrom('shared', 'inline'), async (rows, stringMode) => {
        const bytes = await writeXlsx({ sheets: [{ name: 'Sheet1', rows }], stringMode });
        const path = folder.write('second-writer.xlsx', Buffer.from(bytes));
        const [sheet] = (await readXlsx(bytes)).sheets;
        const theirs = byAddress(sheet?.rows ?? []);
        expect(await readValues(path)).toEqual(theirs);
      }),
      { seed: 5, numRuns: 150 },
    );
  });

  it('as a second reader reads it, with formulas, formats, merges and hidden parts of exceljs', async () => {
    const result = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constant(0),
      fc.boolean(),
      text,
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(result, fc.boolean(), fc.integer({ min: 1, max: 80_000 })), {
          minLength: 1,
          maxLength: 10,
        }),
        async (rows) => {
          const book = new exceljs.Workbook();
          const sheet = book.addWorksheet('Data');
          rows.forEach(([cached, isHidden, serial], index) => {
            const row = sheet.addRow([{ formula: `B${index + 1}*2`, result: cached }, serial, serial]);
            row.getCell(3).numFmt = 'dd/mm/yyyy';
            row.hidden = isHidden;
          });
          sheet.mergeCells('E1:F2');
          const path = folder.write('exceljs.xlsx', Buffer.from(await book.xlsx.writeBuffer()));
          const cells = await readCells(path);
          rows.forEach(([cached, isHidden, serial], index) => {
            expect(cells[`A${index + 1}`]).toMatchObject({
              value: cached,
              formula: `=B${index + 1}*2`,
              hidden: isHidden,
            });
            expect(cells[`B${index + 1}`]?.value).toBe(serial);
            expect(cells[`C${index + 1}`]).toMatchObject({
              type: 'date',
              stored: `${serial}`,
              numberFormat: 'dd/mm/yyyy',
            });
          });
        },
      ),
      { seed: 5, numRuns: 40 },
    );
  });
});

describe('a CSV table is read as it was written', () => {
  it('with any delimiter that is stated, any line end and any text within quotes', async () => {
    const field = fc
      .string({ unit: 'grapheme', maxLength: 12 })
      .filter((each) => !/[\p{Cc}\p{Cs}\ufeff]/u.test(each));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(field, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 8 }),
        fc.constantFrom(',', ';', '\t', '|'),
        fc.constantFrom('\n', '\r\n', '\r'),
        async (rows, delimiter, end) => {
          const content = rows
            .map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(delimiter))
            .join(end);
          const path = folder.write('table.csv', `\ufeff${content}${end}`);
          expect(await readValues(path, { csv: { delimiter } })).toEqual(byAddress(rows));
        },
      ),
      { seed: 5, numRuns: 200 },
    );
  });

  it('with the delimiter found, where rows agree on it', async () => {
    const field = fc.stringMatching(/^[a-z0-9 .]{1,8}$/);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 6 }).chain((width) =>
          fc.array(fc.array(field, { minLength: width, maxLength: width }), {
            minLength: 2,
            maxLength: 10,
          }),
        ),
        fc.constantFrom(',', ';', '\t', '|'),
        async (rows, delimiter) => {
          const path = folder.write('found.csv', rows.map((row) => row.join(delimiter)).join('\n'));
          expect(await readValues(path)).toEqual(byAddress(rows));
        },
      ),
      { seed: 5, numRuns: 100 },
    );
  });
});

describe('places and dates', () => {
  const place = fc.record({
    row: fc.integer({ min: 1, max: 1_048_576 }),
    column: fc.integer({ min: 1, max: 16_384 }),
  });

  it('an address is read as it was written', () => {
    fc.assert(
      fc.property(place, ({ row, column }) => {
        expect(parseAddress(cellAddress(row, column))).toEqual({ row, column });
        expect(columnNumber(columnLetters(column))).toBe(column);
      }),
      { seed: 5 },
    );
  });

  it('a range is read as it was written', () => {
    fc.assert(
      fc.property(place, place, (a, b) => {
        const range = {
          firstRow: Math.min(a.row, b.row),
          firstColumn: Math.min(a.column, b.column),
          lastRow: Math.max(a.row, b.row),
          lastColumn: Math.max(a.column, b.column),
        };
        const first = cellAddress(range.firstRow, range.firstColumn);
        const last = cellAddress(range.lastRow, range.lastColumn);
        expect(parseRange(`${first}:${last}`)).toEqual(range);
        expect(parseRange(first)).toEqual({
          ...range,
          lastRow: range.firstRow,
          lastColumn: range.firstColumn,
        });
      }),
      { seed: 5 },
    );
  });

  it('a shared formula is itself where it stands, and comes back from wherever it was moved', () => {
    const reference = fc
      .tuple(fc.boolean(), place, fc.boolean())
      .map(
        ([fixedColumn, at, fixedRow]) =>
          `${fixedColumn ? '$' : ''}${columnLetters(at.column)}${fixedRow ? '$' : ''}${at.row}`,
      );
    const piece = fc.oneof(
      reference,
      fc.constantFrom(
        '+',
        '*',
        '(',
        ')',
        ',',
        '"A1 ""B2"',
        "'Lab A1'!",
        'SUM(',
        'LOG10(',
        'Tab[A1]',
        '1.5',
        'rate_A1',
        'A:C',
        '$2:$3',
        '#REF!',
      ),
    );
    const formula = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(' '));
    fc.assert(
      fc.property(formula, place, place, (written, from, to) => {
        const shared = parseSharedFormula(written, from.row, from.column);
        expect(formulaAt(shared, from.row, from.column)).toBe(written);
        const moved = formulaAt(shared, to.row, to.column);
        expect(formulaAt(parseSharedFormula(moved, to.row, to.column), from.row, from.column)).toBe(written);
      }),
      { seed: 5, numRuns: 500 },
    );
  });

  it('a later serial is never an earlier date, and each is within half a second of its own', () => {
    const serial = fc.double({ min: 61, max: 2_958_464, noNaN: true });
    const isoOf = (each: number): string => serialToIso(each, 'date', false) ?? '';
    fc.assert(
      fc.property(serial, serial, (a, b) => {
        expect(isoOf(Math.min(a, b)) <= isoOf(Math.max(a, b))).toBe(true);
        const exact = Date.UTC(1899, 11, 30) + a * 86_400_000;
        expect(Math.abs(Date.parse(`${isoOf(a)}Z`) - exact)).toBeLessThanOrEqual(501);
      }),
      { seed: 5, numRuns: 500 },
    );
  });

  it('the two date systems tell the same day 1462 days apart', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_900_000 }), (day) => {
        expect(serialToIso(day, 'date', true)).toBe(serialToIso(day + 1462, 'date', false));
      }),
      { seed: 5 },
    );
  });
});
