/**
 * The column of a cell's address as files write it (`F17`), which must be in the row given; 0 where it is no
 * address or of another row. One pass over the characters: this runs once for every cell.
 */
export function columnOfAddress(address: string, row: number): number {
  let column = 0;
  let index = 0;
  for (; index < address.length; index += 1) {
    const letter = address.charCodeAt(index);
    if (letter < 65 || letter > 90) break;
    column = column * 26 + (letter - 64);
  }
  let found = 0;
  for (; index < address.length; index += 1) {
    const digit = address.charCodeAt(index) - 48;
    if (digit < 0 || digit > 9) return 0;
    found = found * 10 + digit;
  }
  return found === row ? column : 0;
}
