import { describe, expect, it } from 'vitest';
import { mapMade, quantities, told } from './map-made.js';
import type { Made } from './made-workbook.js';

/** A mapping in which nothing asks for the column `other`. */
const unasked = (other: string, more = ''): string => `
tables:
  t:
    columns:
      id: { header: Id, type: text }
      x: { header: X, type: quantity, unit: kg }
      other: { header: Other, ${other} }
${more}datapoints:
  d: { each: t, reference: "{id}", display_name: "{id}", quantity: { value: x, unit: kg }, type: REPORTED }
`;

const rows = (...others: Made[]) => ({
  S: { rows: [['Id', 'X', 'Other'], ...others.map((other, nth): Made[] => [`r${nth + 1}`, nth + 1, other])] },
});

const percent = (value: number): Made => ({
  cell: { type: 'number', value, stored: String(value), numberFormat: '0%' },
});

describe('a column that nothing asks for', () => {
  it.each([
    ['type: quantity, unit: kg', 'much', 'number-unreadable'],
    ['type: text, values: [a, b]', 'c', 'value-not-allowed'],
    ['type: date', 'some day', 'date-unreadable'],
    ['type: flag, required: true', null, 'value-missing'],
    ['type: quantities, unit: kg', 'much', 'number-unreadable'],
  ])('is still checked: %s', async (other, cell, code) => {
    const mapped = await mapMade(unasked(other), rows(cell));
    expect(told(mapped)).toEqual([expect.stringMatching(new RegExp(`^${code} S!C2: `))]);
    expect(mapped.rows).toEqual({ read: 1, mapped: 0, skipped: 0, withErrors: 1 });
  });

  it('still tells percentages from bare numbers', async () => {
    const mapped = await mapMade(
      unasked('type: quantity, unit: dimensionless'),
      rows(0.5, percent(0.03), percent(0.04), 8),
    );
    expect(told(mapped)).toEqual([
      expect.stringMatching(/^percent-ambiguous S!C2: /),
      expect.stringMatching(/^percent-ambiguous S!C5: /),
    ]);
  });

  it('has its values where only a deviation asks for them', async () => {
    const mapped = await mapMade(
      `
tables:
  t:
    columns:
      id: { header: Id, type: text }
      x: { header: X, type: quantity, unit: kg, sd: { column: other, k: 2 } }
      other: { header: Other, type: quantity, unit: kg }
datapoints:
  d: { each: t, reference: "{id}", display_name: "{id}", quantity: { value: x, unit: kg }, type: REPORTED }
`,
      rows(4),
    );
    expect(told(mapped)).toEqual([]);
    expect(quantities(mapped)).toEqual({ r1: '1 ± 2 kg' });
  });

  it('has its values where only another record is chosen by them', async () => {
    const mapped = await mapMade(
      `
tables:
  t:
    sheet: S
    columns:
      id: { header: Id, type: text }
      x: { header: X, type: quantity, unit: kg }
  docs:
    sheet: Documents
    columns:
      code: { header: Code, type: text }
      file: { header: File, type: files }
      day: { header: Day, type: date }
sources:
  s: { each: docs, files: file, display_name: "{file}", published_at: day }
datapoints:
  d:
    each: t
    reference: "{id}"
    display_name: "{id}"
    quantity: { value: x, unit: kg }
    type: REPORTED
    sources: [{ source: s, on: { code: id } }]
`,
      {
        S: {
          rows: [
            ['Id', 'X'],
            ['r1', 1],
            ['r2', 2],
          ],
        },
        Documents: {
          rows: [
            ['Code', 'File', 'Day'],
            ['r2', 'b.pdf', { date: '2026-10-02T00:00:00' }],
          ],
        },
      },
      { files: { 'b.pdf': 'b' } },
    );
    const cited = mapped.records.flatMap(({ kind, reference, fields }) => {
      const sources = fields['sources'];
      return kind === 'datapoint' && sources?.type === 'links' ? [[reference, sources.value.length]] : [];
    });
    expect(cited).toEqual([
      ['r1', 0],
      ['r2', 1],
    ]);
  });
});
