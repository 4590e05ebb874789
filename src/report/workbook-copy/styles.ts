import type { Tone } from '../report-data.js';
import { addRelationship, declarePart, freeName, type Parts } from './parts.js';
import { asBytes, attributesOf, childrenOf, rootOf, Splices, withAttribute, type Tag } from './xml.js';

const colours: Readonly<Record<Tone | 'header', string>> = {
  good: 'FFE2F0D9',
  changed: 'FFDDEBF7',
  warning: 'FFFFF2CC',
  bad: 'FFF8CBAD',
  quiet: 'FFEDEDED',
  header: 'FFD9E1F2',
};

/** Excel's format `@`: what is typed over a text stays text, `=1+1` too. */
const textFormat = 49;

interface List {
  readonly open: Tag;
  readonly close: Tag;
  readonly children: readonly string[];
}

/** Appends fills and cell formats to a workbook's styles. What is there keeps its number. */
export class Styles {
  readonly #text: string;
  readonly #root: Tag;
  readonly #fills: List | null;
  readonly #formats: List | null;
  readonly #newFills: string[] = [];
  readonly #newFormats: string[] = [];
  readonly #fillOf = new Map<Tone | 'header', number>();
  readonly #formatOf = new Map<string, number>();

  constructor(text: string) {
    this.#text = text;
    this.#root = rootOf(text);
    this.#fills = this.#list('fills');
    this.#formats = this.#list('cellXfs');
    // The first two fills are Excel's own whatever they say, and the first format is that of every bare cell.
    const fills = this.#fills?.children.length ?? 0;
    if (fills < 1) this.#newFills.push(this.#pattern('none'));
    if (fills < 2) this.#newFills.push(this.#pattern('gray125'));
    if (this.#formatCount() === 0)
      this.#newFormats.push(`<${this.#root.prefix}xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>`);
  }

  /** The format of a new cell with text. */
  ofText(tone: Tone | 'header'): number {
    const p = this.#root.prefix;
    return this.#format(
      `text ${tone}`,
      () =>
        `<${p}xf numFmtId="${textFormat}" fontId="0" fillId="${this.#fill(tone)}" borderId="0" applyNumberFormat="1" applyFill="1"/>`,
    );
  }

  /** A format like another, but with the tone's fill. */
  filled(format: number, tone: Tone): number {
    return this.#format(`${format} ${tone}`, () => {
      const like = this.#formats?.children[format] ?? this.#formats?.children[0] ?? this.#newFormats[0] ?? '';
      const tag = rootOf(like);
      const withFill = withAttribute(like, tag, 'fillId', `${this.#fill(tone)}`) + like.slice(tag.end);
      const again = rootOf(withFill);
      return withAttribute(withFill, again, 'applyFill', '1') + withFill.slice(again.end);
    });
  }

  /** The part with what was added. */
  apply(): string {
    const splices = new Splices();
    this.#append(splices, 'fills', this.#fills, this.#newFills, ['borders', 'cellStyleXfs', 'cellXfs']);
    this.#append(splices, 'cellXfs', this.#formats, this.#newFormats, []);
    return splices.apply(this.#text);
  }

  #format(key: string, make: () => string): number {
    let index = this.#formatOf.get(key);
    if (index === undefined) {
      const xml = make();
      index = this.#formatCount() + this.#newFormats.length;
      this.#newFormats.push(xml);
      this.#formatOf.set(key, index);
    }
    return index;
  }

  #fill(tone: Tone | 'header'): number {
    let index = this.#fillOf.get(tone);
    if (index === undefined) {
      const p = this.#root.prefix;
      index = (this.#fills?.children.length ?? 0) + this.#newFills.length;
      this.#newFills.push(
        `<${p}fill><${p}patternFill patternType="solid"><${p}fgColor rgb="${colours[tone]}"/><${p}bgColor indexed="64"/></${p}patternFill></${p}fill>`,
      );
      this.#fillOf.set(tone, index);
    }
    return index;
  }

  #formatCount(): number {
    return this.#formats?.children.length ?? 0;
  }

  #pattern(type: string): string {
    const p = this.#root.prefix;
    return `<${p}fill><${p}patternFill patternType="${type}"/></${p}fill>`;
  }

  #list(name: string): List | null {
    for (const { open, close } of childrenOf(this.#text, this.#root)) {
      if (open.name !== name || open.prefix !== this.#root.prefix) continue;
      const children = [...childrenOf(this.#text, open)].map((child) =>
        this.#text.slice(child.open.start, child.close.end),
      );
      return { open, close, children };
    }
    return null;
  }

  /** Adds to a list, which is made where there is none: before the elements that the schema has behind it. */
  #append(
    splices: Splices,
    name: string,
    list: List | null,
    added: readonly string[],
    behind: readonly string[],
  ): void {
    if (added.length === 0) return;
    const p = this.#root.prefix;
    const count = (list?.children.length ?? 0) + added.length;
    if (list === null) {
      splices.insert(
        this.#placeFor(name, behind),
        `<${p}${name} count="${count}">${added.join('')}</${p}${name}>`,
      );
      return;
    }
    const open = withAttribute(
      this.#text,
      list.open,
      'count',
      attributesOf(list.open).has('count') ? `${count}` : null,
    );
    if (list.open.kind === 'empty') {
      splices.replace(
        list.open.start,
        list.open.end,
        `${open.replace(/\s*\/>$/, '>')}${added.join('')}</${p}${name}>`,
      );
      return;
    }
    splices.replace(list.open.start, list.open.end, open);
    splices.insert(list.close.start, added.join(''));
  }

  #placeFor(name: string, behind: readonly string[]): number {
    const last = name === 'cellXfs' ? ['cellStyles', 'dxfs', 'tableStyles', 'colors', 'extLst'] : behind;
    let end = this.#root.end;
    for (const { open, close } of childrenOf(this.#text, this.#root)) {
      if (last.includes(open.name)) return open.start;
      end = close.end;
    }
    return end;
  }
}

/** The workbook's styles; a part for them is made where there is none, and `save` puts them into the package. */
export function openStyles(
  parts: Parts,
  workbook: {
    readonly part: string;
    readonly styles: string | null;
    readonly main: string;
    readonly office: string;
  },
): { readonly styles: Styles; readonly save: () => void } {
  if (workbook.styles !== null && parts.has(workbook.styles)) {
    const part = workbook.styles;
    const styles = new Styles(parts.read(part));
    return {
      styles,
      save: () => {
        parts.write(part, styles.apply());
      },
    };
  }
  const styles = new Styles(
    asBytes(
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<styleSheet xmlns="${workbook.main}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs></styleSheet>`,
    ),
  );
  return {
    styles,
    save: () => {
      const name = freeName(parts, 'xl/styles#.xml');
      parts.write(name, styles.apply());
      addRelationship(parts, workbook.part, `${workbook.office}/styles`, name);
      declarePart(parts, name, 'application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml');
    },
  };
}
