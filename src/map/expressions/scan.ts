import { parseUnit, Quantity, type Unit, unitOf } from '../../quantity/index.js';
import { ExpressionError } from './expression-error.js';

const plain = unitOf('dimensionless');
const constantPrefix = '_n';

/** An expression whose numbers are replaced by names, since CEL knows no units. */
export interface Scanned {
  readonly text: string;
  readonly constants: ReadonlyMap<string, Quantity>;
  /** A part of the text, or a message about it, with the numbers as they were written. */
  readonly asWritten: (part: string) => string;
}

function unitWord(word: string, number: string): Unit {
  const parsed = parseUnit(word);
  if (!parsed.ok) throw new ExpressionError(`"${number} ${word}": ${parsed.message}`);
  return parsed.unit;
}

/** Replaces every number, with the unit that may follow it, by a constant's name. Texts in quotes stay. */
export function scan(source: string): Scanned {
  const constants = new Map<string, Quantity>();
  const written: string[] = [];
  const token =
    /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|([A-Za-z_][A-Za-z0-9_]*)|((?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?)(?:[ \t]*(%|°C|[A-Za-zµ°]+[23³²]?)(?![A-Za-z0-9_(]))?/gu;
  const text = source.replace(
    token,
    (
      whole,
      _quoted: string | undefined,
      name: string | undefined,
      number: string | undefined,
      word: string | undefined,
    ) => {
      if (name?.startsWith('_') === true) throw new ExpressionError(`"${name}": names do not start with _`);
      if (number === undefined) return whole;
      const isOperator = word === 'in';
      const unit = word === undefined || isOperator ? plain : unitWord(word, number);
      const constant = `${constantPrefix}${constants.size}`;
      constants.set(constant, Quantity.constant(number, unit));
      written.push(isOperator ? number : whole);
      return isOperator ? `${constant} in` : constant;
    },
  );
  const asWritten = (part: string): string =>
    part.replace(/\b(?:_n\d+)+/g, (names) =>
      names.replace(/_n(\d+)/g, (name, index: string) => written[Number(index)] ?? name),
    );
  return { text, constants, asWritten };
}
