import { afterAll, describe, expect, it } from 'vitest';
import { openWorkbook } from '../../../src/read/index.js';
import { readAll, readCells, readRows, readValues } from '../../support/read-cells.js';
import { temporaryFolder } from '../../support/xlsx-file.js';

const folder = temporaryFolder();
afterAll(() => {
  folder.remove();
});

function csv(content: string | Buffer): string {
  return folder.write('Meter readings 2026.csv', content);
}

describe('a CSV file', () => {
  it('is a workbook of one sheet, named as the file, whose cells are all text', async () => {
    const workbook = await openWorkbook(csv('site,"mass, t"\nA,"1,148"\n'));
    expect(workbook).toMatchObject({ format: 'csv', date1904: false });
    expect(workbook.sheets.map((sheet) => sheet.info)).toEqual([
      { name: 'Meter readings 2026', state: 'visible' },
    ]);
    const [sheet] = workbook.sheets;
    if (sheet === undefined) return;
    expect(await sheet.merges()).toEqual([]);
    expect((await readRows(sheet))[1]).toEqual({
      number: 2,
      hidden: false,
      cells: [
        {
          row: 2,
          column: 1,
          type: 'text',
          value: 'A',
          stored: 'A',
          numberFormat: 'General',
          formula: null,
          hidden: false,
        },
        {
          row: 2,
          column: 2,
          type: 'text',
          value: '1,148',
          stored: '1,148',
          numberFormat: 'General',
          formula: null,
          hidden: false,
        },
      ],
    });
  });

  it('counts its records, blank ones and those of several lines included', async () => {
    expect(await readValues(csv('\nTitle\n\n"a\nb",x\n1\n,,\n7,8,9,10\n'))).toEqual({
      A2: 'Title',
      A4: 'a\nb',
      B4: 'x',
      A5: '1',
      A7: '7',
      B7: '8',
      C7: '9',
      D7: '10',
    });
  });

  it.each([
    ['comma', 'a,b,c\n1,2,3\n'],
    ['semicolon', 'a;b;c\n1,5;2,5;3,5\n1,5;2,5;3,5\n'],
    ['tab', 'a\tb\tc\n1,5\t2,5\t3;5\n'],
    ['bar', 'a|b|c\n1|2|3\n'],
    ['semicolon below a title', 'Weighbridge, site A, 2026\n\na;b;c\n1;2;3\n4;5;6\n'],
    ['comma beside quoted semicolons', 'a,b,c\n"x;y;z",2,3\n"x;y;z",2,3\n'],
    ['the one its first line names', 'sep=;\na;b;c\n1,5;2;3\n'],
  ])('is split at its delimiter: %s', async (_, content) => {
    const workbook = await openWorkbook(csv(content));
    const rows = workbook.sheets[0] === undefined ? [] : await readRows(workbook.sheets[0]);
    expect(rows.find((row) => row.cells[0]?.value === 'a')?.cells.map((cell) => cell.value)).toEqual([
      'a',
      'b',
      'c',
    ]);
    expect(rows.at(-1)?.cells).toHaveLength(3);
    expect(rows.some((row) => String(row.cells[0]?.value).startsWith('sep='))).toBe(false);
  });

  it.each([
    ['CRLF', '\r\n'],
    ['LF', '\n'],
    ['CR', '\r'],
  ])('has line ends of %s', async (_, end) => {
    expect(await readValues(csv(`a,b${end}1,2${end}`))).toEqual({ A1: 'a', B1: 'b', A2: '1', B2: '2' });
  });

  it('may mix its line ends', async () => {
    expect(await readValues(csv('a,b\r\n1,2\n3,4\r5,6'))).toMatchObject({ B2: '2', B3: '4', B4: '6' });
  });

  it.each([
    ['UTF-8', Buffer.from('größe,€\n1,2\n')],
    ['UTF-8 with a byte order mark', Buffer.from('\ufeffgröße,€\n1,2\n')],
    ['UTF-16 with a byte order mark', Buffer.from('\ufeffgröße,€\n1,2\n', 'utf16le')],
    ['UTF-16 without one', Buffer.from('größe,€\n1,2\n', 'utf16le')],
    ['UTF-16 the other way round', Buffer.from('\ufeffgröße,€\n1,2\n', 'utf16le').swap16()],
    ['Windows-1252', Buffer.from('gr\xf6\xdfe,\x80\n1,2\n', 'latin1')],
  ])('is read in %s', async (_, bytes) => {
    expect(await readValues(csv(bytes))).toEqual({ A1: 'größe', B1: '€', A2: '1', B2: '2' });
  });

  it('shows its encoding also by a letter far behind its beginning', async () => {
    const rows = 'name,value\n'.repeat(60_000);
    expect((await readCells(csv(Buffer.from(`${rows}gr\xf6\xdfe,1\n`, 'latin1'))))['A60001']?.value).toBe(
      'größe',
    );
    expect((await readCells(csv(Buffer.from(`${rows}größe,1\n`))))['A60001']?.value).toBe('größe');
  });

  it('marked as UTF-16 that is none is refused, unless its encoding is stated', async () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('site,mass,unit\nA,1,t\nB,2,t\n')]);
    await expect(readAll(csv(bytes))).rejects.toMatchObject({ code: 'encoding', exitCode: 3 });
    await expect(readAll(csv(bytes), { csv: { encoding: 'windows-1252' } })).resolves.toBe(9);
  });

  it.each([
    ['fffe0000', '61000000'],
    ['0000feff', '00000061'],
  ])('in UTF-32 is refused', async (mark, letter) => {
    await expect(readAll(csv(Buffer.from(mark + letter, 'hex')))).rejects.toMatchObject({ code: 'encoding' });
  });

  it('is read as its mapping states', async () => {
    expect(await readValues(csv("a;'x;y'\n"), { csv: { delimiter: ';', quote: "'" } })).toEqual({
      A1: 'a',
      B1: 'x;y',
    });
    expect(await readValues(csv('5" pipe,2\n'), { csv: { quote: null } })).toEqual({
      A1: '5" pipe',
      B1: '2',
    });
    expect(await readValues(csv('a,"x\\"y"\n'), { csv: { escape: '\\' } })).toEqual({ A1: 'a', B1: 'x"y' });
    await expect(
      readAll(csv(Buffer.from('gr\xf6\xdfe', 'latin1')), { csv: { encoding: 'utf-8' } }),
    ).rejects.toMatchObject({ code: 'encoding' });
  });

  it.each([
    ['a quote within a field', 'a,b\n5" pipe,2\n', 2],
    ['text behind a closed quote', 'a,b\n"x"y,2\n', 2],
    ['a quote that is not closed', 'a,b\n1,2\n"x,2\n3,4\n', 3],
  ])('with %s is refused by its line', async (_, content, line) => {
    const error: unknown = await readAll(csv(content)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'WorkbookError', code: 'quoting', exitCode: 3 });
    expect(String(error)).toMatch(new RegExp(`line [${line}-5]`));
  });

  it('of nothing but a separator line or blank lines has no rows', async () => {
    expect(await readAll(csv('sep=,'))).toBe(0);
    expect(await readAll(csv('\n\r\n\n'))).toBe(0);
  });

  it('past a limit is refused', async () => {
    const rows = 'a,b\n'.repeat(100);
    await expect(readAll(csv(rows), { limits: { rows: 50 } })).rejects.toMatchObject({ code: 'too-large' });
    await expect(readAll(csv(rows), { limits: { columns: 1 } })).rejects.toMatchObject({ code: 'too-large' });
    await expect(readAll(csv(`a,${'x'.repeat(300_000)}\n`))).rejects.toMatchObject({ code: 'too-long' });
    await expect(readAll(csv(`a,"${'x\n'.repeat(2_000_000)}`))).rejects.toMatchObject({ code: 'quoting' });
  });

  it('keeps formulas as the texts they are', async () => {
    expect(await readCells(csv('=1+1,@cmd\n'))).toMatchObject({
      A1: { type: 'text', value: '=1+1', formula: null },
    });
  });
});
