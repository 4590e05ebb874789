import fc from 'fast-check';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { draftMapping, loadMapping, mapWorkbooks } from '../../../src/map/index.js';
import type { Workbook } from '../../../src/model/workbook.js';
import { commandLine } from '../../support/command-line.js';
import { temporaryFolder } from '../../support/line.js';
import { madeEvidence, madeWorkbook, type Made } from './made-workbook.js';

const environment = { MRV_PROJECT_ID: 'prj_1CTWZQGKE1S0VAXA' };
const sample = path.join(import.meta.dirname, '../../../samples/biochar-2026-10/mrv-2026-10.xlsx');

function month(): Workbook {
  return madeWorkbook({
    Deliveries: {
      rows: {
        1: ['Deliveries October 2026'],
        3: ['Ticket no.', 'Date', 'Gross', 'Haul (km)', 'Lead', 'Remark', 'Evidence'],
        4: [null, null, 'kg', null, 'mg/kg'],
        5: ['4711', { date: '2026-10-04T00:00:00' }, 73350, 12, '<0.4', 'wet', 't4711.pdf'],
        6: ['4712', { date: '2026-10-05T00:00:00' }, '71,220', 13.5, 3, null, 't4712.pdf'],
        7: ['4713', { date: '2026-10-06T00:00:00' }, 70020, 11, 'ND', null, 't4713.pdf'],
        8: ['Total', null, 214590],
      },
    },
    Notes: { rows: [['Nothing but a sentence.']] },
  });
}

describe('a draft', () => {
  it('is a mapping that loads, whatever the workbook holds', async () => {
    const cell: fc.Arbitrary<Made> = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom(
        'Total',
        'kg',
        'Net (t)',
        '1,148',
        '01/02/2026',
        '<0.4',
        'a.pdf',
        '"',
        "'",
        ': #',
        '{x}',
        'this',
      ),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
      fc.constant({ date: '2026-10-04T08:15:00' }),
    );
    const rows = fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(
        fc.string({ minLength: 1, maxLength: 20 }),
        rows,
        rows,
        async (name, first, second) => {
          const workbook = madeWorkbook({ [name]: { rows: first }, Other: { rows: second } });
          const text = await draftMapping(workbook);
          expect(() => loadMapping(text, 'draft.yaml', { environment })).not.toThrow();
        },
      ),
      { numRuns: 300 },
    );
  });

  it('finds header, units row, total, key, types, units and evidence, and marks what it guessed', async () => {
    const text = await draftMapping(month());
    expect(text).toContain('header: { find: "Ticket no.", units_below: true }   # row 3');
    expect(text).toContain('until: { first_cell: "Total" }');
    expect(text).toContain('key: ticket_no   # ?');
    expect(text).toMatch(/gross: +\{ header: "Gross", type: quantity, kind: mass \}/);
    expect(text).toMatch(/haul: +\{ header: "Haul \(km\)", type: quantity, kind: distance \}/);
    expect(text).toMatch(/lead: .*# \? it has results below a limit/);
    expect(text).toContain('missing: ["ND"]   # ?');
    expect(text).toContain('is their decimal sign "." or ","?');
    expect(text).toContain('The sheet "Notes" holds nothing that looks like a table');
    expect(text).toContain('sources: [deliveries_documents]');
  });

  it('once its doubts are settled, maps the rows it was made from', async () => {
    const workbook = month();
    const text = (await draftMapping(workbook))
      .replace('# locale: { decimal: "." }', 'locale: { decimal: "." }')
      .replace(/(lead: .*type: quantity)/, '$1, below_limit: half');
    const mapping = loadMapping(text, 'draft.yaml', { environment });
    const evidence = madeEvidence({ 't4711.pdf': 'one', 't4712.pdf': 'two', 't4713.pdf': 'three' });
    const mapped = await mapWorkbooks(mapping, [workbook], { evidence, parameters: {}, projectId: null });
    expect(mapped.issues.filter((issue) => issue.severity === 'error')).toEqual([]);
    expect(mapped.rows).toEqual({ read: 4, mapped: 3, skipped: 1, withErrors: 0 });
    expect(
      mapped.records.find(({ reference }) => reference === 'deliveries-4712-gross')?.fields['quantity'],
    ).toEqual({
      type: 'quantity',
      value: { magnitude: 71220, unit: 'kg', standard_deviation: null },
    });
  });

  it('names no column by a word that expressions keep for themselves', async () => {
    const workbook = madeWorkbook({
      Loop: {
        rows: [
          ['Package', 'For (kg)', 'Type (kg)', 'Rows (kg)'],
          ['p', 1, 2, 3],
          ['q', 4, 5, 6],
        ],
      },
    });
    const mapping = loadMapping(await draftMapping(workbook), 'draft.yaml', { environment });
    const mapped = await mapWorkbooks(mapping, [workbook], {
      evidence: madeEvidence(),
      parameters: {},
      projectId: null,
    });
    expect(mapped.issues.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(mapped.records.map(({ reference }) => reference)).toEqual([
      'loop-2-p-for-2',
      'loop-2-q-for-2',
      'loop-2-p-type',
      'loop-2-q-type',
      'loop-2-p-rows-2',
      'loop-2-q-rows-2',
    ]);
  });

  it('is written by init, and never over a file that is there', async () => {
    const out = path.join(await temporaryFolder(), 'mapping.yaml');
    const first = await commandLine(['init', sample, '--out', out]);
    expect(first.code).toBe(0);
    expect(first.err).toMatch(/with 7 tables and \d+ guesses/);
    expect(() => loadMapping('', out, { environment })).toThrow();
    expect(loadMapping(await readFile(out, 'utf8'), out, { environment }).tables).toHaveLength(7);
    const second = await commandLine(['init', sample, '--out', out]);
    expect(second.code).toBe(2);
    expect(second.err).toContain('--force');
    expect((await commandLine(['init', sample, '--out', out, '--force'])).code).toBe(0);
  });
});
