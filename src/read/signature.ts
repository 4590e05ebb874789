import type { FileFacts } from './file-facts.js';
import type { Refusal } from './workbook-error.js';

/** The formats that are read, told by content: a name says what somebody thought a file was. */
export type ReadableFormat = 'xlsx' | 'csv';

interface Signature {
  readonly what: string;
  readonly bytes: readonly number[];
  readonly at?: number;
}

const signatures: readonly Signature[] = [
  { what: 'a JPEG picture', bytes: [0xff, 0xd8, 0xff] },
  { what: 'a PNG picture', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { what: 'a GIF picture', bytes: [0x47, 0x49, 0x46, 0x38] },
  { what: 'a TIFF picture', bytes: [0x49, 0x49, 0x2a, 0x00] },
  { what: 'a TIFF picture', bytes: [0x4d, 0x4d, 0x00, 0x2a] },
  { what: 'a WebP picture', bytes: [0x57, 0x45, 0x42, 0x50], at: 8 },
  { what: 'a HEIC picture or a video', bytes: [0x66, 0x74, 0x79, 0x70], at: 4 },
  { what: 'a PDF document', bytes: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { what: 'a text document (.rtf)', bytes: [0x7b, 0x5c, 0x72, 0x74, 0x66] },
  { what: 'a gzip archive', bytes: [0x1f, 0x8b] },
  { what: 'a 7-Zip archive', bytes: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c] },
  { what: 'a RAR archive', bytes: [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07] },
  { what: 'an SQLite database', bytes: [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20, 0x66] },
  { what: 'a Parquet file', bytes: [0x50, 0x41, 0x52, 0x31] },
  { what: 'a program', bytes: [0x7f, 0x45, 0x4c, 0x46] },
  { what: 'a program', bytes: [0x4d, 0x5a, 0x90, 0x00] },
];

const advice = 'hand in the workbook itself, saved as .xlsx or .csv';

/** Tells what the file is, and refuses by name what is no workbook. */
export function readableFormat(facts: FileFacts, refusal: Refusal): ReadableFormat {
  const { head } = facts;
  if (startsWith(head, [0x50, 0x4b, 0x03, 0x04]) || startsWith(head, [0x50, 0x4b, 0x05, 0x06])) return 'xlsx';
  if (startsWith(head, [0xd0, 0xcf, 0x11, 0xe0])) refuseOldOffice(facts, refusal);
  if (head[0] === 0x09 && [0, 2, 4, 8].includes(head[1] ?? -1) && (head[3] ?? -1) === 0)
    refuseLegacy(refusal);
  const signature = signatures.find(({ bytes, at }) => startsWith(head, bytes, at));
  if (signature !== undefined) refusal.refuse('not-a-workbook', `it is ${signature.what}: ${advice}`);
  refuseMarkup(head, refusal);
  if (/\.(xlsx|xlsm|xltx|xltm|xlsb|xls|ods|numbers)$/i.test(facts.path)) {
    refusal.refuse(
      'not-a-workbook',
      isText(facts)
        ? 'it is plain text with the name of a workbook: get the workbook again from where it came from, or, if it is a CSV file, rename it to .csv'
        : `it is no workbook, or its beginning is damaged: get the file again from where it came from`,
    );
  }
  return 'csv';
}

function refuseOldOffice(facts: FileFacts, refusal: Refusal): never {
  const streams = facts.oleStreams;
  if (streams.has('EncryptedPackage')) {
    refusal.refuse(
      'encrypted',
      'it is protected by a password: remove the password in Excel and save it again',
    );
  }
  if (streams.has('Workbook') || streams.has('Book')) return refuseLegacy(refusal);
  if (streams.has('WordDocument')) refusal.refuse('not-a-workbook', `it is a Word document: ${advice}`);
  if (streams.has('PowerPoint Document')) refusal.refuse('not-a-workbook', `it is a presentation: ${advice}`);
  return refusal.refuse(
    'not-a-workbook',
    `it is a file of an old Office program, but no workbook: ${advice}`,
  );
}

function refuseLegacy(refusal: Refusal): never {
  return refusal.refuse(
    'legacy-xls',
    'it is an old Excel workbook (.xls): open it in Excel and save it as .xlsx',
  );
}

function refuseMarkup(head: Buffer, refusal: Refusal): void {
  const isWide = head[1] === 0 || head[0] === 0xff;
  const text = head
    .toString(isWide ? 'utf16le' : 'utf8', 0, 4096)
    .replace(/^\ufeff/, '')
    .trimStart()
    .toLowerCase();
  if (
    /^(<!--[^]*?-->\s*)?<(!doctype html|html|head|body|table|script|div|meta)\b/.test(text) ||
    isXhtml(text)
  ) {
    refusal.refuse(
      'not-a-workbook',
      `it is a web page, perhaps a sign-in or error page saved in place of the file: download it again, or ${advice}`,
    );
  }
  if (text.startsWith('<?xml') && text.includes('office:spreadsheet')) {
    refusal.refuse(
      'not-a-workbook',
      'it is an XML spreadsheet of 2003: open it in Excel and save it as .xlsx',
    );
  }
  if (/^<[?!a-z]/.test(text)) refusal.refuse('not-a-workbook', `it is an XML file: ${advice}`);
  if (/^\{\s*"|^\[\s*[[{]/.test(text)) refusal.refuse('not-a-workbook', `it is a JSON file: ${advice}`);
}

function isXhtml(text: string): boolean {
  return text.startsWith('<?xml') && /<html\b/.test(text);
}

function isText(facts: FileFacts): boolean {
  return !facts.hasNul;
}

function startsWith(head: Buffer, bytes: readonly number[], at = 0): boolean {
  return bytes.every((byte, index) => head[at + index] === byte);
}
