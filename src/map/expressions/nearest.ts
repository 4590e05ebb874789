/** How many letters to put in, leave out or change until one text is the other (Levenshtein). */
function distance(a: string, b: string): number {
  const column = Array.from(b, (letter, index) => ({ letter, cost: index + 1 }));
  let last = b.length;
  for (const [index, letter] of Array.from(a).entries()) {
    let corner = index;
    last = index + 1;
    for (const cell of column) {
      last = Math.min(corner + (cell.letter === letter ? 0 : 1), cell.cost + 1, last + 1);
      corner = cell.cost;
      cell.cost = last;
    }
  }
  return last;
}

/** `; did you mean "tare"?`, or nothing where no name is near. */
export function didYouMean(name: string, known: Iterable<string>): string {
  let best: string | null = null;
  let least = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    if (candidate.startsWith('_')) continue;
    const apart = distance(name.toLowerCase(), candidate.toLowerCase());
    if (apart < least) {
      least = apart;
      best = candidate;
    }
  }
  return best === null ? '' : `; did you mean "${best}"?`;
}
