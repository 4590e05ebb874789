/** A number with a fixed count of decimals, thousands set apart, and a true minus sign: figures align in a column. */
export function fixed(value: number, decimals: number): string {
  const [whole = '0', fraction] = Math.abs(value).toFixed(decimals).split('.');
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  const digits = fraction === undefined ? grouped : `${grouped}.${fraction}`;
  const zero = !/[1-9]/.test(digits);
  return value < 0 && !zero ? `\u2212${digits}` : digits;
}

/** Kilograms as tonnes, to the kilogram: `249.545`. */
export function tonnes(kilograms: number): string {
  return fixed(kilograms / 1000, 3);
}

/** A change in tonnes with its sign: `+137.629`. */
export function signedTonnes(kilograms: number): string {
  const text = tonnes(kilograms);
  return kilograms > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

export function plural(count: number, noun: string): string {
  return `${fixed(count, 0)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `biomass-feedstock-transport` as people read it: `Biomass feedstock transport`. */
export function asWords(key: string): string {
  const words = key.replaceAll(/[_-]+/g, ' ').trim();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
