import { Quantity, unitOf } from '../../quantity/index.js';
import { dimensionless } from '../expressions/static-type.js';
import { tidy } from '../normal-text.js';
import { ExpressionFault, toText, type Value } from '../values.js';
import {
  countAt,
  decimalsAt,
  type FunctionDefinition,
  type Overload,
  plainNumbers,
  quantityAt,
  textAt,
} from './definition.js';

const plain = unitOf('dimensionless');

/** So many characters; less than none are none. */
function charactersAt(args: readonly Value[], index: number): number {
  return Math.max(0, Math.trunc(countAt(args, index)));
}

function onText(evaluate: (text: string) => string): readonly Overload[] {
  return [{ parameters: ['text'], result: 'text', evaluate: (args) => evaluate(textAt(args, 0)) }];
}

function testing(evaluate: (text: string, part: string) => boolean): readonly Overload[] {
  return [
    {
      parameters: ['text', 'text'],
      result: 'flag',
      evaluate: (args) => evaluate(textAt(args, 0), textAt(args, 1)),
    },
  ];
}

const asText: readonly Overload[] = (
  ['quantity', 'date', 'datetime', 'time', 'month', 'flag', 'text'] as const
).map((type) => ({
  parameters: [type],
  result: 'text',
  evaluate: (args) => args.map(toText).join(''),
}));

export const textFunctions: readonly FunctionDefinition[] = [
  { name: 'text', example: 'text(net)', overloads: asText },
  {
    name: 'fixed',
    // A number as text with so many decimals, without its unit.
    example: 'fixed(net, 2)',
    overloads: [
      {
        parameters: ['quantity', 'quantity'],
        result: 'text',
        refuse: plainNumbers(1),
        evaluate: (args) => quantityAt(args, 0).magnitude.toFixed(decimalsAt(args, 1)),
      },
    ],
  },
  {
    name: 'upper',
    // In capitals.
    example: 'upper(site)',
    overloads: onText((text) => text.toUpperCase()),
  },
  {
    name: 'lower',
    // In small letters.
    example: 'lower(site)',
    overloads: onText((text) => text.toLowerCase()),
  },
  {
    name: 'trim',
    // Without blanks at the ends and with single ones inside.
    example: 'trim(batch)',
    overloads: onText(tidy),
  },
  {
    name: 'slug',
    // Small letters, digits and - only: for references.
    example: 'slug(machine)',
    overloads: onText((text) =>
      text
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '-')
        .replace(/^-|-$/g, ''),
    ),
  },
  {
    name: 'length',
    // How many characters a text has.
    example: 'length(ticket) == 6',
    overloads: [
      {
        parameters: ['text'],
        result: 'quantity',
        dimension: () => dimensionless,
        evaluate: (args) => Quantity.constant(Array.from(textAt(args, 0)).length, plain),
      },
    ],
  },
  {
    name: 'left',
    // The first characters.
    example: 'left(batch, 3)',
    overloads: [
      {
        parameters: ['text', 'quantity'],
        result: 'text',
        refuse: plainNumbers(1),
        evaluate: (args) => Array.from(textAt(args, 0)).slice(0, charactersAt(args, 1)).join(''),
      },
    ],
  },
  {
    name: 'right',
    // The last characters.
    example: 'right(ticket, 4)',
    overloads: [
      {
        parameters: ['text', 'quantity'],
        result: 'text',
        refuse: plainNumbers(1),
        evaluate: (args) => {
          const signs = Array.from(textAt(args, 0));
          return signs.slice(Math.max(0, signs.length - charactersAt(args, 1))).join('');
        },
      },
    ],
  },
  {
    name: 'mid',
    // So many characters from a position, which counts from 1.
    example: 'mid(batch, 4, 2)',
    overloads: [
      {
        parameters: ['text', 'quantity', 'quantity'],
        result: 'text',
        refuse: plainNumbers(1, 2),
        evaluate: (args) => {
          const start = Math.max(1, charactersAt(args, 1)) - 1;
          return Array.from(textAt(args, 0))
            .slice(start, start + charactersAt(args, 2))
            .join('');
        },
      },
    ],
  },
  {
    name: 'replace',
    // Every occurrence of a text replaced by another.
    example: 'replace(truck, " ", "")',
    overloads: [
      {
        parameters: ['text', 'text', 'text'],
        result: 'text',
        evaluate: (args) => {
          const result = textAt(args, 0).replaceAll(textAt(args, 1), textAt(args, 2));
          if (result.length > 100_000) throw new ExpressionFault('the text grows beyond 100,000 characters');
          return result;
        },
      },
    ],
  },
  {
    name: 'contains',
    // Whether a text holds another.
    example: 'contains(remark, "rejected")',
    overloads: testing((text, part) => text.includes(part)),
  },
  {
    name: 'starts_with',
    // Whether a text starts with another.
    example: 'starts_with(sample, "QC")',
    overloads: testing((text, part) => text.startsWith(part)),
  },
  {
    name: 'ends_with',
    // Whether a text ends with another.
    example: 'ends_with(file, ".pdf")',
    overloads: testing((text, part) => text.endsWith(part)),
  },
];
