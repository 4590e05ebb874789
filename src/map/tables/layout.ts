import type { Unit } from '../../quantity/index.js';
import type { SheetPlace } from '../cell-sink.js';

/** Where one column of the mapping lies on a sheet. */
export interface LayoutColumn {
  readonly key: string;
  /** Column numbers from 1; one, but for a column of type quantities. */
  readonly positions: readonly number[];
  /** The header's text over each position. */
  readonly labels: readonly string[];
  /** What header, units row and mapping agree on; null where none of them says. */
  readonly unit: Unit | null;
  /** Header, units row or mapping disagree: every cell is unusable, and that was told once. */
  readonly faulty: boolean;
}

/** One header and what lies under it. A table has several where the header repeats, or on several sheets. */
export interface Layout {
  readonly place: SheetPlace;
  readonly headerRow: number;
  readonly columns: ReadonlyMap<string, LayoutColumn>;
}
