import type { ReadLimits } from '../limits.js';
import type { Refusal } from '../workbook-error.js';
import type { XmlHandler } from '../xml/xml-parser.js';
import { generalFormat, numberFormat } from './number-format.js';
import type { NumberFormat } from './number-format.js';
import type { Package } from './package.js';

/** The number formats of a workbook by the number that its cells have in `s`. */
export async function readCellFormats(
  part: string | null,
  container: Package,
): Promise<readonly NumberFormat[]> {
  if (part === null || !container.has(part)) return [generalFormat];
  const handler = new StylesHandler(container.limits, container.refusal);
  await container.parse(part, handler);
  const formats = new Map<number, NumberFormat>();
  return handler.formatIds.map((id) => {
    let format = formats.get(id);
    if (format === undefined) {
      format = numberFormat(id, handler.codes);
      formats.set(id, format);
    }
    return format;
  });
}

class StylesHandler implements XmlHandler {
  wantsAttributes = false;
  wantsText = false;
  readonly codes = new Map<number, string>();
  readonly formatIds: number[] = [];
  readonly #limits: ReadLimits;
  readonly #refusal: Refusal;
  #inCellFormats = false;
  #id = 0;
  #code = '';

  constructor(limits: ReadLimits, refusal: Refusal) {
    this.#limits = limits;
    this.#refusal = refusal;
  }

  open(name: string): void {
    if (name === 'cellXfs') this.#inCellFormats = true;
    this.wantsAttributes = name === 'numFmt' || (this.#inCellFormats && name === 'xf');
    if (this.wantsAttributes) {
      this.#id = 0;
      this.#code = '';
    }
  }

  attribute(name: string, value: string): void {
    if (name === 'numFmtId') this.#id = Number(value);
    else if (name === 'formatCode') this.#code = value;
    if (value.length > this.#limits.formatLength) {
      this.#refusal.refuse(
        'too-long',
        `it has a number format of more than ${this.#limits.formatLength} characters: shorten it`,
      );
    }
  }

  text(): void {
    // Styles are all attributes.
  }

  close(name: string): void {
    if (name === 'cellXfs') this.#inCellFormats = false;
    // A differential format within an extension may have the number of another one: the first list counts.
    if (name === 'numFmt' && !this.codes.has(this.#id)) this.codes.set(this.#id, this.#code);
    if (name === 'xf' && this.#inCellFormats) this.formatIds.push(this.#id);
    if (this.formatIds.length + this.codes.size > this.#limits.formats) {
      this.#refusal.refuse(
        'too-large',
        `it has more than the ${this.#limits.formats} cell formats that are read`,
      );
    }
  }
}
