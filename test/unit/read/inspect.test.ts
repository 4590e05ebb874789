import { afterAll, describe, expect, it } from 'vitest';
import {
  inspectCells,
  inspectedJson,
  openWorkbook,
  parseAddress,
  parseRange,
  parseSheetRange,
  resolveRange,
} from '../../../src/read/index.js';
import { temporaryFolder, xlsxFile } from '../../support/xlsx-file.js';

const folder = temporaryFolder();
afterAll(() => {
  folder.remove();
});

const path = folder.write(
  'inspect.xlsx',
  xlsxFile({
    sheets: {
      Deliveries:
        '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Ticket</t></is></c><c r="B1"><v>90071992547409931</v></c></row><row r="2"><c r="A2" s="1"><v>45366</v></c><c r="B2"><f>B1*2</f><v>0.30000000000000004</v></c><c r="C2"><v>1.50</v></c></row></sheetData>',
      'Lab Data': '<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>',
    },
    formats: { ids: [0, 14] },
  }),
);

async function lines(range: string): Promise<readonly string[]> {
  const workbook = await openWorkbook(path);
  const resolved = resolveRange(workbook, range);
  const found: string[] = [];
  if ('message' in resolved) found.push(resolved.message);
  else
    for await (const cell of inspectCells(resolved.sheet, resolved.contains)) found.push(inspectedJson(cell));
  await workbook.close();
  return found;
}

describe('inspecting cells', () => {
  it('gives one line of JSON a cell, in row order', async () => {
    expect(await lines('Deliveries!A1:B2')).toEqual([
      '{"sheet":"Deliveries","cell":"A1","type":"text","value":"Ticket","number_format":"General","formula":null,"hidden":false,"stored":"Ticket"}',
      '{"sheet":"Deliveries","cell":"B1","type":"number","value":90071992547409931,"number_format":"General","formula":null,"hidden":false,"stored":"90071992547409931"}',
      '{"sheet":"Deliveries","cell":"A2","type":"date","value":"2024-03-15T00:00:00","number_format":"mm-dd-yy","formula":null,"hidden":false,"stored":"45366"}',
      '{"sheet":"Deliveries","cell":"B2","type":"number","value":0.30000000000000004,"number_format":"General","formula":"=B1*2","hidden":false,"stored":"0.30000000000000004"}',
    ]);
  });

  it.each([
    ['Deliveries', 5],
    ["'Lab Data'", 1],
    ['Lab Data', 1],
    ["'Lab Data'!A1", 1],
    ['Deliveries!B:B', 2],
    ['Deliveries!2:2', 3],
    ['deliveries!C2', 1],
    ['A1:A2', 2],
  ])('takes %s as %d cells', async (range, count) => {
    expect(await lines(range)).toHaveLength(count);
  });

  it('says what is wrong with a range, and what there is instead', async () => {
    expect(await lines('Delivery!A1')).toEqual([
      'there is no sheet "Delivery": the workbook has "Deliveries", "Lab Data"',
    ]);
    expect((await lines('Deliveries!A1:'))[0]).toContain('is no range');
  });
});

describe('addresses', () => {
  it.each([
    ['A1', { row: 1, column: 1 }],
    ['$XFD$1048576', { row: 1048576, column: 16384 }],
    ['aa10', { row: 10, column: 27 }],
  ])('%s', (text, address) => {
    expect(parseAddress(text)).toEqual(address);
  });

  it.each(['', 'A0', 'XFE1', 'A1048577', '1A', 'A', '7', 'A1B', 'ABCD1', 'A-1', ' A1'])(
    '%j is none',
    (text) => {
      expect(parseAddress(text)).toBeNull();
    },
  );

  it('may come with the corners in any order', () => {
    expect(parseRange('D9:A1')).toEqual({ firstRow: 1, firstColumn: 1, lastRow: 9, lastColumn: 4 });
    expect(parseRange('A:C')).toEqual({ firstRow: null, firstColumn: 1, lastRow: null, lastColumn: 3 });
  });

  it.each(['A1:', ':A1', 'A1:B2:C3', 'A:1', 'A1:C', 'A', '3', 'A1 B2'])('%j is no range', (text) => {
    expect(parseRange(text)).toBeNull();
  });

  it('know the sheets whose names look like addresses or hold quotes', () => {
    expect(parseSheetRange('A1', ['A1'])).toEqual({ sheet: 'A1', cells: null });
    expect(parseSheetRange("'It''s!here'!B2", [])).toMatchObject({
      sheet: "It's!here",
      cells: { firstRow: 2 },
    });
  });
});
