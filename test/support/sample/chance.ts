/** Chance from one integer, so that a month is the same every time it is made. */
export function chanceFrom(seed: number) {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
  return {
    random,
    between: (low: number, high: number, step = 1) =>
      Number((Math.round((low + (high - low) * random()) / step) * step).toFixed(6)),
    pick: <T>(items: readonly [T, ...T[]]): T => items[Math.floor(random() * items.length)] ?? items[0],
  };
}
