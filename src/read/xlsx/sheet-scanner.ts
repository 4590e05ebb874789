import { columnLetters, type Cell, type Row } from '../../model/workbook.js';
import { excerpt } from '../workbook-error.js';
import type { Skimmer, XmlHandler } from '../xml/xml-parser.js';
import { typedNumber, typedValue } from './cell-value.js';
import type { TypedValue } from './cell-value.js';
import { FormulaReader } from './formula-reader.js';
import { PlainCell } from './plain-cell.js';
import { rowGapAt } from './row-gap.js';
import { SheetLayout } from './sheet-layout.js';
import { generalFormat } from './number-format.js';
import type { NumberFormat } from './number-format.js';
import { StringText, decodeEscapes } from './shared-strings.js';
import { RowAssembler } from './row-assembler.js';
import type { SheetContext } from './sheet-context.js';
import { isTrue } from './workbook-part.js';

/**
 * Turns the events of a worksheet part into rows and merges. `takeRows` hands over what is complete so far.
 */
export class SheetScanner implements XmlHandler {
  wantsAttributes = false;
  wantsText = false;
  readonly layout: SheetLayout;
  readonly #context: SheetContext;
  readonly #formula: FormulaReader;
  readonly #inline: StringText;
  readonly #plain = new PlainCell();
  readonly #row: RowAssembler;
  #inData = false;
  #element = '';
  #target: 'value' | 'formula' | 'inline' | 'none' = 'none';

  #address = '';
  #style = '';
  #type = '';
  #value = '';
  #hasValue = false;
  #hasInline = false;

  constructor(context: SheetContext) {
    this.#context = context;
    this.#row = new RowAssembler(context);
    this.#formula = new FormulaReader(context.limits, context.refusal);
    this.layout = new SheetLayout(context.sheet, context.limits, context.refusal);
    this.#inline = new StringText(context.limits, context.refusal);
  }

  /** The rows that are complete and were not taken yet. */
  takeRows(): readonly Row[] {
    return this.#row.take();
  }

