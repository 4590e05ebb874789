import type { ASTNode } from '@marcbachmann/cel-js';
import { type AggregateDefinition, aggregates } from '../functions/index.js';

/** A part of an expression that is compiled on its own, since it is evaluated elsewhere than in the row at hand. */
export type Lifted = { readonly start: number; readonly end: number } & (
  | {
      readonly form: 'aggregate';
      readonly definition: AggregateDefinition;
      /** A table's name, or `rows`. */
      readonly rows: string;
      readonly args: readonly ASTNode[];
    }
  | { readonly form: 'lookup' | 'given' | 'either'; readonly args: readonly ASTNode[] }
  | { readonly form: 'outer'; readonly name: string }
);

function liftedCall(node: ASTNode, isRows: (name: string) => boolean): Lifted | null {
  const { start, end } = node;
  if (node.op === '.' && node.args[0].op === 'id' && node.args[0].args === 'this') {
    return { form: 'outer', name: node.args[1], start, end };
  }
  if (node.op !== 'call') return null;
  const [name, args] = node.args;
  if (name === 'given' || name === 'either' || name === 'lookup') return { form: name, args, start, end };
  const [first, ...rest] = args;
  const definition = aggregates.get(name);
  if (definition === undefined || first?.op !== 'id' || !isRows(first.args)) return null;
  return { form: 'aggregate', definition, rows: first.args, args: rest, start, end };
}

function children(node: ASTNode): readonly ASTNode[] {
  switch (node.op) {
    case 'value':
    case 'id':
      return [];
    case '.':
    case '.?':
      return [node.args[0]];
    case 'call':
      return node.args[1];
    case 'rcall':
      return [node.args[1], ...node.args[2]];
    case 'list':
      return node.args;
    case 'map':
      return node.args.flat();
    case '!_':
    case '-_':
      return [node.args];
    case '?:':
      return node.args;
    case '[]':
    case '[?]':
    case '!=':
    case '==':
    case 'in':
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case '||':
    case '&&':
      return node.args;
  }
}

/** The outermost parts to lift, from left to right. */
export function findLifted(node: ASTNode, isRows: (name: string) => boolean): readonly Lifted[] {
  const own = liftedCall(node, isRows);
  if (own !== null) return [own];
  return children(node).flatMap((child) => findLifted(child, isRows));
}

/** Every place where an expression uses a name, from left to right. */
export function namesIn(node: ASTNode): readonly NamePlace[] {
  if (node.op === 'id') return [{ name: node.args, start: node.start, end: node.end }];
  return children(node).flatMap(namesIn);
}

/** Where a name stands in the text of an expression. */
export interface NamePlace {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}
