import { aggregateFunctions } from './aggregates.js';
import { dateFunctions } from './dates.js';
import type { AggregateDefinition, FunctionDefinition } from './definition.js';
import { listFunctions } from './lists.js';
import { numberFunctions } from './numbers.js';
import { textFunctions } from './texts.js';
import { unitFunctions } from './units.js';

/** Every function over values. A name may occur in several families, with other parameters. */
export const functions: readonly FunctionDefinition[] = [
  ...numberFunctions,
  ...unitFunctions,
  ...listFunctions,
  ...textFunctions,
  ...dateFunctions,
];

/** Every function over the rows of a table, by name. */
export const aggregates: ReadonlyMap<string, AggregateDefinition> = new Map(
  aggregateFunctions.map((definition) => [definition.name, definition]),
);

export type { AggregateDefinition, FunctionDefinition, Overload } from './definition.js';
