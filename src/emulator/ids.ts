import { createHash } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

function letters(value: number, length: number): string {
  let text = '';
  for (let rest = value, place = 0; place < length; place += 1) {
    text = (alphabet[rest % 32] ?? '0') + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** Chance that follows from one integer: the same seed gives the same numbers (mulberry32). In [0, 1). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** The place of an id in the order of making. */
function place(id: string): number {
  const [, suffix = ''] = id.split('_');
  return suffix
    .slice(1, 9)
    .split(/(?:)/u)
    .reduce((sum, letter) => sum * 32 + Math.max(0, alphabet.indexOf(letter)), 0);
}

/**
 * Ids in the shape of the real ones: a prefix and 16 characters that rise over time, with `SBX` in the middle as the
 * sandbox's have (`api-facts.md` §5, Identity).
 */
export class Ids {
  readonly #seed: number;
  #next: number;

  constructor(seed: number, existing: Iterable<string>) {
    this.#seed = seed;
    this.#next = 0;
    this.goOnAfter(existing);
  }

  /** Makes only ids that come after those that there are. */
  goOnAfter(existing: Iterable<string>): void {
    for (const id of existing) this.#next = Math.max(this.#next, place(id));
  }

  make(prefix: string): string {
    this.#next += 1;
    const hash = createHash('sha256').update(`${this.#seed} ${this.#next}`).digest();
    const tail = letters(hash.readUInt32BE(0) % 32 ** 4, 4);
    return `${prefix}_1${letters(this.#next, 8)}SBX${tail}`;
  }
}
