const quote = 0x22;
const ampersand = 0x26;
const point = 0x2e;
const slash = 0x2f;
const zero = 0x30;
const nine = 0x39;
const less = 0x3c;
const equals = 0x3d;
const greater = 0x3e;
const blank = 0x20;
const carriageReturn = 0x0d;
const letterC = 0x63;
const letterF = 0x66;
const letterR = 0x72;
const letterS = 0x73;
const letterT = 0x74;
const letterV = 0x76;

/** The most digits that are read as a row, a style or the number of a shared text. */
const mostDigits = 9;
/** Whole numbers of that many digits, and these powers of ten, are doubles without a rounding. */
const mostExactDigits = 15;
const powersOfTen = Float64Array.from({ length: mostExactDigits + 1 }, (_, power) => 10 ** power);

/**
 * Reads the form that all writers give to nearly all cells: `<c r="F17" s="3" t="s"><f>A1*2</f><v>12.5</v></c>` with
 * nothing to decode in it. Prefixes, other attributes, rich texts and shared formulas are not of this form. One
 * pass over the characters into fields of its own, one code at a time: this runs once for every cell, and a pattern,
 * or `startsWith` for every tag, takes twice as long.
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
  /** Whether the value is a number of at most 15 digits, with or without a point: then `number` is it. */
  hasNumber = false;
  number = 0;
  #at = 0;

  /** The place behind the cell that starts at `from`; -1 where it is not of this form or not all of it is there. */
  read(text: string, from: number): number {
    if (
      text.charCodeAt(from) !== less ||
      text.charCodeAt(from + 1) !== letterC ||
      !isAttribute(text, from + 2, letterR)
    )
      return -1;
    this.#at = from + 6;
    this.formula = null;
    this.hasValue = this.hasNumber = false;
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
    if (isAttribute(text, this.#at, letterS)) {
      this.#at += 4;
      this.style = this.#number(text);
      if (this.style < 0 || text.charCodeAt(this.#at) !== quote) return false;
      this.#at += 1;
    }
    if (isAttribute(text, this.#at, letterT)) {
      const start = this.#at + 4;
      if (text.charCodeAt(start) === letterS && text.charCodeAt(start + 1) === quote) {
        this.type = 's';
        this.#at = start + 2;
        return true;
      }
      const end = text.indexOf('"', start);
      if (end === -1 || end - start > 9) return false;
      this.type = text.slice(start, end);
      this.#at = end + 1;
    }
    return true;
  }

  /** A whole number at hand; -1 where there is none, or one of too many digits. */
  #number(text: string): number {
    const start = this.#at;
    let at = start;
    let number = 0;
    for (let code = text.charCodeAt(at); code >= zero && code <= nine; code = text.charCodeAt(at)) {
      number = number * 10 + (code - zero);
      at += 1;
    }
    this.#at = at;
    return at === start || at - start > mostDigits ? -1 : number;
  }

  #content(text: string): boolean {
    if (isTag(text, this.#at, letterF)) {
      const start = this.#at + 3;
      const end = plainTextEnd(text, start);
      if (end === -1 || !isEndTag(text, end, letterF)) return false;
      this.formula = text.slice(start, end);
      this.#at = end + 4;
    }
    if (isTag(text, this.#at, letterV) && !this.#value(text)) return false;
    if (!isEndTag(text, this.#at, letterC)) return false;
    this.#at += 4;
    return true;
  }

  /** The text of the value, read as a number on the way. */
  #value(text: string): boolean {
    const start = this.#at + 3;
    const afterNumber = this.#shortDecimal(text, start);
    const end = this.hasNumber ? afterNumber : plainTextEnd(text, afterNumber);
    if (end === -1 || !isEndTag(text, end, letterV)) return false;
    this.valueStart = start;
    this.valueEnd = end;
    this.hasValue = true;
    this.#at = end + 4;
    return true;
  }

  /**
   * Reads a number of at most 15 digits up to the next tag, and gives the place where it stopped. Its digits and its
   * power of ten are both doubles exactly, so that their quotient is the double nearest to it, as `Number` gives.
   */
  #shortDecimal(text: string, start: number): number {
    let at = start;
    let digits = 0;
    let pointAt = -1;
    let code = text.charCodeAt(at);
    for (; at - start <= mostExactDigits; code = text.charCodeAt(at)) {
      if (code >= zero && code <= nine) digits = digits * 10 + (code - zero);
      else if (code === point && pointAt === -1) pointAt = at;
      else break;
      at += 1;
    }
    const count = at - start - (pointAt === -1 ? 0 : 1);
    this.hasNumber = code === less && count > 0 && count <= mostExactDigits;
    this.number = pointAt === -1 ? digits : digits / (powersOfTen[at - pointAt - 1] ?? 1);
    return at;
  }
}

/** ` r="` for that letter. */
function isAttribute(text: string, at: number, letter: number): boolean {
  return (
    text.charCodeAt(at + 1) === letter &&
    text.charCodeAt(at) === blank &&
    text.charCodeAt(at + 2) === equals &&
    text.charCodeAt(at + 3) === quote
  );
}

/** `<v>` for that letter. */
function isTag(text: string, at: number, letter: number): boolean {
  return (
    text.charCodeAt(at + 1) === letter && text.charCodeAt(at) === less && text.charCodeAt(at + 2) === greater
  );
}

/** `</v>` for that letter. */
function isEndTag(text: string, at: number, letter: number): boolean {
  return (
    text.charCodeAt(at + 2) === letter &&
    text.charCodeAt(at) === less &&
    text.charCodeAt(at + 1) === slash &&
    text.charCodeAt(at + 3) === greater
  );
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
