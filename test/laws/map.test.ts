import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Mapped } from '../../src/model/mapped.js';
import { loadMapping, mapWorkbooks, MappingError } from '../../src/map/index.js';
import { readDigits } from '../../src/map/cells/number-text.js';
import { readQuantityText } from '../../src/map/cells/quantity-text.js';
import { type Made, madeEvidence, madeWorkbook } from '../unit/map/made-workbook.js';

const text = `
mapping: 1
name: laws
timezone: Africa/Nairobi
missing: [n/a]
units: { MT: t }
tables:
  t:
    header: { find: Id, repeats: true }
    until: { first_cell: End }
    skip: [{ filled_at_most: 1, reason: section }, { when: "given(note) && contains(note, 'skip')" }]
    key: id
    columns:
      id: { header: Id, type: text }
      x: { header: "/^X/", type: quantity, kind: mass, below_limit: half, k: 2, range: [-1000000000, 1000000000] }
      p: { header: P, type: quantity, unit: "%", optional: true }
      day: { header: Day, type: date }
      when: { header: When, type: datetime, optional: true }
      flag: { header: Flag, type: flag, optional: true }
      files: { header: Files, type: files, optional: true }
      note: { header: Note, type: text, fill: down }
    derive:
      double: { value: "x + x", relative_sd: 0.01, check: "x >= 0 kg" }
sources:
  s: { each: t, files: files, display_name: "{file}", published_at: day }
datapoints:
  d: { each: t, reference: "d-{id}", display_name: "{note}", quantity: { value: double, unit: t }, type: REPORTED, measured_at: day, sources: [s] }
  g: { over: t, group_by: [note], reference: "g-{note}", display_name: group, quantity: { value: "sum(rows, x)", unit: kg }, type: DERIVED }
components:
  c: { each: t, reference: "c-{id}", display_name: c, blueprint: b, activity: { started: day, completed: day }, inputs: { m: d, g: g } }
checks: [{ name: some, expect: "count(t) > 0", severity: warning }]
control_totals: [{ name: all, datapoints: d, sum: quantity, unit: kg }]
`;
const mapping = loadMapping(text, 'laws.yaml', { environment: {} });

