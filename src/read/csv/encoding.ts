import type { FileFacts } from '../file-facts.js';
import type { Refusal } from '../workbook-error.js';

/** The encodings that a text can be read in. */
export type CsvEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/**
 * The encoding of a text file: by its byte order mark, by the zero bytes of UTF-16, as UTF-8 where all of it
 * is, else Windows-1252, which Excel writes in the West. Bytes that are no text are refused.
 */
export function detectEncoding(facts: FileFacts, refusal: Refusal): CsvEncoding {
  const { head } = facts;
  if (isUtf32(head)) {
    return refusal.refuse('encoding', 'it is in UTF-32, which is not read: save it again as "CSV UTF-8"');
  }
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf && facts.isUtf8) return 'utf-8';
  if (head[0] === 0xff && head[1] === 0xfe) return confirmed('utf-16le', facts, refusal);
  if (head[0] === 0xfe && head[1] === 0xff) return confirmed('utf-16be', facts, refusal);
  if (facts.hasNul) {
    const share = nulShare(head);
    if (share.odd > 0.3 && share.even < 0.05) return 'utf-16le';
    if (share.even > 0.3 && share.odd < 0.05) return 'utf-16be';
    return refusal.refuse(
      'not-a-workbook',
      'it holds binary data, so it is neither a workbook nor a CSV file: hand in the workbook itself, saved as .xlsx or .csv',
    );
  }
  if (hasControls(head)) {
    return refusal.refuse(
      'not-a-workbook',
      'it holds control characters that no table has: hand in the workbook itself, saved as .xlsx or .csv',
    );
  }
  return facts.isUtf8 ? 'utf-8' : 'windows-1252';
}

function isUtf32(head: Buffer): boolean {
  const mark = head.toString('hex', 0, 4);
  return mark === 'fffe0000' || mark === '0000feff';
}

/** A mark of UTF-16 on text that is not: some exports put one before plain ASCII. */
function confirmed(encoding: 'utf-16le' | 'utf-16be', facts: FileFacts, refusal: Refusal): CsvEncoding {
  const share = nulShare(facts.head.subarray(2));
  const zeros = encoding === 'utf-16le' ? share.odd : share.even;
  if (facts.size % 2 === 0 && (zeros > 0.05 || facts.head.length < 8)) return encoding;
  if (facts.size % 2 === 0 && facts.hasNul) return encoding;
  return refusal.refuse(
    'encoding',
    'it is marked as UTF-16 but is not: save it again as "CSV UTF-8", or state its encoding in the mapping',
  );
}

function nulShare(bytes: Buffer): { readonly even: number; readonly odd: number } {
  const counts = [0, 0];
  const length = Math.min(bytes.length, 4096);
  for (let index = 0; index < length; index += 1) {
    if (bytes[index] === 0) counts[index % 2] = (counts[index % 2] ?? 0) + 1;
  }
  const half = Math.max(1, length / 2);
  return { even: (counts[0] ?? 0) / half, odd: (counts[1] ?? 0) / half };
}

function hasControls(bytes: Buffer): boolean {
  const length = Math.min(bytes.length, 65_536);
  let controls = 0;
  for (let index = 0; index < length; index += 1) {
    const byte = bytes[index] ?? 0;
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 12 && byte !== 26) controls += 1;
  }
  return controls > length / 100;
}
