import type { Refusal } from '../workbook-error.js';
import { excerpt } from '../workbook-error.js';

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Replaces character references. Only the five names that XML has without a declaration are known: nothing is
 * ever expanded from a file, so an unknown name is refused.
 */
export function decodeReferences(text: string, refusal: Refusal): string {
  return text.replaceAll(/&([^;&\s]{0,12};)?/g, (reference: string) => {
    const body = reference.slice(1, -1);
    const character = body.startsWith('#') ? characterOf(body) : named[body];
    if (character === undefined) {
      return refusal.refuse(
        'entity',
        `it uses the XML entity "${excerpt(reference, 16)}", which no spreadsheet program writes: save it again with Excel or LibreOffice`,
      );
    }
    return character;
  });
}

function characterOf(body: string): string | undefined {
  const isHex = body.startsWith('#x');
  const digits = body.slice(isHex ? 2 : 1);
  if (!(isHex ? /^[0-9A-Fa-f]{1,8}$/ : /^\d{1,8}$/).test(digits)) return undefined;
  const point = parseInt(digits, isHex ? 16 : 10);
  if (point === 0 || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return undefined;
  return String.fromCodePoint(point);
}
