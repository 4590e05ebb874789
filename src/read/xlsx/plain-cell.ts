/** `<c r="F17" s="3" t="s"><f>A1*2</f><v>12.5</v></c>` with nothing to decode in it. */
const plainCell =
  /<c r="([A-Z]{1,3}\d{1,7})"(?: s="(\d{1,9})")?(?: t="([A-Za-z]{1,9})")?(?:\/>|>(?:<f>([^<&\r]*)<\/f>)?(?:<v>([^<&\r]*)<\/v>)?<\/c>)/y;

/**
 * The cell that starts at that place, if it has the form that all writers give to nearly all cells: its text,
 * address, style, type, formula and value. Prefixes, other attributes, rich texts and shared formulas are not of
 * this form.
 */
export function plainCellAt(text: string, at: number): RegExpExecArray | null {
  plainCell.lastIndex = at;
  return plainCell.exec(text);
}
