import { z } from 'zod';

/** A value that is newer than this program. */
export type Other = string & Record<never, never>;

/**
 * A type as a reader may rely on it: without the fields that an answer may have besides, and not to be changed. What
 * the service adds is still there at run time.
 */
export type Known<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer E)[]
    ? readonly Known<E>[]
    : T extends object
      ? { readonly [K in keyof T as string extends K ? never : K]: Known<T[K]> }
      : T;

/** One of some known values in an answer, or any other: a value that the service adds breaks nothing. */
export function open<const V extends string>(_known: readonly V[]): z.ZodType<V | Other> {
  return z.string();
}

/** One of some known values in a request. Checked where it is compiled; a newer value may be sent, the service judges. */
export function one<const V extends string>(_known: readonly V[]): z.ZodType<V, V> {
  return z.custom<V>((value) => typeof value === 'string' && value !== '', { error: 'is not a word' });
}

/**
 * Reads an answer that may have fields under the names they had before: each is taken for the field of the new name
 * where that is absent (`interface.md`, Versioning). The older name stays in the answer beside it.
 */
export function renamed<S extends z.ZodType>(names: Readonly<Record<string, string>>, schema: S) {
  return z.preprocess((value) => {
    const fields = z.record(z.string(), z.unknown()).safeParse(value);
    if (!fields.success) return value;
    const moved = Object.entries(names).filter(
      ([older, name]) => fields.data[name] === undefined && fields.data[older] !== undefined,
    );
    return {
      ...fields.data,
      ...Object.fromEntries(moved.map(([older, name]) => [name, fields.data[older]])),
    };
  }, schema);
}
