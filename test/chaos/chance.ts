/** Chance in [0, 1) that follows from words alone: whoever asks for the same gets the same, in whatever order. */
export function chanceOf(...words: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const letter of words.join('\u0000'))
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 4294967296;
}

/** Chances of one subject, one after the other or by name. */
export class Chance {
  readonly #subject: readonly (string | number)[];
  #asked = 0;

  constructor(...subject: readonly (string | number)[]) {
    this.#subject = subject;
  }

  next(): number {
    this.#asked += 1;
    return chanceOf(...this.#subject, this.#asked);
  }

  /** Whether it happens, at that share. */
  happens(share: number): boolean {
    return this.next() < share;
  }

  /** An integer from `from` to `to`, both included. */
  integer(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.integer(0, choices.length - 1)] ?? choices[0];
  }
}
