import { filterNames, type FilterName, type Filters, type ListedName } from '../../model/listed.js';
import { readList } from '../../run/index.js';
import { usageError } from '../environment.js';
import type { Terminal } from '../terminal.js';
import { reading, type ReadingArguments } from './reading.js';

export interface ListArguments extends ReadingArguments {
  readonly kind: ListedName;
  readonly first: number | undefined;
  readonly allProjects: boolean;
  readonly given: Readonly<Record<FilterName, string | undefined>>;
}

/** Lists what a project holds. */
export async function list(flags: ListArguments, terminal: Terminal): Promise<number> {
  const { kind, first, allProjects, given } = flags;
  if (first !== undefined && !(Number.isInteger(first) && first > 0))
    throw usageError('flag-invalid', `--first ${first} must be a whole number above 0`);
  const filters: Filters = Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = given[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return reading(flags, terminal, (target, world) =>
    readList(target, { kind, filters, first: first ?? null, allProjects }, world),
  );
}
