import { QuoteType, Tokenizer } from 'htmlparser2';
import type { TokenizerCallbacks } from 'htmlparser2';
import type { ReadLimits } from '../limits.js';
import type { Refusal } from '../workbook-error.js';
import { decodeReferences } from './character-references.js';

/** What a part's reader is told. Names are local: `row` for `<x:row>`, whatever the prefix. */
export interface XmlHandler {
  /** Set by `open`: whether attributes of the element just opened are wanted. */
  wantsAttributes: boolean;
  /** Whether text is wanted from here on. */
  wantsText: boolean;
  open(name: string): void;
  /** `name` as written, prefix included: `r:id` is not `r`. */
  attribute(name: string, value: string): void;
  /** May come in several pieces. */
  text(value: string): void;
  close(name: string): void;
}

/**
 * A quicker way through elements that are many and alike: the parser hands over its text wherever only children
 * of `parent` can follow, and goes on where the skimmer stops. What the skimmer does not know by its exact
 * form it leaves to the parser, so that both ways mean the same.
 */
export interface Skimmer {
  /** The element's name as written, without a prefix. */
  readonly parent: string;
  readonly child: string;
  /** Takes complete children that start at `from`; the place behind the last one taken. */
  readonly skim: (text: string, from: number) => number;
}

/** Stands for the name of a root whose start tag was not seen. */
const unseen = '';

/**
 * XML as spreadsheets use it, event by event: elements, attributes, text, CDATA. The tokens are the library's;
 * what is held here is that elements nest, that nothing is declared or expanded, and that the limits stand.
 *
 * The tokenizer reports places in its current chunk, so every chunk handed to it ends behind a `>` and within
 * no CDATA section: then a name, a text or a CDATA section always lies in one chunk.
 */
export class XmlParser implements TokenizerCallbacks {
  readonly #part: string;
  readonly #handler: XmlHandler;
  readonly #limits: ReadLimits;
  readonly #refusal: Refusal;
  readonly #tokenizer: Tokenizer;
  readonly #open: string[] = [];
  readonly #localNames = new Map<string, string>();
  readonly #skimmer: Skimmer | null;
  #rootSeen = false;
  /** The place of the `>` of the tag last completed. */
  #tagEnd = -1;
  #carry = '';
  #chunk = '';
  #offset = 0;
  #hasReferences = false;
  #hasCarriageReturns = false;
  #attributeName = '';
  #attributeValue = '';

  /** `from`: whether the text starts with the document, or within its root, whose start tag was not seen. */
  constructor(
    part: string,
    handler: XmlHandler,
    limits: ReadLimits,
    refusal: Refusal,
    from: 'start' | 'within-root' = 'start',
    skimmer: Skimmer | null = null,
  ) {
    this.#skimmer = skimmer;
    this.#part = part;
    this.#handler = handler;
    this.#limits = limits;
    this.#refusal = refusal;
    this.#tokenizer = new Tokenizer({ xmlMode: true, decodeEntities: false }, this);
    if (from === 'within-root') {
      this.#open.push(unseen);
      this.#rootSeen = true;
    }
  }

  write(text: string): void {
    const all = this.#carry === '' ? text : this.#carry + text;
    let cut = all.lastIndexOf('>') + 1;
    // A search from the front skips from one `!` to the next, and there are hardly any.
    const cdata = all.includes('![CDATA[') ? all.lastIndexOf('<![CDATA[') : -1;
    if (cdata !== -1 && all.indexOf(']]>', cdata) === -1) cut = cdata;
    this.#carry = all.slice(cut);
    if (this.#carry.length > this.#limits.stringLength * 4) this.refuseLength();
    if (cut === 0) return;
    const complete = all.slice(0, cut);
    this.#hasReferences = complete.includes('&');
    this.#hasCarriageReturns = complete.includes('\r');
    if (this.#skimmer === null) this.#feed(complete);
    else this.#feedAround(complete, this.#skimmer);
  }

  #feed(chunk: string): void {
    this.#offset += this.#chunk.length;
    this.#chunk = chunk;
    this.#tokenizer.write(chunk);
  }

  /** Hands the children of the skimmer's element to it and everything else to the tokenizer. */
  #feedAround(text: string, { parent, child, skim }: Skimmer): void {
    for (let at = 0; at < text.length;) {
      const isBetween =
        this.#tagEnd + 1 === this.#offset + this.#chunk.length && this.#open.at(-1) === parent;
      if (isBetween) at = skim(text, at);
      if (at === text.length) return;
      // Within the parent, be it in the middle of a child, the next child may be one for the skimmer again.
      const isInside = isBetween ? text.startsWith(`<${child}`, at) : this.#open.includes(parent);
      const mark = text.indexOf(isInside ? `</${child}>` : `<${parent}`, at);
      const end = mark === -1 ? 0 : text.indexOf('>', mark) + 1;
      const next = end === 0 ? text.length : end;
      this.#feed(text.slice(at, next));
      at = next;
    }
  }

