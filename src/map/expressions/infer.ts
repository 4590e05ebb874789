import type { ASTNode } from '@marcbachmann/cel-js';
import { functions } from '../functions/index.js';
import {
  combine,
  compatible,
  describeDimension,
  describeType,
  dimensionIn,
  interchangeable,
  type StaticType,
} from './static-type.js';
import { ExpressionError } from './expression-error.js';
import { didYouMean } from './nearest.js';

type Types = ReadonlyMap<string, StaticType>;

function both(node: readonly [ASTNode, ASTNode], types: Types): readonly [StaticType, StaticType] {
  return [infer(node[0], types), infer(node[1], types)];
}

function added(op: string, left: StaticType, right: StaticType): StaticType {
  if (left.type === 'text' && right.type === 'text' && op === '+') return left;
  if (left.type !== 'quantity' || right.type !== 'quantity') {
    throw new ExpressionError(`${describeType(left)} ${op} ${describeType(right)} has no meaning`);
  }
  if (!compatible(left.dimension, right.dimension)) {
    throw new ExpressionError(
      `${describeDimension(left.dimension)} ${op} ${describeDimension(right.dimension)}: only quantities of one kind can be added or subtracted`,
    );
  }
  return left.dimension === null ? right : left;
}

function multiplied(op: string, left: StaticType, right: StaticType): StaticType {
  if (left.type !== 'quantity' || right.type !== 'quantity') {
    throw new ExpressionError(`${describeType(left)} ${op} ${describeType(right)} has no meaning`);
  }
  return { type: 'quantity', dimension: combine(left.dimension, right.dimension, op === '*' ? 1 : -1) };
}

function compared(op: string, left: StaticType, right: StaticType): StaticType {
  const ordered = op !== '==' && op !== '!=';
  const same =
    interchangeable(left, right) &&
    left.type !== 'quantities' &&
    left.type !== 'texts' &&
    !(ordered && left.type === 'flag');
  if (!same)
    throw new ExpressionError(`${describeType(left)} and ${describeType(right)} cannot be compared by ${op}`);
  return { type: 'flag' };
}

function mustBeFlag(node: ASTNode, types: Types, where: string): void {
  const type = infer(node, types);
  if (type.type !== 'flag')
    throw new ExpressionError(`${where} takes a condition, not ${describeType(type)}`);
}

function literalOf(node: ASTNode): string | null {
  return node.op === 'value' && typeof node.args === 'string' ? node.args : null;
}

function called(name: string, args: readonly ASTNode[], types: Types): StaticType {
  const named = functions.filter((definition) => definition.name === name);
  const overloads = named.flatMap((definition) => definition.overloads);
  const examples = [...new Set(named.map((definition) => definition.example))].join(' or ');
  if (overloads.length === 0) {
    throw new ExpressionError(
      `there is no function ${name}${didYouMean(
        name,
        functions.map((definition) => definition.name),
      )}`,
    );
  }
  const given = args.map((arg) => infer(arg, types));
  const overload = overloads.find(
    (candidate) =>
      candidate.parameters.length === given.length &&
      candidate.parameters.every((type, index) => type === given[index]?.type),
  );
  if (overload === undefined) {
    throw new ExpressionError(
      given.length === 0
        ? `${name} takes something: write it as in ${examples}`
        : `${name} does not take ${given.map(describeType).join(' and ')}: write it as in ${examples}`,
    );
  }
  const dimensions = given.map(dimensionIn);
  const wrong = overload.refuse?.(dimensions) ?? null;
  if (wrong !== null) throw new ExpressionError(`${name}: ${wrong}`);
  if (overload.result !== 'quantity' && overload.result !== 'quantities') return { type: overload.result };
  const dimension =
    overload.dimension === undefined
      ? (dimensions[0] ?? null)
      : overload.dimension(dimensions, args.map(literalOf));
  if (typeof dimension === 'string') throw new ExpressionError(dimension);
  return { type: overload.result, dimension };
}

function member(of: StaticType, name: string): StaticType {
  if (of.type === 'month' && (name === 'start' || name === 'end')) return { type: 'date' };
  if (of.type === 'datetime' && name === 'date') return { type: 'date' };
  throw new ExpressionError(`${describeType(of)} has no ${name}`);
}

/** The type of an expression from the types of its names; throws ExpressionError where it has none. */
export function infer(node: ASTNode, types: Types): StaticType {
  switch (node.op) {
    case 'value':
      if (typeof node.args === 'string') return { type: 'text' };
      if (typeof node.args === 'boolean') return { type: 'flag' };
      throw new ExpressionError('only texts, numbers, true and false can be written here');
    case 'id': {
      const type = types.get(node.args);
      if (type === undefined)
        throw new ExpressionError(
          `there is no column or parameter "${node.args}" here${didYouMean(node.args, types.keys())}`,
        );
      return type;
    }
    case '.':
      return member(infer(node.args[0], types), node.args[1]);
    case 'call':
      return called(node.args[0], node.args[1], types);
    case '+':
    case '-':
      return added(node.op, ...both(node.args, types));
    case '*':
    case '/':
      return multiplied(node.op, ...both(node.args, types));
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compared(node.op, ...both(node.args, types));
    case '&&':
    case '||':
      mustBeFlag(node.args[0], types, node.op);
      mustBeFlag(node.args[1], types, node.op);
      return { type: 'flag' };
    case '!_':
      mustBeFlag(node.args, types, '!');
      return { type: 'flag' };
    case '-_': {
      const type = infer(node.args, types);
      if (type.type !== 'quantity')
        throw new ExpressionError(`there is no negative of ${describeType(type)}`);
      return type;
    }
    case '?:':
      return chosen(node.args, types);
    case 'in':
      return contained(node.args, types);
    case 'list':
    case 'map':
    case 'rcall':
    case '[]':
    case '[?]':
    case '.?':
    case '%':
      throw new ExpressionError(
        `"${node.input.slice(node.start, node.end)}" is not part of this language; mappings/README.md lists what is`,
      );
  }
}

function chosen([condition, yes, no]: readonly [ASTNode, ASTNode, ASTNode], types: Types): StaticType {
  mustBeFlag(condition, types, '?');
  const left = infer(yes, types);
  const right = infer(no, types);
  if (left.type !== right.type)
    throw new ExpressionError(
      `both sides of : must be of one type, not ${describeType(left)} and ${describeType(right)}`,
    );
  return left.type === 'quantity' && right.type === 'quantity' ? added(':', left, right) : left;
}

function contained([item, list]: readonly [ASTNode, ASTNode], types: Types): StaticType {
  const type = infer(item, types);
  if (type.type !== 'text' || list.op !== 'list')
    throw new ExpressionError('in takes a text and a list: status in ["final", "approved"]');
  for (const element of list.args) {
    if (infer(element, types).type !== 'text') throw new ExpressionError('the list after in holds texts');
  }
  return { type: 'flag' };
}
