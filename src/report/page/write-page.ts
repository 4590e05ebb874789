import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReportInput } from '../report-data.js';
import { reportPage } from './report-page.js';

/** Pieces are gathered to about this many characters before they are written. */
const pieceSize = 65_536;

function* gathered(pieces: Iterable<string>): Generator<string, void, undefined> {
  let held = '';
  for (const piece of pieces) {
    held += piece;
    if (held.length < pieceSize) continue;
    yield held;
    held = '';
  }
  yield held;
}

/** Writes the report as one page that needs no network. Files are addressed as seen from beside it. */
export async function writeReportPage(input: ReportInput, path: string): Promise<void> {
  await pipeline(Readable.from(gathered(reportPage(input))), createWriteStream(path));
}
