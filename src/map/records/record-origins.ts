import type { Origin } from '../../model/origin.js';
import type { CellSink, SheetPlace } from '../cell-sink.js';

interface KnownCell {
  readonly place: SheetPlace;
  readonly row: number;
  readonly column: number;
  readonly origins: readonly Origin[];
}

/** Where the fields of one record come from. */
export class RecordOrigins {
  readonly byField: Record<string, readonly Origin[]> = {};
  /** The cells that fields of the record come from alone: a handful at most. */
  readonly #cells: KnownCell[] = [];
  readonly #isLong: boolean;

  /** `rows`: how many rows the record is made from. */
  constructor(rows: number) {
    this.#isLong = rows > 1;
  }

  set(field: string, origins: readonly Origin[]): void {
    this.byField[field] = origins;
  }

  /**
   * Remembers how a field's origins are gathered. The cells behind a sum are as many as its rows, and a run that only
   * validates never looks at them: they are gathered when they are asked for.
   */
  trace(field: string, gather: () => readonly Origin[]): void {
    if (this.#isLong) defineWhenAsked(this.byField, field, gather);
    else this.byField[field] = gather();
  }

  /** What was gathered. The fields of a record share the cells of its row: one list serves them all. */
  gathered(cells: CellSink): readonly Origin[] {
    const { single } = cells;
    if (single === null) return cells.origins();
    const { place, row, column } = single;
    for (const known of this.#cells)
      if (known.row === row && known.column === column && known.place === place) return known.origins;
    const origins = cells.origins();
    this.#cells.push({ place, row, column, origins });
    return origins;
  }
}

/** Defines a property whose value is made the first time that it is read, and kept. */
function defineWhenAsked<Value>(target: Record<string, Value>, name: string, make: () => Value): void {
  const shown = { enumerable: true, configurable: true };
  Object.defineProperty(target, name, {
    ...shown,
    get: () => {
      const value = make();
      Object.defineProperty(target, name, { ...shown, value });
      return value;
    },
  });
}
