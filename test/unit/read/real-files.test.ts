import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { cellAddress } from '../../../src/model/workbook.js';
import type { Cell } from '../../../src/model/workbook.js';
import { openWorkbook } from '../../../src/read/index.js';
import { realWorkbooks } from '../../support/real-workbooks.js';

const folder = realWorkbooks ?? '';
const factsFile = path.join(folder, 'facts.tsv');

interface Fact {
  readonly file: string;
  readonly sheet: string;
  readonly cell: string;
  readonly sheetState: string;
  readonly row: string;
  readonly type: string;
  readonly value: string;
  readonly numberFormat: string;
  readonly formula: string;
}

/** Tab-separated, a field with quotes in it enclosed in quotes. */
function readFacts(): readonly Fact[] {
  const [, ...lines] = readFileSync(factsFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return lines.map((line) => {
    const fields = line
      .split('\t')
      .map((field) => (/^".*"$/.test(field) ? field.slice(1, -1).replaceAll('""', '"') : field));
    const [
      file = '',
      sheet = '',
      cell = '',
      sheetState = '',
      row = '',
      type = '',
      value = '',
      numberFormat = '',
      formula = '',
    ] = fields;
    return {
      file,
      sheet,
      cell,
      sheetState,
      row,
      type,
      value: value.replaceAll('\\n', '\n'),
      numberFormat,
      formula,
    };
  });
}

/** What the facts call it: they know no `error-text` of ours, and spell the truth values as Python does. */
function expectedOf(fact: Fact): { readonly type: string; readonly value: unknown } {
  switch (fact.type) {
    case 'bool':
      return { type: 'boolean', value: fact.value === 'True' };
    case 'number':
      return { type: 'number', value: Number(fact.value) };
    case 'error-text':
      return { type: 'text', value: fact.value };
    default:
      return { type: fact.type, value: fact.value };
  }
}

describe.runIf(existsSync(factsFile))('the real workbooks', () => {
  const facts = existsSync(factsFile) ? readFacts() : [];
  const files = [...new Set(facts.map((fact) => fact.file))];

  it.each(files)('%s holds exactly what another reader found in it', async (file) => {
    const workbook = await openWorkbook(path.join(folder, file));
    const cells = new Map<string, Cell>();
    const hiddenRows = new Set<string>();
    for (const sheet of workbook.sheets) {
      for await (const row of sheet.rows()) {
        if (row.hidden) hiddenRows.add(`${sheet.info.name}!${row.number}`);
        for (const cell of row.cells)
          cells.set(`${sheet.info.name}!${cellAddress(cell.row, cell.column)}`, cell);
      }
    }
    for (const fact of facts.filter((each) => each.file === file)) {
      const address = `${fact.sheet}!${fact.cell}`;
      const cell = cells.get(address);
      expect({ address, ...cell }).toMatchObject({
        address,
        ...expectedOf(fact),
        numberFormat: fact.numberFormat,
        formula: fact.formula === '' ? null : fact.formula,
        hidden: fact.row === 'hidden',
      });
      expect(workbook.sheets.find((sheet) => sheet.info.name === fact.sheet)?.info.state).toBe(
        fact.sheetState,
      );
    }
    await workbook.close();
  });
});
