const firstRoom = 256;

/** A list of doubles that grows: eight bytes for each, outside of what the garbage collector walks and copies. */
export class NumberList {
  #items = new Float64Array(firstRoom);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#items.length) {
      const wider = new Float64Array(this.#length * 2);
      wider.set(this.#items);
      this.#items = wider;
    }
    this.#items[this.#length] = value;
    this.#length += 1;
  }

  pop(): void {
    if (this.#length > 0) this.#length -= 1;
  }

  /** NaN where there is none. */
  at(index: number): number {
    return index < this.#length ? (this.#items[index] ?? Number.NaN) : Number.NaN;
  }

  set(index: number, value: number): void {
    if (index < this.#length) this.#items[index] = value;
  }
}
