/** `</row><row r="17" spans="1:20">`, with blanks between and nothing in the attributes to decode. */
const gap = /<\/row>[ \t\r\n]{0,9}<row r="(\d{1,7})"((?: [A-Za-z0-9:]{1,40}="[^"<>&]{0,200}")*)>/y;

/** From the end of one row to the first cell of the next. */
export interface RowGap {
  /** The next row's number, as written. */
  readonly row: string;
  /** Its `hidden` attribute; '' where it has none. */
  readonly hidden: string;
  readonly end: number;
}

/** The gap that starts there, if it has the form that all writers give to nearly all rows. */
export function rowGapAt(text: string, at: number): RowGap | null {
  gap.lastIndex = at;
  const match = gap.exec(text);
  if (match === null) return null;
  const [whole, row = '', attributes = ''] = match;
  const hidden = attributes.includes(' hidden="') ? (/ hidden="([^"]*)"/.exec(attributes)?.[1] ?? '') : '';
  return { row, hidden, end: at + whole.length };
}
