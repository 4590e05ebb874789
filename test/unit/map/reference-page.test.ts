import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { aggregates, functions } from '../../../src/map/functions/index.js';
import { loadMapping, mapWorkbooks } from '../../../src/map/index.js';
import { columnSchema } from '../../../src/map/schema/columns.js';
import { documentSchema } from '../../../src/map/schema/document.js';
import {
  componentSchema,
  datapointSchema,
  entrySchema,
  sourceSchema,
} from '../../../src/map/schema/records.js';
import { headerSchema, skipSchema, tableSchema, untilSchema } from '../../../src/map/schema/tables.js';
import { madeEvidence, madeWorkbook } from './made-workbook.js';

const page = await readFile(new URL('../../../mappings/README.md', import.meta.url), 'utf8');

describe('mappings/README.md', () => {
  it.each([
    ...new Set([...functions.map((each) => each.name), ...aggregates.keys(), 'given', 'either', 'lookup']),
  ])('explains the function %s', (name) => {
    expect(page).toContain(`\`${name}(`);
  });

  it.each(
    [
      columnSchema,
      tableSchema,
      headerSchema,
      skipSchema,
      untilSchema,
      sourceSchema,
      datapointSchema,
      componentSchema,
      entrySchema,
      documentSchema,
    ].flatMap((schema) => Object.keys(schema.shape)),
  )('explains the key %s', (key) => {
    if (key === 'comment') return;
    expect(page).toMatch(new RegExp(`\\b${key}\\b`));
  });

  it('walks through a mapping that gives what it says', async () => {
    const text = /```yaml\n(# yaml-language-server[\s\S]*?)```/.exec(page)?.[1] ?? '';
    const mapping = loadMapping(text, 'walk.yaml', { environment: {} });
    const workbook = madeWorkbook({
      Deliveries: {
        rows: {
          1: ['Deliveries October 2026'],
          3: ['Ticket no.', 'Date', 'Gross', 'Tare', 'Evidence'],
          4: [null, null, 'kg', 'kg'],
          5: [4711, '04/10/2026', 73350, 25100, 't4711.pdf'],
          6: [4712, '05/10/2026', '71,220', 25420, 't4712.pdf'],
          7: ['Total', null, 144570],
        },
      },
    });
    const evidence = madeEvidence({ 't4711.pdf': 'a', 't4712.pdf': 'b' });
    const mapped = await mapWorkbooks(mapping, [workbook], { evidence, parameters: {}, projectId: null });
    expect(mapped.issues).toEqual([]);
    expect(mapped.records).toHaveLength(4);
    const record = mapped.records.find((each) => each.reference === 'NKU-4711-mass');
    expect(record?.fields['quantity']).toMatchObject({
      value: { magnitude: 48.25, unit: 't', standard_deviation: 0.24125 },
    });
    expect(record?.origins['quantity']).toMatchObject([{ cell: 'C5' }, { cell: 'D5' }]);
    expect(mapped.rows).toEqual({ read: 3, mapped: 2, skipped: 1, withErrors: 0 });
  });
});
