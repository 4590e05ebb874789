import { type ASTNode, ParseError } from '@marcbachmann/cel-js';
import { InternalError } from '../../model/errors.js';
import type { CellSink } from '../cell-sink.js';
import { ExpressionFault, FaultyValue, MissingValue, type Value } from '../values.js';
import type { Quantity } from '../../quantity/index.js';
import { baseEnvironment } from './environment.js';
import { ExpressionError } from './expression-error.js';
import { infer } from './infer.js';
import { findLifted, type NamePlace, namesIn } from './lift.js';
import { liftVariable } from './lifted-variables.js';
import { scan } from './scan.js';
import type { Frame, Scope, Variable } from './scope.js';
import { celNames, dimensionOf, type StaticType } from './static-type.js';

/** An expression that was checked and can be evaluated for any row. */
export interface Compiled {
  readonly source: string;
  readonly type: StaticType;
  /** Whether it depends on the row or group at hand. */
  readonly local: boolean;
  /** The names it uses, for the order in which derived columns are made. */
  readonly names: ReadonlySet<string>;
  /** Throws MissingValue, FaultyValue or ExpressionFault. */
  readonly evaluate: (frame: Frame) => Value;
  readonly addOrigins: (frame: Frame, cells: CellSink) => void;
}

function constantVariable(name: string, quantity: Quantity): Variable {
  return {
    name,
    type: { type: 'quantity', dimension: dimensionOf(quantity.unit) },
    local: false,
    read: () => quantity,
    addOrigins: () => undefined,
  };
}

function parse(text: string, source: string): ASTNode {
  try {
    return baseEnvironment.parse(text).ast;
  } catch (error) {
    const reason = error instanceof ParseError ? error.summary : String(error);
    throw new ExpressionError(`"${source}" cannot be read as an expression: ${reason}`);
  }
}

/**
 * Checks an expression against the names of its place and makes it ready to be evaluated. Throws
 * ExpressionError with a message for the mapping's author.
 */
export function compile(source: string, scope: Scope): Compiled {
  const { text, constants, asWritten } = scan(source);
  const variables = new Map(scope.variables);
  for (const [name, quantity] of constants) variables.set(name, constantVariable(name, quantity));
  try {
    return compileText(text, source, { ...scope, variables });
  } catch (error) {
    if (error instanceof ExpressionError) throw new ExpressionError(asWritten(error.message));
    throw error;
  }
}

/** The part behind `scan`, also for what was lifted out of another expression. */
function compileText(text: string, source: string, scope: Scope): Compiled {
  const tree = parse(text, source);
  const isRows = (name: string): boolean =>
    name === 'rows' ? scope.rows !== null : scope.tables.has(name) && !scope.variables.has(name);
  const lifted = findLifted(tree, isRows);
  const variables = new Map(scope.variables);
  const used: Variable[] = [];
  const names = new Set<string>();
  let rewritten = text;
  for (const [index, part] of [...lifted].reverse().entries()) {
    const name = `_l${index}_${text.length}`;
    const { variable, names: inner } = liftVariable({ name, part, source, scope, compileText });
    variables.set(name, variable);
    for (const each of inner) names.add(each);
    rewritten = `${rewritten.slice(0, part.start)}${name}${rewritten.slice(part.end)}`;
  }
  const final = lifted.length === 0 ? tree : parse(rewritten, source);
  const places = namesIn(final);
  for (const name of new Set(places.map((place) => place.name))) {
    const variable = variables.get(name);
    if (variable !== undefined) {
      used.push(variable);
      variable.ask?.();
    }
    names.add(name);
  }
  const type = infer(final, new Map([...variables].map(([name, variable]) => [name, variable.type])));
  return {
    source,
    type,
    local: used.some((variable) => variable.local),
    names,
    evaluate: evaluator(final, rewritten, places, source, used),
    addOrigins: (frame, cells) => {
      for (const variable of used) variable.addOrigins(frame, cells);
    },
  };
}

function evaluator(
  tree: ASTNode,
  text: string,
  places: readonly NamePlace[],
  source: string,
  used: readonly Variable[],
): (frame: Frame) => Value {
  const [only] = used;
  if (tree.op === 'id' && only !== undefined) return only.read;
  const environment = baseEnvironment.clone();
  let current: Frame | null = null;
  const context: Record<string, unknown> = {};
  for (const variable of used) {
    const name = celName(variable.name);
    environment.registerVariable(name, celNames[variable.type.type]);
    Object.defineProperty(context, name, {
      get: () => {
        if (current === null) throw new ExpressionFault('nothing to evaluate');
        return variable.read(current);
      },
    });
  }
  const parsed = environment.parse(
    places.reduceRight(
      (whole, { name, start, end }) => whole.slice(0, start) + celName(name) + whole.slice(end),
      text,
    ),
  );
  const checked = parsed.check();
  if (!checked.valid) throw new ExpressionError(`"${source}": ${firstLine(String(checked.error))}`);
  return (frame) => {
    const before = current;
    current = frame;
    try {
      const result: unknown = parsed(context);
      return asValue(result);
    } catch (error) {
      throw asFault(error);
    } finally {
      current = before;
    }
  };
}

/** CEL has types of the names that a column may have: type, map, duration. */
function celName(name: string): string {
  return `_v_${name}`;
}

function firstLine(message: string): string {
  return message.replace(/\n[^]*$/, '');
}

function asValue(result: unknown): Value {
  if (isValue(result)) return result;
  throw new ExpressionFault('the result is of no known type');
}

function isValue(result: unknown): result is Value {
  return (
    typeof result === 'string' ||
    typeof result === 'boolean' ||
    (typeof result === 'object' && result !== null)
  );
}

/** What stopped an evaluation, in one of the three shapes that callers know. */
function asFault(error: unknown): Error {
  if (
    error instanceof MissingValue ||
    error instanceof FaultyValue ||
    error instanceof ExpressionFault ||
    error instanceof InternalError
  )
    return error;
  return new ExpressionFault(error instanceof Error ? firstLine(error.message) : String(error));
}
