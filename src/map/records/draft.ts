import type { IssueCode } from '../../model/issue-codes.js';
import type { Origin } from '../../model/origin.js';
import type { FieldValue } from '../../model/record.js';
import { CellSink } from '../cell-sink.js';
import type { Compiled } from '../expressions/compile.js';
import type { Frame } from '../expressions/scope.js';
import type { CompiledTemplate } from '../expressions/template.js';
import type { Path } from '../load/positions.js';
import { FaultyValue, isDataFault, LocalDate, LocalDateTime, MissingValue } from '../values.js';
import type { RecordBuilder } from './builder.js';
import type { Place } from './instances.js';
import type { DayMeaning } from './instant.js';
import { RecordOrigins } from './record-origins.js';
import { rowOrigins } from './row-origins.js';

/** Anything with a value at a place and the cells it comes from. */
interface Evaluable<Result> {
  readonly source: string;
  readonly evaluate: (frame: Frame) => Result;
  readonly addOrigins: (frame: Frame, cells: CellSink) => void;
}

/** A record as it is concluded. */
export interface Conclusion {
  readonly reference: string;
  readonly fields: Readonly<Record<string, FieldValue>>;
  readonly origins: Readonly<Record<string, readonly Origin[]>>;
}

/** One record in the making: fields with their cells, and whether something in it failed. */
export class Draft {
  readonly builder: RecordBuilder;
  readonly definition: string;
  readonly path: Path;
  readonly place: Place;
  readonly condition: Compiled | null;
  reference: string | null = null;
  failed = false;
  #told = false;
  readonly #fields: Record<string, FieldValue> = {};
  readonly #origins: RecordOrigins;

  constructor(
    builder: RecordBuilder,
    definition: string,
    path: Path,
    place: Place,
    condition: Compiled | null,
  ) {
    this.builder = builder;
    this.definition = definition;
    this.path = path;
    this.place = place;
    this.condition = condition;
    this.#origins = new RecordOrigins(place.rows.length);
  }

  get frame(): Frame {
    return this.place.frame;
  }

  fail(): void {
    this.failed = true;
  }

  /** Whether `when` holds. A condition that cannot be computed is an error of the record. */
  isWanted(): boolean {
    if (this.condition === null) return true;
    return this.evaluate(this.condition, [...this.path, 'when']) === true;
  }

  /** Evaluates, or reports why that cannot be and fails the record: null then. */
  evaluate<Result>(expression: Evaluable<Result>, path: Path): Result | null {
    try {
      return expression.evaluate(this.frame);
    } catch (error) {
      this.fault(error, expression, path);
      return null;
    }
  }

  /** As `evaluate`, where a blank is no fault: undefined then. */
  optional<Result>(expression: Evaluable<Result>, path: Path): Result | null | undefined {
    try {
      return expression.evaluate(this.frame);
    } catch (error) {
      if (error instanceof MissingValue) return undefined;
      this.fault(error, expression, path);
      return null;
    }
  }

  /** The cells an expression is made from; its place in the mapping where it uses none. */
  originsOf(expression: Pick<Evaluable<unknown>, 'addOrigins'>, path: Path): readonly Origin[] {
    const cells = this.#cellsOf(expression);
    if (cells.isEmpty) return this.builder.origins(path);
    return this.#origins.gathered(cells);
  }

