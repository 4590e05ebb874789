import type { ReadLimits } from '../limits.js';
import type { Refusal } from '../workbook-error.js';
import type { NumberFormat } from './number-format.js';
import type { SharedStrings } from './shared-strings.js';

/** What the cells of a sheet refer to. */
export interface SheetContext {
  readonly sheet: string;
  readonly isHidden: boolean;
  readonly date1904: boolean;
  readonly formats: readonly NumberFormat[];
  readonly strings: SharedStrings;
  readonly limits: ReadLimits;
  readonly refusal: Refusal;
}
