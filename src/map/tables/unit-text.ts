import { parseUnit, type Unit, type UnitParse } from '../../quantity/index.js';
import { foldLabel, tidy } from '../normal-text.js';

/** Reads units in this workbook's spelling. */
export type UnitReader = (text: string) => UnitParse;

/** The mapping's own spellings win over what is known. Decoration such as `---- meq/100g ----` is taken off. */
export function unitReader(
  ...spellings: readonly (Readonly<Record<string, string>> | undefined)[]
): UnitReader {
  const aliases = new Map<string, string>();
  for (const group of [...spellings].reverse()) {
    for (const [spelling, unit] of Object.entries(group ?? {})) aliases.set(foldLabel(spelling), unit);
  }
  const cache = new Map<string, UnitParse>();
  return (text) => {
    const known = cache.get(text);
    if (known !== undefined) return known;
    const parsed = readUnit(text, aliases);
    if (cache.size < 10_000) cache.set(text, parsed);
    return parsed;
  };
}

function readUnit(text: string, aliases: ReadonlyMap<string, string>): UnitParse {
  const plain = tidy(text.normalize('NFKC'));
  const bare = plain.replace(/^[-–—\s]+|[-–—\s]+$/g, '').replace(/^[([](.*)[)\]]$/, '$1');
  const beforeBracket = bare.replace(/\s*[([].*$/, '');
  let first: UnitParse | null = null;
  for (const candidate of [plain, bare, beforeBracket]) {
    if (candidate === '') continue;
    const parsed = parseUnit(aliases.get(foldLabel(candidate)) ?? candidate);
    if (parsed.ok) return parsed;
    first ??= parsed;
  }
  return first ?? parseUnit(text);
}

/** Where a header's text may hold a unit: in brackets at its end, or behind a comma. */
function unitPlaces(text: string): readonly string[] {
  const bracket = /[([]([^()[\]]+(?:\([^()]*\)[^()[\]]*)?)[)\]]\s*$/.exec(text)?.[1];
  const comma = /,\s*([^,]+)$/.exec(text)?.[1];
  return [bracket, comma].filter((place) => place !== undefined);
}

/** Words that begin like a unit: `in stock` is no length, and `a total` no year. */
const words: ReadonlySet<string> = new Set(['in', 'a']);

/**
 * A unit that a header begins with before something that is none: the kilogram of `(kgCO2)`, the tonne of `(t wet)`. It
 * does not say what the unit is, and tells where another cannot be meant.
 */
export function unitBegun(
  label: string,
  read: UnitReader,
): { readonly text: string; readonly unit: Unit } | null {
  for (const text of unitPlaces(tidy(label.normalize('NFKC')))) {
    for (let end = text.length - 1; end > 0; end -= 1) {
      const [before, behind] = [text.slice(0, end), text.slice(end)];
      if (!/^[\s\p{Lu}\d_-]/u.test(behind) || !/[\p{L}%°/\d]$/u.test(before) || words.has(before)) continue;
      const parsed = read(before);
      if (parsed.ok) return { text, unit: parsed.unit };
    }
  }
  return null;
}

/** A unit that a header's text seems to hold: in brackets, behind a comma, or as % or a declared suffix. */
export function unitInHeader(label: string, read: UnitReader, spellings: ReadonlySet<string>): Unit | null {
  const text = tidy(label.normalize('NFKC'));
  for (const candidate of unitPlaces(text)) {
    const parsed = read(candidate);
    if (parsed.ok) return parsed.unit;
  }
  const suffix = /[_\s]([^_\s]+)$/.exec(text)?.[1];
  if (suffix === undefined || (suffix !== '%' && !spellings.has(foldLabel(suffix)))) return null;
  const parsed = read(suffix);
  return parsed.ok ? parsed.unit : null;
}

/** A header's text without the unit in brackets at its end. */
export function withoutUnit(label: string): string {
  return tidy(label.normalize('NFKC')).replace(/\s*[([][^()[\]]*(?:\([^()]*\)[^()[\]]*)?[)\]]\s*$/, '');
}

/** Whether two units measure the same and are the same size. */
export function sameUnit(a: Unit, b: Unit): boolean {
  const bases = new Set([...Object.keys(a.dimension), ...Object.keys(b.dimension)]);
  const left = new Map(Object.entries(a.dimension));
  const right = new Map(Object.entries(b.dimension));
  return (
    [...bases].every((base) => (left.get(base) ?? 0) === (right.get(base) ?? 0)) &&
    a.factor.equals(b.factor) &&
    a.offset.equals(b.offset)
  );
}
