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

  it('takes an area of cells, in any case, and with the signs of a fixed address', () => {
    const references = (cell: string): unknown =>
      explainCell(mapped, '/elsewhere/month.xlsx', cell)?.records.map(({ reference }) => reference);
    expect(references("'Lab Data'!$b$3:$B$3")).toEqual(references("'Lab Data'!B3"));
    expect(references("'Lab Data'!B2:B3")).toEqual(expect.arrayContaining(['a', 'b', 'all']));
    expect(references("'Lab Data'!Z99")).toEqual([]);
    expect(references('Other!B3')).toEqual([]);
    for (const none of ["'Lab Data'!B", 'Lab Data!', '!B3', 'B3']) expect(references(none)).toBeUndefined();
    expect(explainCell(mapped, 'other.xlsx', "'Lab Data'!B3")?.records).toEqual([]);
  });

  it('leads from a document to its file, and from a record without documents to none', async () => {
    const document = mapped.records.find(({ kind }) => kind === 'source');
    expect(explainReference(mapped, document?.reference ?? '')?.evidence).toEqual(['one.pdf']);
    const known = await mapMade(
      `tables: { t: { columns: { id: { header: Id, type: text } } } }
datapoints: { d: { each: t, reference: "{id}", display_name: one, quantity: "1 kg", type: REPORTED, sources: [{ reference: known }] } }
components: { c: { reference: c, display_name: c, blueprint: b, activity: { started: 'date("2026-10-01")', completed: 'date("2026-10-02")' }, inputs: { d: d } } }`,
      { S: { rows: [['Id'], ['a']] } },
    );
    expect(explainReference(known, 'a')?.evidence).toEqual([]);
    expect(explainReference(known, 'c')).toMatchObject({ kind: 'component', evidence: [], issues: [] });
  });
});
