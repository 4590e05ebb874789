import type { z } from 'zod';
import type { localeSchema } from '../schema/texts.js';

type LocaleDefinition = z.infer<typeof localeSchema>;

/** How numbers and dates in text are written; null where the mapping does not say. */
export interface Locale {
  readonly decimal: '.' | ',' | null;
  readonly group: ',' | '.' | ' ' | "'" | 'none' | null;
  readonly dates: readonly string[] | null;
}

/** The nearest declaration wins: column, table, mapping. */
export function mergeLocales(...definitions: readonly (LocaleDefinition | undefined)[]): Locale {
  const pick = <Key extends keyof LocaleDefinition>(key: Key): LocaleDefinition[Key] =>
    definitions.find((definition) => definition?.[key] !== undefined)?.[key];
  return { decimal: pick('decimal') ?? null, group: pick('group') ?? null, dates: pick('dates') ?? null };
}
