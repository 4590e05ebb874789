import type { ReadLimits } from '../limits.js';
import type { Refusal } from '../workbook-error.js';
import { decodeReferences } from '../xml/character-references.js';
import type { Skimmer, XmlHandler } from '../xml/xml-parser.js';
import type { Package } from './package.js';

const blockBytes = 1024 * 1024;
const cacheSize = 8192;

/**
 * The shared strings, kept as UTF-8 in a few large blocks outside of the heap: a hundred thousand distinct
 * strings cost their bytes and eight more each, and nothing for the garbage collector to walk.
 */
export class SharedStrings {
  readonly #limits: ReadLimits;
  readonly #refusal: Refusal;
  readonly #blocks: Buffer[] = [];
  #starts = new Uint32Array(1024);
  /** Twice the length in bytes, and one more where not all of it is ASCII: that is decoded more slowly. */
  #lengths = new Uint32Array(1024);
  #count = 0;
  #end = 0;
  /** The decoded string last used of each slot: names of sites and units repeat. */
  readonly #cached: (string | undefined)[] = new Array<string | undefined>(cacheSize).fill(undefined);
  readonly #cachedIndex = new Int32Array(cacheSize).fill(-1);

  constructor(limits: ReadLimits, refusal: Refusal) {
    this.#limits = limits;
    this.#refusal = refusal;
  }

  add(text: string): void {
    const size = Buffer.byteLength(text);
    const block = this.#begin(size);
    block.write(text, this.#end % blockBytes);
    this.#finish(size, size === text.length);
  }

  /** Adds a part of a text that is all ASCII, character by character: nothing is made for the collector to take away. */
  addAscii(text: string, start: number, end: number): void {
    const block = this.#begin(end - start);
    const to = (this.#end % blockBytes) - start;
    for (let at = start; at < end; at += 1) block[to + at] = text.charCodeAt(at);
    this.#finish(end - start, true);
  }

  #begin(size: number): Buffer {
    if (this.#count >= this.#limits.tableEntries || this.#end + size > this.#limits.sharedStringBytes) {
      this.#refusal.refuse(
        'too-large',
        `it holds more distinct texts than are read (${this.#limits.tableEntries} texts, ${this.#limits.sharedStringBytes} bytes): split it into several workbooks`,
      );
    }
    if (size > blockBytes)
      this.#refusal.refuse('too-long', 'it has a cell of more than 1 MB of text: shorten it');
    if (this.#count === this.#starts.length) this.#grow();
    return this.#blockFor(size);
  }

  #finish(size: number, isAscii: boolean): void {
    this.#starts[this.#count] = this.#end;
    this.#lengths[this.#count] = size * 2 + (isAscii ? 0 : 1);
    this.#count += 1;
    this.#end += size;
  }