const cell: fc.Arbitrary<Made> = fc.oneof(
  fc.constantFrom<Made>(
    null,
    'Id',
    'X (kg)',
    'Day',
    'Total',
    'End',
    'a.pdf; b.pdf',
    '<0.4',
    '3 ± 1',
    '1,148',
    '1.148.000,5',
    '12 MT',
    '5 t',
    '45%',
    'n/a',
    '01/02/2026',
    '2026-10-04',
    'skip me',
    '∞',
    '-',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom<Made>(
    { date: '2026-10-04T00:00:00' },
    { date: '12:50:00' },
    { cell: { type: 'error', value: '#REF!' } },
    { cell: { type: 'empty-formula', value: null, formula: '=A1' } },
    { cell: { type: 'number', value: 0.5, stored: '0.5', numberFormat: '0%' } },
  ),
);
const good: Readonly<Record<string, fc.Arbitrary<Made>>> = {
  Id: fc.constantFrom<Made>('a', 'b', 'c', 'd', 'e', 'f', 4711),
  'X (kg)': fc.oneof(fc.integer({ min: -5, max: 5000 }), fc.constantFrom<Made>('<0.4', '3 ± 1', '12.5')),
  P: fc.integer({ min: 0, max: 100 }),
  Day: fc.constantFrom<Made>({ date: '2026-10-04T00:00:00' }, '2026-10-31', '4 Oct 2026'),
  When: fc.constantFrom<Made>({ date: '2026-10-04T08:15:00' }, '2026-10-04 08:15'),
  Flag: fc.constantFrom<Made>(true, 'no', 'x'),
  Files: fc.constantFrom<Made>('a.pdf', 'b.pdf', 'a.pdf; b.pdf', 'lost.pdf', null),
  Note: fc.constantFrom<Made>('north', 'south', null, 'skip this'),
};
const sheet = fc
  .tuple(
    fc.subarray(['P', 'When', 'Flag', 'Files']),
    fc.shuffledSubarray(['Id', 'X (kg)', 'Day', 'Note'], { minLength: 4 }),
  )
  .chain(([optional, needed]) => {
    const header = [...needed, ...optional];
    const row = fc.tuple(
      ...header.map((name) =>
        fc.oneof({ weight: 15, arbitrary: good[name] ?? cell }, { weight: 1, arbitrary: cell }),
      ),
    );
    return fc.record({
      above: fc.array(fc.array(fc.constantFrom<Made>('Title', null, 7), { maxLength: 4 }), { maxLength: 3 }),
      header: fc.constant(header),
      rows: fc.array(
        fc.oneof({ weight: 8, arbitrary: row }, { weight: 1, arbitrary: fc.array(cell, { maxLength: 9 }) }),
        { maxLength: 12 },
      ),
      merges: fc.array(
        fc.record({
          firstRow: fc.integer({ min: 1, max: 12 }),
          firstColumn: fc.integer({ min: 1, max: 6 }),
          tall: fc.integer({ min: 0, max: 3 }),
        }),
        { maxLength: 1 },
      ),
      hiddenRows: fc.array(fc.integer({ min: 1, max: 15 }), { maxLength: 3 }),
    });
  });

async function map(made: typeof sheet extends fc.Arbitrary<infer Sheet> ? Sheet : never): Promise<Mapped> {
  const workbook = madeWorkbook({
    S: {
      rows: [...made.above, made.header, ...made.rows],
      merges: made.merges.map(({ firstRow, firstColumn, tall }) => ({
        firstRow,
        firstColumn,
        lastRow: firstRow + tall,
        lastColumn: firstColumn,
      })),
      hiddenRows: made.hiddenRows,
    },
  });
  return mapWorkbooks(mapping, [workbook], {
    evidence: madeEvidence({ 'a.pdf': 'a', 'b.pdf': 'b' }),
    parameters: {},
    projectId: null,
  });
}

describe('whatever the cells hold', () => {
  it('nothing crashes, every row is accounted for, every field has an origin, and references are unique', async () => {
    let records = 0;
    await fc.assert(
      fc.asyncProperty(sheet, async (made) => {
        const mapped = await map(made);
        records += mapped.records.length;
        const { read, mapped: taken, skipped, withErrors } = mapped.rows;
        expect(taken + skipped + withErrors).toBe(read);
        expect(mapped.skipped).toHaveLength(skipped);
        expect(new Set(mapped.records.map((record) => record.reference)).size).toBe(mapped.records.length);
        for (const record of mapped.records) {
          for (const name of ['', ...Object.keys(record.fields)])
            expect(record.origins[name]?.length ?? 0, `${record.definition} ${name}`).toBeGreaterThan(0);
          const quantity = record.fields['quantity'];
          if (quantity?.type === 'quantity') expect(Number.isFinite(quantity.value.magnitude)).toBe(true);
        }
        for (const issue of mapped.issues) expect(issue.origins.length, issue.message).toBeGreaterThan(0);
      }),
      { seed: 20261121, numRuns: 400 },
    );
    expect(records).toBeGreaterThan(400);
  });

  it('the same workbook gives the same result', async () => {
    await fc.assert(
      fc.asyncProperty(sheet, async (made) => {
        expect(JSON.stringify(await map(made))).toBe(JSON.stringify(await map(made)));
      }),
      { seed: 20261122, numRuns: 60 },
    );
  });

  it('links point to records that were made', async () => {
    await fc.assert(
      fc.asyncProperty(sheet, async (made) => {
        const mapped = await map(made);
        const references = new Set(mapped.records.map((record) => record.reference));
        for (const record of mapped.records) {
          const inputs = record.fields['inputs'];
          if (inputs?.type !== 'inputs') continue;
          for (const link of inputs.value.flatMap((input) => input.datapoints))
            expect(references).toContain(link.value);
        }
      }),
      { seed: 20261123, numRuns: 150 },
    );
  });
});

describe('numbers in text', () => {
  const value = fc
    .tuple(fc.integer({ min: -9_999_999, max: 9_999_999 }), fc.integer({ min: 0, max: 4 }))
    .map(([digits, places]) => (digits / 10 ** places).toFixed(places));

  it('written in a declared form are read back exactly', () => {
    fc.assert(
      fc.property(
        value,
        fc.constantFrom(['.', ','] as const, [',', '.'] as const, [',', ' '] as const, ['.', "'"] as const),
        (plain, [decimal, group]) => {
          const [whole = '', fraction] = plain.replace('-', '').split('.');
          const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
          const written = `${plain.startsWith('-') ? '-' : ''}${grouped}${fraction === undefined ? '' : decimal + fraction}`;
          const reading = readDigits(written, { decimal, group, dates: null });
          expect(reading.ok && Number(reading.digits)).toBe(Number(plain));
        },
      ),
      { seed: 1, numRuns: 500 },
    );
  });

  it('without a declared form are never read in one of two ways', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^-?\d{1,7}([.,]\d{1,4}){0,2}$/), (written) => {
        const undeclared = readDigits(written, { decimal: null, group: null, dates: null });
        if (!undeclared.ok) return;
        for (const decimal of ['.', ','] as const) {
          const declared = readDigits(written, { decimal, group: null, dates: null });
          if (declared.ok && !/^-?0[.,]/.test(written))
            expect(Number(declared.digits)).toBe(Number(undeclared.digits));
        }
      }),
      { seed: 2, numRuns: 1000 },
    );
  });

  it('of any sort are read or refused, and never throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (written) => {
        readQuantityText(written, { decimal: '.', group: null, dates: null });
      }),
      { seed: 3, numRuns: 1000 },
    );
  });
});

describe('whatever the mapping holds', () => {
  const pieces = text.split('\n');
  it('it is compiled, or refused with the line of every problem', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: pieces.length - 1 }),
        fc.integer({ min: 0, max: 60 }),
        fc.string({ unit: 'binary', maxLength: 6 }),
        (line, column, put) => {
          const damaged = pieces
            .map((piece, index) =>
              index === line ? piece.slice(0, column) + put + piece.slice(column + 3) : piece,
            )
            .join('\n');
          try {
            loadMapping(damaged, 'damaged.yaml', { environment: {} });
          } catch (error) {
            expect(error).toBeInstanceOf(MappingError);
            if (!(error instanceof MappingError)) return;
            for (const issue of error.issues)
              expect(issue.origins[0]).toMatchObject({ at: 'mapping', file: 'damaged.yaml' });
          }
        },
      ),
      { seed: 4, numRuns: 300 },
    );
  });
});