  /** The quicker way through cells of the form that all writers use; every other cell comes event by event. */
  skimmer(): Skimmer {
    return { parent: 'row', child: 'c', skim: (text, from) => this.#skim(text, from) };
  }

  #skim(text: string, from: number): number {
    if (!this.#inData) return from;
    const plain = this.#plain;
    let at = from;
    for (;;) {
      const end = plain.read(text, at);
      if (end === -1) {
        const gap = rowGapAt(text, at);
        if (gap === null) return at;
        this.#row.close();
        this.#row.open(gap.row, isTrue(gap.hidden));
        at = gap.end;
        continue;
      }
      if (end - at > this.#context.limits.formulaLength) return at;
      this.#row.start();
      // What is wrong with such a cell is told on the way that takes every cell.
      if (plain.row !== this.#row.number || plain.column > this.#context.limits.columns) return at;
      if (plain.hasValue && plain.formula === null && (plain.type === '' || plain.type === 's'))
        this.#keepPlain(text, plain);
      else this.#replay(text, plain);
      at = end;
    }
  }

  /** Most cells by far: a number, or a shared text. */
  #keepPlain(text: string, plain: PlainCell): void {
    const { column, number } = plain;
    const format = this.#context.formats[plain.style] ?? generalFormat;
    this.#row.moveTo(column);
    if (plain.type === 's') {
      const shared = this.#sharedString(plain.hasNumber ? number : -1);
      if (shared !== '') this.#push(column, 'text', shared, shared, format.code, null);
      return;
    }
    if (plain.hasNumber && format.meaning === 'number') {
      this.#push(column, 'number', number, text.slice(plain.valueStart, plain.valueEnd), format.code, null);
      return;
    }
    const stored = text.slice(plain.valueStart, plain.valueEnd).trim();
    if (stored === '') return;
    const { type, value } = typedNumber(stored, format, this.#context.date1904);
    this.#push(column, type, value, stored, format.code, null);
  }

  /** Any other cell of the plain form, as if it had come event by event. */
  #replay(text: string, plain: PlainCell): void {
    this.#openCell();
    this.#address = `${columnLetters(plain.column)}${plain.row}`;
    this.#style = String(plain.style);
    this.#type = plain.type;
    if (plain.formula !== null) {
      this.#formula.open();
      this.#formula.text(plain.formula);
    }
    if (plain.hasValue) {
      this.#hasValue = true;
      this.#value = text.slice(plain.valueStart, plain.valueEnd);
    }
    this.#closeCell();
  }

  open(name: string): void {
    this.#element = name;
    if (!this.#inData) {
      if (name === 'sheetData') this.#inData = true;
      else this.wantsAttributes = this.layout.open(name);
      return;
    }
    switch (name) {
      case 'c':
        this.wantsAttributes = true;
        this.#openCell();
        return;
      case 'v':
        this.#hasValue = true;
        this.#expect('value');
        return;
      case 'f':
        this.wantsAttributes = true;
        this.#formula.open();
        this.#expect('formula');
        return;
      case 'row':
        this.wantsAttributes = true;
        this.#row.open('', false);
        return;
      case 'is':
        this.#hasInline = true;
        this.#inline.clear();
        return;
      default:
        if (this.#hasInline && this.#inline.open(name)) this.#expect('inline');
    }
  }

  attribute(name: string, value: string): void {
    switch (this.#element) {
      case 'c':
        if (name === 'r') this.#address = value;
        else if (name === 's') this.#style = value;
        else if (name === 't') this.#type = value;
        return;
      case 'f':
        this.#formula.attribute(name, value);
        return;
      case 'row':
        if (name === 'r') this.#row.setAddress(value);
        else if (name === 'hidden') this.#row.isHidden = isTrue(value);
        return;
      case 'col':
      case 'mergeCell':
        this.layout.attribute(this.#element, name, value);
        return;
    }
  }

  text(value: string): void {
    switch (this.#target) {
      case 'value':
        this.#value = this.#value === '' ? value : this.#value + value;
        return;
      case 'formula':
        this.#formula.text(value);
        return;
      case 'inline':
        this.#inline.add(value);
        return;
      case 'none':
        return;
    }
  }

  close(name: string): void {
    this.wantsText = false;
    this.#target = 'none';
    if (this.#inData) {
      if (name === 'c') this.#closeCell();
      else if (name === 'row') this.#row.close();
      else if (name === 'sheetData') this.#inData = false;
      else if (this.#hasInline) this.#inline.close(name);
    } else {
      this.layout.close(name);
    }
  }

  #expect(target: 'value' | 'formula' | 'inline'): void {
    this.#target = target;
    this.wantsText = true;
  }

  #openCell(): void {
    this.#row.start();
    this.#address = this.#style = this.#type = this.#value = '';
    this.#hasValue = this.#hasInline = false;
    this.#formula.clear();
  }

  #closeCell(): void {
    const column = this.#row.columnOf(this.#address);
    const formula = this.#formula.formula(this.#row.number, column);
    if (!this.#hasValue && !this.#hasInline && formula === null) return;
    // `Number('')` is 0: a cell without a style has the first one.
    const format = this.#context.formats[Number(this.#style)] ?? generalFormat;
    const stored = this.#storedText();
    const typed = this.#typed(stored, format);
    if (typed === null) {
      if (formula === null) return;
    } else if (typed.value === '' && formula === null) return;
    if (typed === null) this.#push(column, 'empty-formula', null, stored, format.code, formula);
    else this.#push(column, typed.type, typed.value, stored, format.code, formula);
  }

  #push(
    column: number,
    type: Cell['type'],
    value: Cell['value'],
    stored: string,
    numberFormat: string,
    formula: string | null,
  ): void {
    const { number: row, isHidden } = this.#row;
    const hidden = isHidden || this.#context.isHidden || this.layout.isHidden(column);
    this.#row.push({ row, column, type, value, stored, numberFormat, formula, hidden });
  }

  #storedText(): string {
    switch (this.#type) {
      case 's':
        return this.#value === '' ? '' : this.#sharedString(Number(this.#value));
      case 'inlineStr':
        return this.#hasInline ? this.#inline.value() : decodeEscapes(this.#value);
      case 'str':
        return decodeEscapes(this.#value);
      default:
        return this.#value.trim();
    }
  }

  #typed(stored: string, format: NumberFormat): TypedValue | null {
    const typed = typedValue(this.#type, stored, this.#hasValue, format, this.#context.date1904);
    return typed === 'unknown'
      ? this.#row.damaged(`has a cell of the unknown type "${excerpt(this.#type)}"`)
      : typed;
  }

  #sharedString(number: number): string {
    const text = Number.isInteger(number) && number >= 0 ? this.#context.strings.at(number) : undefined;
    return (
      text ?? this.#row.damaged(`refers to a text that the file does not hold, in row ${this.#row.number}`)
    );
  }
}
