import { NotCopied } from './refused.js';

/**
 * The text of a part is held with one character a byte (`latin1`), so that a place in the text is a place in the part
 * and whatever is not touched goes back as the bytes it was. What is put in must be made so by `asBytes`.
 */
export interface Tag {
  /** Of `<`. */
  readonly start: number;
  /** Behind `>`. */
  readonly end: number;
  readonly kind: 'open' | 'close' | 'empty';
  /** With its colon; empty where the element is in the default namespace. */
  readonly prefix: string;
  readonly name: string;
  /** As written, with the blanks around them. */
  readonly attributes: string;
}

const markup =
  /<(?:!--[^]*?-->|!\[CDATA\[[^]*?\]\]>|\?[^]*?\?>|(\/?)([A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)((?:[^<>"'/]+|"[^"]*"|'[^']*'|\/(?!>))*)(\/?)>)/y;

/** The first tag at or behind a place; comments, CDATA and instructions are passed over. Null at the end. */
export function nextTag(text: string, from: number): Tag | null {
  let at = from;
  for (;;) {
    at = text.indexOf('<', at);
    if (at === -1) return null;
    markup.lastIndex = at;
    const match = markup.exec(text);
    if (match === null)
      throw new NotCopied('one of its parts is not written as XML that can be edited in place');
    const [whole, slash, prefix = '', name, attributes = '', empty] = match;
    if (name !== undefined) {
      const kind = slash === '/' ? 'close' : empty === '/' ? 'empty' : 'open';
      return { start: at, end: at + whole.length, kind, prefix, name, attributes };
    }
    at += whole.length;
  }
}

/** Where the element of a tag ends: behind its end tag. */
export function closeOf(text: string, open: Tag): Tag {
  if (open.kind !== 'open') return open;
  let depth = 1;
  for (let tag = nextTag(text, open.end); tag !== null; tag = nextTag(text, tag.end)) {
    if (tag.kind === 'open') depth += 1;
    else if (tag.kind === 'close') depth -= 1;
    if (depth === 0) return tag;
  }
  throw new NotCopied(`one of its parts breaks off within the element ${open.name}`);
}

/** The elements right within an element, each with the tag that ends it. */
export function* childrenOf(
  text: string,
  parent: Tag,
): Generator<{ readonly open: Tag; readonly close: Tag }> {
  if (parent.kind !== 'open') return;
  for (let tag = nextTag(text, parent.end); tag !== null && tag.kind !== 'close';) {
    const close = closeOf(text, tag);
    yield { open: tag, close };
    tag = nextTag(text, close.end);
  }
}

/** The document's outermost element. */
export function rootOf(text: string): Tag {
  const declared = /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*\bencoding\s*=\s*["']([^"']+)["']/.exec(text)?.[1];
  if (
    /^(?:\u00ff\u00fe|\u00fe\u00ff)/.test(text) ||
    (declared !== undefined && !/^(?:utf-8|us-ascii|ascii)$/i.test(declared))
  )
    throw new NotCopied('one of its parts is in another encoding than UTF-8');
  const root = nextTag(text, 0);
  if (root === null) throw new NotCopied('one of its parts is empty');
  return root;
}

const attributePattern = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** The attributes as written, by name. */
export function attributesOf(tag: Tag): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', double, single] of tag.attributes.matchAll(attributePattern))
    found.set(name, double ?? single ?? '');
  return found;
}

/** An attribute's meaning: entities resolved, UTF-8 decoded. */
export function attribute(tag: Tag, name: string): string | null {
  const written = attributesOf(tag).get(name);
  return written === undefined ? null : decoded(written);
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** What text of a part means. */
export function decoded(written: string): string {
  return Buffer.from(written, 'latin1')
    .toString('utf8')
    .replaceAll(
      /&(?:#x([0-9a-fA-F]+)|#(\d+)|(\w+));/g,
      (whole, hex?: string, decimal?: string, name?: string) => {
        if (name !== undefined) return entities[name] ?? whole;
        const code = hex === undefined ? Number(decimal) : parseInt(hex, 16);
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      },
    );
}

/** Text as the characters of its UTF-8 bytes. */
export function asBytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** Plain text for an element or an attribute; what XML cannot hold becomes a blank. */
export function escaped(text: string): string {
  return asBytes(
    text
      .replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, (character) =>
        character === '\n' || character === '\t' ? character : ' ',
      )
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;'),
  );
}

/** A tag with one attribute set, or taken out where the value is null. The value must need no escaping. */
export function withAttribute(text: string, tag: Tag, name: string, value: string | null): string {
  const written = text.slice(tag.start, tag.end);
  const pattern = new RegExp(`\\s${name}\\s*=\\s*(?:"[^"]*"|'[^']*')`);
  const put = value === null ? '' : ` ${name}="${value}"`;
  if (pattern.test(written)) return written.replace(pattern, () => put);
  return written.replace(/\s*(\/?>)$/, (_, end: string) => `${put}${end}`);
}

/** Pieces to put in place of others; the rest of the text stays as it is. */
export class Splices {
  readonly #pieces: { readonly start: number; readonly end: number; readonly text: string }[] = [];

  replace(start: number, end: number, text: string): void {
    this.#pieces.push({ start, end, text });
  }

  insert(at: number, text: string): void {
    this.replace(at, at, text);
  }

  /** The text with the pieces in. At one place what is inserted comes first, in the order in which it was given. */
  apply(text: string): string {
    const pieces = this.#pieces.toSorted(
      (a, b) => a.start - b.start || Number(a.end > a.start) - Number(b.end > b.start),
    );
    const out: string[] = [];
    let at = 0;
    for (const piece of pieces) {
      if (piece.start < at) throw new NotCopied('two changes to one of its parts overlap');
      out.push(text.slice(at, piece.start), piece.text);
      at = piece.end;
    }
    out.push(text.slice(at));
    return out.join('');
  }
}
