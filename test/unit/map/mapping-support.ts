import { expect, it } from 'vitest';
import { loadMapping, MappingError } from '../../../src/map/index.js';
import type { Mapping } from '../../../src/map/mapping.js';

const top = 'mapping: 1\nname: made\ntimezone: UTC\n';

type Environment = Readonly<Record<string, string>>;

/** Loads a mapping without its first lines. */
export function load(text: string, environment: Environment = {}): Mapping {
  return loadMapping(
    `${text.includes('timezone:') ? top.replace(/timezone.*\n/, '') : top}${text}`,
    'm.yaml',
    {
      environment,
    },
  );
}

/** Every problem of a mapping, behind what stands at its line and column. */
export function problems(text: string, environment: Environment = {}): string[] {
  try {
    load(text, environment);
  } catch (error) {
    if (!(error instanceof MappingError)) throw error;
    const lines = `${text.includes('timezone:') ? top.replace(/timezone.*\n/, '') : top}${text}`.split('\n');
    return error.issues.map(({ message, origins: [origin] }) => {
      if (origin?.at !== 'mapping') throw new Error(`no place in the mapping: ${message}`);
      const behind = lines[origin.line - 1]?.slice(origin.column - 1) ?? '';
      return `${behind.replace(/[,}\]].*/, '').trimEnd()} > ${message}`;
    });
  }
  return [];
}

/** A table with a column of each sort, and one more to point to. */
export function tables(options: { readonly columns?: string; readonly table?: string } = {}): string {
  return `tables:
  t:
    sheet: S
    ${options.table ?? ''}
    columns: { id: { header: Id, type: text }, x: { header: X, type: quantity, unit: kg }, day: { header: Day, type: date }, list: { header: L, type: quantities, unit: kg }, files: { header: F, type: files }, u: { header: U, type: number }${options.columns ?? ''} }
  other: { key: code, columns: { code: { header: Code, type: text }, n: { header: N, type: integer } } }
`;
}

/** A mapping with one datapoint of these fields. */
export function datapoint(fields: string): string {
  return `${tables()}datapoints:\n  d: { reference: r, display_name: x, type: REPORTED, ${fields} }\n`;
}

/** What a mapping must be, the mapping, and what is told of it; nothing where it is right. */
export type Case = readonly [what: string, text: string, ...problems: readonly string[]];

/** Loads each mapping. */
export function each(cases: readonly Case[]): void {
  it.each(cases)('%s', (_, text, ...wanted) => {
    expect(problems(text)).toEqual(wanted);
  });
}