  /** The string of that number, or undefined where the file has fewer. */
  at(index: number): string | undefined {
    const slot = index & (cacheSize - 1);
    if (this.#cachedIndex[slot] === index) return this.#cached[slot];
    const start = this.#starts[index];
    const length = this.#lengths[index];
    if (index >= this.#count || start === undefined || length === undefined) return undefined;
    const from = start % blockBytes;
    const encoding = length % 2 === 0 ? 'latin1' : 'utf8';
    const text = this.#blocks[Math.floor(start / blockBytes)]?.toString(
      encoding,
      from,
      from + (length >>> 1),
    );
    this.#cached[slot] = text;
    this.#cachedIndex[slot] = index;
    return text;
  }

  /** A string lies in one block: the rest of a block that is too short for it stays empty. */
  #blockFor(size: number): Buffer {
    const room = blockBytes - (this.#end % blockBytes);
    if (size > room) this.#end += room;
    const number = Math.floor(this.#end / blockBytes);
    let block = this.#blocks[number];
    if (block === undefined) {
      block = Buffer.allocUnsafe(blockBytes);
      this.#blocks[number] = block;
    }
    return block;
  }

  #grow(): void {
    const starts = new Uint32Array(this.#starts.length * 2);
    starts.set(this.#starts);
    this.#starts = starts;
    const lengths = new Uint32Array(this.#lengths.length * 2);
    lengths.set(this.#lengths);
    this.#lengths = lengths;
  }
}

/** Reads the shared strings of the workbook; none where it has no such part. */
export async function readSharedStrings(part: string | null, container: Package): Promise<SharedStrings> {
  const strings = new SharedStrings(container.limits, container.refusal);
  if (part === null || !container.has(part)) return strings;
  const handler = new SharedStringHandler(strings, container.limits, container.refusal);
  await container.parse(part, handler, handler.skimmer());
  return strings;
}

const plainStarts = ['<si><t>', '<si><t xml:space="preserve">'] as const;
const plainEnd = '</t></si>';

/** Where the text begins of a string of one plain run; -1 where it is none. */
function plainStart(text: string, at: number): number {
  for (const start of plainStarts) if (text.startsWith(start, at)) return at + start.length;
  return -1;
}

/** Whether every character is one of ASCII that stands for itself: no reference, no escape, no line break to mend. */
function isAsciiAsWritten(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x7e || code === 0x26 || code === 0x5f || code === 0x0d) return false;
  }
  return true;
}

class SharedStringHandler implements XmlHandler {
  wantsAttributes = false;
  wantsText = false;
  readonly #strings: SharedStrings;
  readonly #limits: ReadLimits;
  readonly #refusal: Refusal;
  readonly #text: StringText;

  constructor(strings: SharedStrings, limits: ReadLimits, refusal: Refusal) {
    this.#strings = strings;
    this.#limits = limits;
    this.#refusal = refusal;
    this.#text = new StringText(limits, refusal);
  }

  /** The quicker way through plain texts; a text of several runs comes event by event. */
  skimmer(): Skimmer {
    return { parent: 'sst', child: 'si', skim: (text, from) => this.#skim(text, from) };
  }

  #skim(text: string, from: number): number {
    let at = from;
    for (;;) {
      const start = plainStart(text, at);
      if (start === -1) return at;
      const end = text.indexOf('<', start);
      if (end === -1 || end - start > this.#limits.stringLength || !text.startsWith(plainEnd, end)) return at;
      if (isAsciiAsWritten(text, start, end)) this.#strings.addAscii(text, start, end);
      else {
        const written = text.slice(start, end);
        if (written.includes('\r')) return at;
        this.#strings.add(decodeEscapes(decodeReferences(written, this.#refusal)));
      }
      at = end + plainEnd.length;
    }
  }

  open(name: string): void {
    if (name === 'si') this.#text.clear();
    else this.wantsText = this.#text.open(name);
  }

  attribute(): void {
    // Runs are read for their text alone.
  }

  text(value: string): void {
    this.#text.add(value);
  }

  close(name: string): void {
    this.wantsText = false;
    if (name === 'si') this.#strings.add(this.#text.value());
    else this.#text.close(name);
  }
}

/** The text of a plain or rich string: its runs one after the other, the phonetic ones left out. */
export class StringText {
  readonly #limits: ReadLimits;
  readonly #refusal: Refusal;
  #text = '';
  #inPhonetic = false;

  constructor(limits: ReadLimits, refusal: Refusal) {
    this.#limits = limits;
    this.#refusal = refusal;
  }

  clear(): void {
    this.#text = '';
    this.#inPhonetic = false;
  }

  /** Whether the text of the element just opened belongs to the string. */
  open(name: string): boolean {
    if (name === 'rPh') this.#inPhonetic = true;
    return name === 't' && !this.#inPhonetic;
  }

  close(name: string): void {
    if (name === 'rPh') this.#inPhonetic = false;
  }

  add(piece: string): void {
    this.#text = this.#text === '' ? piece : this.#text + piece;
    if (this.#text.length > this.#limits.stringLength) {
      this.#refusal.refuse(
        'too-long',
        `it has a cell of more than ${this.#limits.stringLength} characters: shorten that cell`,
      );
    }
  }

  value(): string {
    return decodeEscapes(this.#text);
  }
}

/** `_x000D_` is how spreadsheets write a character that XML cannot hold; `_x005F_` is a plain underscore. */
export function decodeEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, digits: string) =>
    String.fromCharCode(parseInt(digits, 16)),
  );
}
