const quote = 0x22;
const ampersand = 0x26;
const slash = 0x2f;
const less = 0x3c;
const greater = 0x3e;
const carriageReturn = 0x0d;

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** The most digits that are read as a row, a style or the number of a shared text. */
const mostDigits = 9;

/**
 * Reads the form that all writers give to nearly all cells: `<c r="F17" s="3" t="s"><f>A1*2</f><v>12.5</v></c>` with
 * nothing to decode in it. Prefixes, other attributes, rich texts and shared formulas are not of this form. One
 * pass over the characters into fields of its own: this runs once for every cell, and a pattern takes twice as long.
 */
export class PlainCell {
  column = 0;
  row = 0;
  /** 0 where the cell has none, as in the file's own first style. */
  style = 0;
  type = '';
  formula: string | null = null;
  /** Where the value's characters are; equal where there is none. */
  valueStart = 0;
  valueEnd = 0;
  hasValue = false;
  #at = 0;

  /** The place behind the cell that starts at `from`; -1 where it is not of this form or not all of it is there. */
  read(text: string, from: number): number {
    if (!text.startsWith('<c r="', from)) return -1;
    this.#at = from + 6;
    this.formula = null;
    this.hasValue = false;
    this.valueStart = this.valueEnd = 0;
    if (!this.#address(text) || !this.#attributes(text)) return -1;
    const next = text.charCodeAt(this.#at);
    if (next === slash && text.charCodeAt(this.#at + 1) === greater) return this.#at + 2;
    if (next !== greater) return -1;
    this.#at += 1;
    return this.#content(text) ? this.#at : -1;
  }

  #address(text: string): boolean {
    let at = this.#at;
    let column = 0;
    for (let code = text.charCodeAt(at); code >= 0x41 && code <= 0x5a; code = text.charCodeAt(at)) {
      column = column * 26 + (code - 0x40);
      at += 1;
    }
    const letters = at - this.#at;
    this.#at = at;
    this.column = column;
    this.row = this.#number(text);
    if (letters === 0 || letters > 3 || this.row < 1 || text.charCodeAt(this.#at) !== quote) return false;
    this.#at += 1;
    return true;
  }

  #attributes(text: string): boolean {
    this.style = 0;
    this.type = '';
    if (text.startsWith(' s="', this.#at)) {
      this.#at += 4;
      this.style = this.#number(text);
      if (this.style < 0 || text.charCodeAt(this.#at) !== quote) return false;
      this.#at += 1;
    }
    if (text.startsWith(' t="', this.#at)) {
      const end = text.indexOf('"', this.#at + 4);
      if (end === -1 || end - this.#at > 13) return false;
      this.type =
        text.charCodeAt(this.#at + 4) === 0x73 && end === this.#at + 5 ? 's' : text.slice(this.#at + 4, end);
      this.#at = end + 1;
    }
    return true;
  }

  /** A whole number at hand; -1 where there is none, or one of too many digits. */
  #number(text: string): number {
    const start = this.#at;
    let at = start;
    let number = 0;
    for (let code = text.charCodeAt(at); isDigit(code); code = text.charCodeAt(at)) {
      number = number * 10 + (code - 0x30);
      at += 1;
    }
    this.#at = at;
    return at === start || at - start > mostDigits ? -1 : number;
  }

  #content(text: string): boolean {
    if (text.startsWith('<f>', this.#at)) {
      const start = this.#at + 3;
      const end = plainTextEnd(text, start);
      if (end === -1 || !text.startsWith('</f>', end)) return false;
      this.formula = text.slice(start, end);
      this.#at = end + 4;
    }
    if (text.startsWith('<v>', this.#at)) {
      this.valueStart = this.#at + 3;
      this.valueEnd = plainTextEnd(text, this.valueStart);
      if (this.valueEnd === -1 || !text.startsWith('</v>', this.valueEnd)) return false;
      this.hasValue = true;
      this.#at = this.valueEnd + 4;
    }
    if (!text.startsWith('</c>', this.#at)) return false;
    this.#at += 4;
    return true;
  }

  /** The value as a whole number, for a shared text; -1 where it is none. */
  index(text: string): number {
    this.#at = this.valueStart;
    const number = this.#number(text);
    return this.#at === this.valueEnd ? number : -1;
  }
}

/** Where the text ends that begins there; -1 where it holds what must be decoded, or has no end yet. */
function plainTextEnd(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === less) return at;
    if (code === ampersand || code === carriageReturn) return -1;
  }
  return -1;
}