  /** Good until the next is asked for. */
  #cellsOf(expression: Pick<Evaluable<unknown>, 'addOrigins'>): CellSink {
    const { cells } = this.builder;
    cells.clear();
    try {
      expression.addOrigins(this.frame, cells);
    } catch (error) {
      if (!isDataFault(error)) throw error;
    }
    return cells;
  }

  report(code: IssueCode, message: string, origins: readonly Origin[]): void {
    this.fail();
    this.builder.findings.add(
      code,
      message,
      origins,
      this.reference === null ? {} : { reference: this.reference },
    );
  }

  warn(code: IssueCode, message: string, origins: readonly Origin[]): void {
    this.builder.findings.add(
      code,
      message,
      origins,
      this.reference === null ? {} : { reference: this.reference },
    );
  }

  set(name: string, value: FieldValue, origins: readonly Origin[]): void {
    this.#fields[name] = value;
    this.#origins.set(name, origins);
  }

  /** As `set`, with the cells that an expression is made from. */
  setFrom(
    name: string,
    value: FieldValue,
    expression: Pick<Evaluable<unknown>, 'addOrigins'>,
    path: Path,
  ): void {
    this.#fields[name] = value;
    this.#origins.trace(name, () => this.originsOf(expression, path));
  }

  /** A text field; `longest` counts characters. */
  text(
    name: string,
    template: CompiledTemplate | null,
    longest: number,
    options: { readonly mayBeEmpty?: boolean } = {},
  ): string | null {
    if (template === null) return null;
    const path = [...this.path, name];
    const value = this.evaluate(template, path);
    if (value === null) return null;
    if (value.length > longest || (value === '' && options.mayBeEmpty !== true)) {
      this.report(
        'text-invalid',
        value === ''
          ? `${name} is empty`
          : `${name} has ${value.length} characters, and at most ${longest} are allowed: "${value.slice(0, 60)}…"`,
        this.originsOf(template, path),
      );
      return null;
    }
    this.setFrom(name, { type: 'text', value }, template, path);
    return value;
  }

  /** Makes the reference, which everything else is told under. */
  name(template: CompiledTemplate): boolean {
    const path = [...this.path, 'reference'];
    const value = this.evaluate(template, path);
    if (value === null) return false;
    if (value === '' || value.length > 200) {
      this.report(
        'reference-invalid',
        value === ''
          ? 'the reference is empty'
          : `the reference has ${value.length} characters, and at most 200 are allowed`,
        this.originsOf(template, path),
      );
      return false;
    }
    if (/~[1-9]\d*$/.test(value)) {
      this.report(
        'reference-invalid',
        `the reference "${value}" ends in ~ and a number, which marks replacements: choose another ending`,
        this.originsOf(template, path),
      );
      return false;
    }
    this.reference = value;
    return true;
  }

  /** A date field: `2026-10-31`. */
  date(name: string, expression: Compiled, path: Path): string | null {
    const value = this.evaluate(expression, path);
    const iso =
      value instanceof LocalDate ? value.iso : value instanceof LocalDateTime ? value.date.iso : null;
    if (iso !== null) this.setFrom(name, { type: 'date', value: iso }, expression, path);
    return iso;
  }

  /** An instant field in UTC. */
  instant(name: string, expression: Compiled, path: Path, meaning: DayMeaning): string | null {
    const value = this.evaluate(expression, path);
    if (!(value instanceof LocalDate || value instanceof LocalDateTime)) return null;
    const reading = this.builder.zone.instant(value, meaning);
    if (!reading.ok) {
      this.report('instant-invalid', reading.message, this.originsOf(expression, path));
      return null;
    }
    if (reading.ambiguous)
      this.warn(
        'instant-ambiguous',
        `this time exists twice, since the clocks were put back: the earlier one was taken, ${reading.iso}`,
        this.originsOf(expression, path),
      );
    this.setFrom(name, { type: 'instant', value: reading.iso }, expression, path);
    return reading.iso;
  }

  conclude(): Conclusion | null {
    if (this.failed || this.reference === null) return null;
    const { table, rows } = this.place;
    this.#origins.trace('', () =>
      table === null ? this.builder.origins(this.path) : rowOrigins(table, rows),
    );
    return { reference: this.reference, fields: this.#fields, origins: this.#origins.byField };
  }

  /**
   * Says once that a record over several rows, or over the whole workbook, is left out for the errors in them. A
   * record of one row needs no such word: the row's own finding is enough.
   */
  tellLeftOut(): void {
    if (this.#told || this.frame.table !== null) return;
    this.#told = true;
    const name = this.reference === null ? this.definition : `${this.definition} "${this.reference}"`;
    this.warn(
      'depends-on-error',
      `${name} is left out, since cells it is made from have errors`,
      this.#rowsOr(this.path),
    );
  }

  /** Turns what stopped an evaluation into a finding. A faulty cell has been told already. */
  fault(error: unknown, expression: Pick<Evaluable<unknown>, 'addOrigins' | 'source'>, path: Path): void {
    this.fail();
    if (error instanceof FaultyValue) {
      this.tellLeftOut();
      return;
    }
    if (!isDataFault(error)) throw error;
    const field = path.slice(this.path.length).join('.');
    if (error instanceof MissingValue) {
      const missing = new CellSink();
      error.addCells(missing);
      const cells = [missing, this.#cellsOf(expression)].find(({ isEmpty }) => !isEmpty);
      this.report(
        'value-missing',
        `${error.what} has no value, and ${this.definition} needs it for ${field}`,
        cells?.origins() ?? this.#rowsOr(path),
      );
      return;
    }
    this.report(
      'expression-failed',
      `${this.definition} ${field}, "${expression.source}": ${error.message}`,
      this.originsOf(expression, path),
    );
  }

  /** The rows of the record; the place in the mapping where it has none. */
  #rowsOr(path: Path): readonly Origin[] {
    const rows = this.rowOrigins();
    return rows.length === 0 ? this.builder.origins(path) : rows;
  }

  /** The rows of the record. */
  rowOrigins(): readonly Origin[] {
    const { table, rows } = this.place;
    return table === null ? [] : rowOrigins(table, rows);
  }
}
