import { describe, expect, it } from 'vitest';
import { drawTable, partsOf } from '../../../src/cli/table.js';
import type { Table, TableValue } from '../../../src/model/table.js';

function table(rows: readonly (readonly TableValue[])[]): Table {
  return {
    name: 'T',
    title: 'T',
    lead: '',
    columns: [
      { title: 'Name', width: 20 },
      { title: 'kg', width: 10, format: '#,##0.000', whole: true },
      { title: 'Id', width: 24, whole: true },
    ],
    rows,
  };
}

describe('a table on a terminal', () => {
  it('is as narrow as what it holds, figures to the right', () => {
    expect(
      drawTable(
        table([
          ['Straw', 1234567.5, 'ftt_1'],
          [null, 2, 'ftt_2'],
        ]),
        80,
      ),
    ).toEqual({
      lines: [
        'Name              kg  Id',
        '─────  ─────────────  ─────',
        'Straw  1 234 567.500  ftt_1',
        '               2.000  ftt_2',
      ],
      leftOut: [],
    });
  });

  it('cuts long texts with …, and never an id or a figure', () => {
    const { lines, leftOut } = drawTable(table([['x'.repeat(99), 1, 'ftt_100000003SBXA7MT']]), 60);
    expect(lines[2]).toBe(`${'x'.repeat(30)}…  1.000  ftt_100000003SBXA7MT`);
    expect(leftOut).toEqual([]);
  });

  it('leaves the last columns out where there is no room, and says which', () => {
    const { lines, leftOut } = drawTable(table([['x'.repeat(99), 1, 'ftt_100000003SBXA7MT']]), 40);
    expect(leftOut).toEqual(['Id']);
    expect(Math.max(...lines.map((line) => line.length))).toBe(40);
  });

  it('counts wide letters as two, and lets nothing move the cursor', () => {
    const { lines } = drawTable(
      table([
        ['木炭'.repeat(20), 1, 'a'],
        ['\u001b[31mred\u001b[0m', 2, 'b'],
      ]),
      40,
    );
    expect(lines[2]).toMatch(/^(?:木炭)+木?… /);
    expect(lines.join('')).not.toContain('\u001b');
    expect(lines[3]).toMatch(/\[31mred \[0m/);
  });

  it('shows a long computed number in part, and says so', () => {
    const one = {
      ...table([]),
      columns: [{ title: 'v', width: 9, format: 'General' }],
      rows: [[0.0163299316185545]],
    };
    expect(drawTable(one, 80).lines[2]).toBe('0.016329932…');
  });

  it('is shown in parts, each under its heading', () => {
    const parted = {
      ...table([
        ['A', 1, 'x'],
        ['B', 2, 'y'],
        ['A', 3, 'z'],
      ]),
      partedBy: 'Name',
    };
    expect(partsOf(parted).map(({ title, columns, rows }) => [title, columns.length, rows])).toEqual([
      [
        'A',
        2,
        [
          [1, 'x'],
          [3, 'z'],
        ],
      ],
      ['B', 2, [[2, 'y']]],
    ]);
    expect(partsOf(table([['A', 1, 'x']]))).toHaveLength(1);
  });
});
