import { usageError } from './environment.js';

/** `name=value` pairs of a repeated flag. @throws a usage error for one without `=`. */
export function readPairs(flag: string, pairs: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw usageError('flag-invalid', `--${flag} ${pair} must be written name=value`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

/** A ceiling that means something. @throws a usage error else. */
export function positive(flag: string, value: number | undefined): number | null {
  if (value === undefined) return null;
  if (Number.isFinite(value) && value > 0) return value;
  throw usageError('flag-invalid', `--${flag} ${value} must be a number above 0`);
}
