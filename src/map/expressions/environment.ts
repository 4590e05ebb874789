import { Environment } from '@marcbachmann/cel-js';
import { Quantity } from '../../quantity/index.js';
import { functions } from '../functions/index.js';
import { refuseOffset } from '../functions/offset-units.js';
import { LocalDate, LocalDateTime, LocalTime, Month, type Value } from '../values.js';
import { celNames } from './static-type.js';

/** Enough for any formula of a workbook; a longer one is a program. */
const limits = {
  maxAstNodes: 400,
  maxDepth: 40,
  maxListElements: 200,
  maxMapEntries: 1,
  maxCallArguments: 8,
};

/** Arithmetic is for quantities whose zero is nothing. */
function absolute(a: Quantity, b: Quantity): Quantity {
  refuseOffset(a);
  refuseOffset(b);
  return a;
}

function registerQuantities(environment: Environment): void {
  environment
    .registerType('Quantity', { ctor: Quantity, fields: {} })
    .registerOperator('Quantity + Quantity', (a: Quantity, b: Quantity) => absolute(a, b).plus(b))
    .registerOperator('Quantity - Quantity', (a: Quantity, b: Quantity) => absolute(a, b).minus(b))
    .registerOperator('Quantity * Quantity', (a: Quantity, b: Quantity) => absolute(a, b).times(b))
    .registerOperator('Quantity / Quantity', (a: Quantity, b: Quantity) => absolute(a, b).dividedBy(b))
    .registerOperator('-Quantity', (a: Quantity) => a.negated())
    .registerOperator('Quantity == Quantity', (a: Quantity, b: Quantity) => a.compare(b) === 0)
    .registerOperator('Quantity < Quantity', (a: Quantity, b: Quantity) => a.compare(b) < 0)
    .registerOperator('Quantity <= Quantity', (a: Quantity, b: Quantity) => a.compare(b) <= 0)
    .registerOperator('Quantity > Quantity', (a: Quantity, b: Quantity) => a.compare(b) > 0)
    .registerOperator('Quantity >= Quantity', (a: Quantity, b: Quantity) => a.compare(b) >= 0);
}

interface Dated {
  readonly iso: string;
}

function registerDates(environment: Environment): void {
  environment
    .registerType('LocalDate', { ctor: LocalDate, fields: {} })
    .registerType('LocalDateTime', { ctor: LocalDateTime, fields: { date: 'LocalDate' } })
    .registerType('LocalTime', { ctor: LocalTime, fields: {} })
    .registerType('Month', { ctor: Month, fields: { start: 'LocalDate', end: 'LocalDate' } });
  for (const type of ['LocalDate', 'LocalDateTime', 'LocalTime', 'Month']) {
    environment
      .registerOperator(`${type} == ${type}`, (a: Dated, b: Dated) => a.iso === b.iso)
      .registerOperator(`${type} < ${type}`, (a: Dated, b: Dated) => a.iso < b.iso)
      .registerOperator(`${type} <= ${type}`, (a: Dated, b: Dated) => a.iso <= b.iso)
      .registerOperator(`${type} > ${type}`, (a: Dated, b: Dated) => a.iso > b.iso)
      .registerOperator(`${type} >= ${type}`, (a: Dated, b: Dated) => a.iso >= b.iso);
  }
}

function registerFunctions(environment: Environment): void {
  for (const { name, overloads } of functions) {
    for (const overload of overloads) {
      const parameters = overload.parameters.map((type) => celNames[type]).join(', ');
      environment.registerFunction(
        `${name}(${parameters}): ${celNames[overload.result]}`,
        (...args: Value[]) => overload.evaluate(args),
      );
    }
  }
}

function create(): Environment {
  const environment = new Environment({ limits });
  registerQuantities(environment);
  registerDates(environment);
  registerFunctions(environment);
  return environment;
}

/** Types, operators and functions; each expression adds its own names to a copy. */
export const baseEnvironment = create();