  end(): void {
    if (!this.#rootSeen) this.#malformed('holds no XML');
    if (this.#open.length > 0 || this.#carry.trim() !== '') {
      this.#refusal.refuse(
        'truncated',
        `its part ${this.#part} breaks off in the middle: get the file again from where it came from`,
      );
    }
  }

  refuseLength(): never {
    return this.#refusal.refuse(
      'too-long',
      `its part ${this.#part} holds a text of more than ${this.#limits.stringLength} characters: shorten that cell`,
    );
  }

  onopentagname(start: number, end: number): void {
    const from = start - this.#offset;
    const name = this.#chunk.slice(from, end - this.#offset);
    if (this.#open.length === 0) {
      if (this.#rootSeen) this.#malformed('has a second root element');
      this.#rootSeen = true;
    } else if (this.#open.length >= this.#limits.xmlDepth) {
      this.#refusal.refuse(
        'too-deep',
        `its part ${this.#part} nests more than ${this.#limits.xmlDepth} elements, which no spreadsheet program writes: save it again with Excel or LibreOffice`,
      );
    }
    this.#open.push(name);
    this.#handler.wantsAttributes = false;
    this.#handler.open(this.#localName(name));
  }

  onattribname(start: number, end: number): void {
    if (!this.#handler.wantsAttributes) return;
    this.#attributeName = this.#chunk.slice(start - this.#offset, end - this.#offset);
    this.#attributeValue = '';
  }

  onattribdata(start: number, end: number): void {
    if (!this.#handler.wantsAttributes) return;
    const value = this.#textOf(start, end);
    this.#attributeValue = this.#attributeValue === '' ? value : this.#attributeValue + value;
    if (this.#attributeValue.length > this.#limits.stringLength) this.refuseLength();
  }

  onattribend(quote: QuoteType): void {
    if (quote !== QuoteType.Double && quote !== QuoteType.Single)
      this.#malformed('has an attribute without quotes');
    if (this.#handler.wantsAttributes) this.#handler.attribute(this.#attributeName, this.#attributeValue);
  }

  onopentagend(end: number): void {
    // Elements are reported when their name is known and when they close.
    this.#tagEnd = end;
  }

  onselfclosingtag(end: number): void {
    this.#tagEnd = end;
    this.#handler.close(this.#localName(this.#open.pop() ?? ''));
  }

  onclosetag(start: number, end: number): void {
    this.#tagEnd = end;
    const name = this.#open.pop();
    if (name === undefined) this.#malformed('closes an element that is not open');
    if (name === unseen) return;
    if (end - start !== name.length || !this.#chunk.startsWith(name, start - this.#offset)) {
      this.#malformed('closes an element that is not open');
    }
    this.#handler.close(this.#localName(name));
  }

  ontext(start: number, end: number): void {
    if (this.#handler.wantsText) {
      if (end - start > this.#limits.stringLength) this.refuseLength();
      this.#handler.text(this.#textOf(start, end));
    } else if (this.#open.length === 0 && this.#textOf(start, end).trim() !== '') {
      this.#malformed('has text outside of its root element');
    }
  }

  oncdata(start: number, end: number, endOffset: number): void {
    if (!this.#handler.wantsText) return;
    if (end - start > this.#limits.stringLength) this.refuseLength();
    this.#handler.text(this.#chunk.slice(start - this.#offset, end - endOffset - this.#offset));
  }

  ondeclaration(): void {
    this.#refusal.refuse(
      'entity',
      `its part ${this.#part} declares XML entities of its own, which no spreadsheet program writes and which can be an attack: do not use it, or save it again with Excel or LibreOffice`,
    );
  }

  onattribentity(): void {
    // Never called: references are decoded here, so that an unknown one is refused.
  }

  ontextentity(): void {
    // Never called, as above.
  }

  oncomment(): void {
    // Comments say nothing about cells.
  }

  onprocessinginstruction(): void {
    // The encoding is read from the bytes; no other instruction says anything about cells.
  }

  onend(): void {
    // `end` is called by whoever feeds the text.
  }

  #textOf(start: number, end: number): string {
    let text = this.#chunk.slice(start - this.#offset, end - this.#offset);
    if (this.#hasCarriageReturns) text = text.replaceAll(/\r\n?/g, '\n');
    return this.#hasReferences && text.includes('&') ? decodeReferences(text, this.#refusal) : text;
  }

  #localName(name: string): string {
    if (name.length === 1) return name;
    let local = this.#localNames.get(name);
    if (local === undefined) {
      local = name.slice(name.indexOf(':') + 1);
      // A file of endless names must not fill the map; whoever writes cells uses a few dozen.
      if (this.#localNames.size < 1000) this.#localNames.set(name, local);
    }
    return local;
  }

  #malformed(what: string): never {
    return this.#refusal.refuse(
      'damaged',
      `its part ${this.#part} ${what}: get the file again, or open it in Excel and save it anew`,
    );
  }
}
