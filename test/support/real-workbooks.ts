import { existsSync } from 'node:fs';
import path from 'node:path';

/** Workbooks that others wrote; the project holds none of them. */
const name = path.join('shared', 'workbooks');

/** The nearest folder of that name at or above `start`; null where there is none. */
export function folderAbove(start: string, wanted: string): string | null {
  for (let here = path.resolve(start); ; here = path.dirname(here)) {
    const candidate = path.join(here, wanted);
    if (existsSync(candidate)) return candidate;
    if (path.dirname(here) === here) return null;
  }
}

/**
 * The optional folder of real workbooks, however deep the checkout lies below what holds it; null where it is absent,
 * and then the tests that need it are skipped.
 */
export const realWorkbooks = folderAbove(import.meta.dirname, name);
