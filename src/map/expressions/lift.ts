import type { ASTNode } from '@marcbachmann/cel-js';
import { aggregates } from '../functions/index.js';

/** A part of an expression that is compiled on its own, since it is evaluated elsewhere than in the row at hand. */
export interface Lifted {
  readonly form: 'aggregate' | 'lookup' | 'given' | 'either' | 'outer';
  readonly name: string;
  readonly args: readonly ASTNode[];
  readonly start: number;
  readonly end: number;
}

function liftedCall(node: ASTNode, isRows: (name: string) => boolean): Lifted | null {
  if (node.op === '.' && node.args[0].op === 'id' && node.args[0].args === 'this') {
    return { form: 'outer', name: node.args[1], args: [], start: node.start, end: node.end };
  }
  if (node.op !== 'call') return null;
  const [name, args] = node.args;
  const place = { name, args, start: node.start, end: node.end };
  if (name === 'given' || name === 'either' || name === 'lookup') return { form: name, ...place };
  const [first] = args;
  if (first?.op === 'id' && isRows(first.args) && aggregates.has(name))
    return { form: 'aggregate', ...place };
  return null;
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

/** Every name that an expression uses. */
export function namesIn(node: ASTNode): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (current: ASTNode): void => {
    if (current.op === 'id') names.add(current.args);
    for (const child of children(current)) visit(child);
  };
  visit(node);
  return names;
}
