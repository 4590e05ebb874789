import { phrases } from './find-unit.js';

export type Token =
  | { readonly type: 'name'; readonly text: string }
  | { readonly type: 'number'; readonly text: string }
  | { readonly type: 'times' | 'over' | 'power' | 'open' | 'close' | 'co2e' };

/** One spelling for what typists and programs write in many ways. */
function plain(text: string): string {
  return (
    text
      .normalize('NFC')
      .replaceAll(/[\u00a0\u2007\u2009\u202f]|\s/g, ' ')
      .replaceAll(/[\u200b-\u200d\ufeff]/g, '')
      .replaceAll('μ', 'µ')
      .replaceAll('₂', '2')
      // Soil laboratories write the charge of an ion beside the mole: cmol+/kg, cmol(+)/kg.
      .replaceAll(/mol ?(?:\([+⁺]\)|[+⁺])/g, 'mol')
      .replaceAll(/[⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺]+/g, (raised) => `^${raised.normalize('NFKC')}`)
      .replaceAll(/[−–]/g, '-')
      .replaceAll(/ ?CO2[ -]?(?:equivalents?|eqv?|e)(?![A-Za-z0-9])/gi, ' #co2e ')
      .trim()
  );
}

const patterns: readonly { readonly type: Token['type']; readonly pattern: RegExp }[] = [
  { type: 'co2e', pattern: /^#co2e/ },
  { type: 'power', pattern: /^(?:\*\*|\^)/ },
  { type: 'over', pattern: /^(?:\/|per(?![A-Za-z]))/i },
  { type: 'times', pattern: /^(?:[*·×⋅∙]|x(?= ))/ },
  { type: 'open', pattern: /^\(/ },
  { type: 'close', pattern: /^\)/ },
  { type: 'number', pattern: /^[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?/i },
  { type: 'name', pattern: /^[\p{L}°º%‰µ$€£_][\p{L}\p{N}°º%‰µ_-]*/u },
];

/** A phrase such as `metric ton` where one begins here and ends at a word's end. */
function phraseAt(text: string): string | null {
  const lower = text.toLowerCase();
  return (
    phrases.find(
      (phrase) => lower.startsWith(phrase.toLowerCase()) && !/^[\p{L}\p{N}]/u.test(text.slice(phrase.length)),
    ) ?? null
  );
}

/** `m3`, `cm2`, `m-1`: an exponent that is written right after a name. */
function splitExponent(name: string): readonly Token[] {
  const match = /^(?<base>\p{L}+?)(?<exponent>-?[1-4])$/u.exec(name);
  const { base, exponent } = match?.groups ?? {};
  if (base === undefined || exponent === undefined || base.toUpperCase() === 'CO')
    return [{ type: 'name', text: name }];
  return [{ type: 'name', text: base }, { type: 'power' }, { type: 'number', text: exponent }];
}

/** The tokens of a unit, or the place where none begins. */
export function tokenize(text: string): { readonly tokens: readonly Token[]; readonly unread: string } {
  const tokens: Token[] = [];
  let rest = plain(text);
  while (rest !== '') {
    const phrase = phraseAt(rest);
    if (phrase !== null) {
      tokens.push({ type: 'name', text: phrase });
      rest = rest.slice(phrase.length).trimStart();
      continue;
    }
    const found = patterns.find(({ pattern }) => pattern.test(rest));
    const [word] = found?.pattern.exec(rest) ?? [];
    if (found === undefined || word === undefined) return { tokens, unread: rest };
    if (found.type === 'name') tokens.push(...splitExponent(word));
    else if (found.type === 'number') tokens.push({ type: 'number', text: word });
    else tokens.push({ type: found.type });
    rest = rest.slice(word.length).trimStart();
  }
  return { tokens, unread: '' };
}
