import type { CellSink } from '../cell-sink.js';
import { tidy } from '../normal-text.js';
import { toText } from '../values.js';
import { type Compiled, compile } from './compile.js';
import { ExpressionError } from './expression-error.js';
import type { Frame, Scope } from './scope.js';

/** Text with {expressions}, checked and ready. */
export interface CompiledTemplate {
  readonly source: string;
  /** A regular expression that every text it makes in this workbook fits; what depends on a row is any text. */
  readonly pattern: (frame: Frame) => string;
  /** Throws MissingValue, FaultyValue or ExpressionFault. */
  readonly evaluate: (frame: Frame) => string;
  readonly addOrigins: (frame: Frame, cells: CellSink) => void;
}

/** Splits at braces that are not inside quotes of an expression; `{{` and `}}` stand for a brace. */
function split(source: string): { readonly literal: string; readonly expression: string | null }[] {
  const parts: { literal: string; expression: string | null }[] = [];
  let literal = '';
  for (let at = 0; at < source.length; at += 1) {
    const sign = source.charAt(at);
    if ((sign === '{' || sign === '}') && source[at + 1] === sign) {
      literal += sign;
      at += 1;
    } else if (sign === '{') {
      const end = closing(source, at + 1);
      parts.push({ literal, expression: source.slice(at + 1, end) });
      literal = '';
      at = end;
    } else if (sign === '}') {
      throw new ExpressionError(`"${source}": a } without its {; write }} for a brace`);
    } else {
      literal += sign;
    }
  }
  return [...parts, { literal, expression: null }];
}

function closing(source: string, from: number): number {
  let quote: string | null = null;
  for (let at = from; at < source.length; at += 1) {
    const sign = source.charAt(at);
    if (quote !== null) {
      if (sign === '\\') at += 1;
      else if (sign === quote) quote = null;
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '}') return at;
  }
  throw new ExpressionError(`"${source}": a { without its }`);
}

/** Compiles text with expressions; throws ExpressionError. */
export function compileTemplate(source: string, scope: Scope): CompiledTemplate {
  const parts = split(source).map((part) => ({
    literal: part.literal,
    expression: part.expression === null ? null : checkedPart(part.expression, scope),
  }));
  const expressions = parts
    .map((part) => part.expression)
    .filter((expression): expression is Compiled => expression !== null);
  return {
    source,
    pattern: (frame) => `^${parts.map((part) => patternOf(part, frame)).join('')}$`,
    evaluate: (frame) => {
      let text = '';
      for (const { literal, expression } of parts) {
        text += literal;
        if (expression !== null) text += toText(expression.evaluate(frame));
      }
      return tidy(text);
    },
    addOrigins: (frame, cells) => {
      for (const expression of expressions) expression.addOrigins(frame, cells);
    },
  };
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function patternOf(
  part: { readonly literal: string; readonly expression: Compiled | null },
  frame: Frame,
): string {
  if (part.expression === null) return escaped(part.literal);
  if (part.expression.local) return `${escaped(part.literal)}.+`;
  try {
    return escaped(part.literal + toText(part.expression.evaluate(frame)));
  } catch {
    // A parameter without a value is an issue of its own.
    return `${escaped(part.literal)}.+`;
  }
}

function checkedPart(source: string, scope: Scope): Compiled {
  const compiled = compile(source, scope);
  if (compiled.type.type === 'quantities' || compiled.type.type === 'texts') {
    throw new ExpressionError(`{${source}} is a list: choose one value of it`);
  }
  return compiled;
}
