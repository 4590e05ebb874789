import { inspect } from 'node:util';

const hidden = '(hidden)';

/**
 * A credential. It cannot be printed, logged, put into a template, serialised or looked into; only the transport
 * reveals it, into its header.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The value itself, for the header that it goes into. */
  reveal(): string {
    return this.#value;
  }

  /** Never the value. */
  toString(): string {
    return hidden;
  }

  /** Never the value. */
  toJSON(): string {
    return hidden;
  }

  /** Never the value. */
  [Symbol.toPrimitive](): string {
    return hidden;
  }

  /** Never the value. */
  [inspect.custom](): string {
    return hidden;
  }
}
