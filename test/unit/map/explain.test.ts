import { describe, expect, it } from 'vitest';
import { explainCell, explainReference } from '../../../src/map/index.js';
import { mapMade } from './map-made.js';

const mapped = await mapMade(
  `tables:
  t:
    sheet: Lab Data
    until: { first_cell: Total }
    columns: { id: { header: Id, type: text }, x: { header: X, type: quantity, unit: kg }, file: { header: File, type: files } }
sources:
  s: { each: t, files: file, display_name: "{file}", published_at: 'date("2026-10-31")' }
datapoints:
  d: { each: t, reference: "{id}", display_name: one, quantity: { value: x, unit: kg }, type: REPORTED, sources: [s] }
  all: { over: t, reference: all, display_name: all, quantity: { value: "sum(rows, x)", unit: kg }, type: DERIVED, sources: [s] }`,
  {
    'Lab Data': {
      rows: [
        ['Id', 'X', 'File'],
        ['a', 1, 'one.pdf'],
        ['b', 2, 'two.pdf'],
        ['Total', 3],
      ],
    },
  },
  { files: { 'one.pdf': '1', 'two.pdf': '2' } },
);

describe('explain', () => {
  it('leads from a cell to the records and fields it has a part in', () => {
    const found = explainCell(mapped, 'month.xlsx', "'Lab Data'!B3");
    expect(found?.tables).toEqual(['t']);
    expect(
      found?.records.filter((record) => record.fields.includes('quantity')).map((record) => record.reference),
    ).toEqual(['b', 'all']);
    expect(explainCell(mapped, 'month.xlsx', "'Lab Data'!B4")?.skipped).toBe('total');
    expect(explainCell(mapped, 'month.xlsx', 'no cell')).toBeNull();
  });

  it('leads from a record to its cells, member rows and evidence', () => {
    const found = explainReference(mapped, 'all');
    expect(found?.rows).toMatchObject([{ cell: 'A2:C3' }]);
    expect(found?.fields.find((field) => field.name === 'quantity')?.origins).toMatchObject([
      { cell: 'B2:B3' },
    ]);
    expect(found?.evidence).toEqual(['one.pdf', 'two.pdf']);
    expect(explainReference(mapped, 'nothing')).toBeNull();
  });
});
