import { Quantity, sameDimension, unitOf } from '../../quantity/index.js';
import { compatible, dimensionless, dimensionOf } from '../expressions/static-type.js';
import { ExpressionFault, LocalDate, LocalDateTime, Month, type Value } from '../values.js';
import {
  dateAt,
  type FunctionDefinition,
  monthAt,
  type Overload,
  quantityAt,
  textAt,
  timeAt,
} from './definition.js';

const plain = unitOf('dimensionless');
const day = unitOf('day');

function dayNumber(date: LocalDate): number {
  return Math.round(Date.parse(`${date.iso}T00:00:00Z`) / 86_400_000);
}

/** Whole days, of a plain number or of a time such as 48 h. */
function daysAt(args: readonly Value[], index: number): number {
  const days = quantityAt(args, index);
  return Math.trunc(days.to(sameDimension(days.unit, day) ? day : plain).magnitude.toNumber());
}

function fromDayNumber(days: number): LocalDate {
  const date = new Date(days * 86_400_000);
  if (
    !Number.isFinite(days) ||
    Number.isNaN(date.getTime()) ||
    date.getUTCFullYear() > 9999 ||
    date.getUTCFullYear() < 1
  ) {
    throw new ExpressionFault('the date lies outside the calendar');
  }
  return new LocalDate(date.toISOString().slice(0, 10));
}

function checked(iso: string): LocalDate {
  const date = new Date(`${iso}T00:00:00Z`);
  if (
    !/^\d{4}-\d\d-\d\d$/.test(iso) ||
    Number.isNaN(date.getTime()) ||
    date.toISOString().slice(0, 10) !== iso
  ) {
    throw new ExpressionFault(`date("${iso}") is not a date: write it as 2026-10-31`);
  }
  return new LocalDate(iso);
}

function part(start: number, end: number): readonly Overload[] {
  return (['date', 'datetime'] as const).map((type) => ({
    parameters: [type],
    result: 'quantity',
    dimension: () => dimensionless,
    evaluate: (args) => Quantity.constant(Number(dateAt(args, 0).iso.slice(start, end)), plain),
  }));
}

function onDate(
  result: 'date' | 'month',
  evaluate: (date: LocalDate) => LocalDate | Month,
): readonly Overload[] {
  return (['date', 'datetime'] as const).map((type) => ({
    parameters: [type],
    result,
    evaluate: (args) => evaluate(dateAt(args, 0)),
  }));
}

export const dateFunctions: readonly FunctionDefinition[] = [
  {
    name: 'date',
    // A fixed date, or the day of a date with time.
    example: 'date("2026-10-31")',
    overloads: [
      { parameters: ['text'], result: 'date', evaluate: (args) => checked(textAt(args, 0)) },
      { parameters: ['datetime'], result: 'date', evaluate: (args) => dateAt(args, 0) },
    ],
  },
  {
    name: 'at',
    // A date and a time of day together.
    example: 'at(date, time)',
    overloads: [
      {
        parameters: ['date', 'time'],
        result: 'datetime',
        evaluate: (args) => new LocalDateTime(`${dateAt(args, 0).iso}T${timeAt(args, 1).iso}`),
      },
    ],
  },
  {
    name: 'month_of',
    // The month of a date.
    example: 'month_of(date) == period',
    overloads: onDate('month', (date) => new Month(date.iso.slice(0, 7))),
  },
  {
    name: 'month_start',
    // The first day of its month.
    example: 'month_start(date)',
    overloads: onDate('date', (date) => new Month(date.iso.slice(0, 7)).start),
  },
  {
    name: 'month_end',
    // The last day of its month.
    example: 'month_end(date)',
    overloads: onDate('date', (date) => new Month(date.iso.slice(0, 7)).end),
  },
  {
    name: 'add_days',
    // So many days later; a negative number is earlier.
    example: 'add_days(date, -1)',
    overloads: [
      {
        parameters: ['date', 'quantity'],
        result: 'date',
        refuse: ([, days]) =>
          [dimensionless, day.dimension].some((dimension) => compatible(days ?? null, dimension))
            ? null
            : 'argument 2 must be a plain number or a time',
        evaluate: (args) => fromDayNumber(dayNumber(dateAt(args, 0)) + daysAt(args, 1)),
      },
    ],
  },
  {
    name: 'days_between',
    // The days from one date to another.
    example: 'days_between(started, completed)',
    overloads: [
      {
        parameters: ['date', 'date'],
        result: 'quantity',
        dimension: () => dimensionOf(day),
        evaluate: (args) => Quantity.constant(dayNumber(dateAt(args, 1)) - dayNumber(dateAt(args, 0)), day),
      },
    ],
  },
  {
    name: 'days_in',
    // The days of a month.
    example: 'count(readings) == days_in(period) / (1 day)',
    overloads: [
      {
        parameters: ['month'],
        result: 'quantity',
        dimension: () => dimensionOf(day),
        evaluate: (args) => Quantity.constant(Number(monthAt(args, 0).end.iso.slice(8, 10)), day),
      },
    ],
  },
  { name: 'year', example: 'year(date)', overloads: part(0, 4) },
  {
    name: 'month_number',
    // The month of a date, 1 to 12.
    example: 'month_number(date)',
    overloads: part(5, 7),
  },
  {
    name: 'day_number',
    // The day of the month.
    example: 'day_number(date)',
    overloads: part(8, 10),
  },
];
