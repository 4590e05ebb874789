/** In the order in which equals are settled: the rarer a character is within values, the sooner it is meant. */
const candidates = ['\t', ';', '|', ','] as const;

const mostRecords = 200;

/** What the beginning of a CSV file says of the way it is written. */
export interface CsvShape {
  readonly delimiter: string;
  /** Whether the first line is Excel's `sep=;`, which names the delimiter and is no data. */
  readonly hasSeparatorLine: boolean;
}

/**
 * The delimiter by the first records of a file, quotes honoured: the one that splits the most of them into
 * the same number of fields. A table's preamble of single values has none and does not count against any. A
 * file of one column has none at all; then it is the comma.
 */
export function detectShape(head: string, quote: string | null): CsvShape {
  const separator = /^sep=(.)(?:\r|\n|$)/i.exec(head);
  if (separator !== null) return { delimiter: separator[1] ?? ',', hasSeparatorLine: true };
  let best = { delimiter: ',', score: 0 };
  const records = delimiterCounts(head, quote);
  for (const delimiter of candidates) {
    const score = agreement(records.map((record) => record[candidates.indexOf(delimiter)] ?? 0));
    if (score > best.score) best = { delimiter, score };
  }
  return { delimiter: best.delimiter, hasSeparatorLine: false };
}

/** How many records agree on the commonest number of delimiters above none. */
function agreement(counts: readonly number[]): number {
  const records = new Map<number, number>();
  for (const count of counts) if (count > 0) records.set(count, (records.get(count) ?? 0) + 1);
  return Math.max(0, ...records.values());
}

function delimiterCounts(head: string, quote: string | null): readonly (readonly number[])[] {
  const records: number[][] = [];
  let counts = [0, 0, 0, 0];
  let isQuoted = false;
  for (let index = 0; index < head.length && records.length < mostRecords; index += 1) {
    const character = head.charAt(index);
    if (character === quote) isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === '\n' || character === '\r') {
      records.push(counts);
      counts = [0, 0, 0, 0];
      continue;
    }
    const candidate = candidates.findIndex((each) => each === character);
    if (candidate !== -1) counts[candidate] = (counts[candidate] ?? 0) + 1;
  }
  if (records.length < mostRecords) records.push(counts);
  return records;
}
