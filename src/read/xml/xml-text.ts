import { isAscii } from 'node:buffer';
import { TextDecoder } from 'node:util';
import type { Refusal } from '../workbook-error.js';

/** The text of an XML part, a piece at a time, in the encoding that its first bytes name. */
export class XmlText {
  readonly #part: string;
  readonly #refusal: Refusal;
  #decoder: TextDecoder | null = null;
  #isUtf8 = false;
  /** Whether the last piece may have ended within a character. */
  #mayBeWithin = false;

  constructor(part: string, refusal: Refusal) {
    this.#part = part;
    this.#refusal = refusal;
  }

  /** Settles the encoding by the first bytes of the part, where they themselves are not wanted. */
  begin(bytes: Uint8Array): string {
    const encoding = this.#encodingOf(bytes);
    // A decoder takes a mark away from its first piece, which need not be the first of the part.
    const hasMark = bytes[0] === 0xef || bytes[0] === 0xff || bytes[0] === 0xfe;
    this.#decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: !hasMark });
    this.#isUtf8 = encoding === 'utf-8';
    return encoding;
  }

  decode(bytes: Uint8Array): string {
    if (this.#decoder === null) this.begin(bytes);
    // A character of UTF-8 that lies across two pieces begins with a byte that is none of ASCII.
    if (this.#isUtf8 && !this.#mayBeWithin && isAscii(bytes))
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    try {
      const text = this.#decoder?.decode(bytes, { stream: true }) ?? '';
      this.#mayBeWithin = (bytes.at(-1) ?? 0xff) > 0x7f;
      return text;
    } catch (cause) {
      return this.#refuse(cause);
    }
  }

  end(): string {
    try {
      return this.#decoder?.decode() ?? '';
    } catch (cause) {
      return this.#refuse(cause);
    }
  }

  #encodingOf(bytes: Uint8Array): string {
    const [first = 0, second = 0] = bytes;
    if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
    if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
    const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
    const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]*\sencoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/.exec(
      head,
    );
    const label = (declared?.[1] ?? 'utf-8').toLowerCase();
    try {
      return new TextDecoder(label).encoding;
    } catch (cause) {
      return this.#refusal.refuse(
        'encoding',
        `its part ${this.#part} is in the unknown encoding "${label}": save it again with Excel or LibreOffice`,
        cause,
      );
    }
  }

  #refuse(cause: unknown): never {
    return this.#refusal.refuse(
      'damaged',
      `its part ${this.#part} holds bytes that are no text: get the file again from where it came from`,
      cause,
    );
  }
}
