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

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return hidden;
  }

  toJSON(): string {
    return hidden;
  }

  [Symbol.toPrimitive](): string {
    return hidden;
  }

  [inspect.custom](): string {
    return hidden;
  }
}
