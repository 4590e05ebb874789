import type { TablePlace } from '../model/mapped.js';
import type { OpenTable } from './tables/read-tables.js';

/** Where the tables of a mapping were found, header by header. */
export function tablePlaces(tables: readonly OpenTable[]): readonly TablePlace[] {
  return tables.flatMap(({ table, data }) =>
    data.layouts.map(({ place, headerRow, columns }) => ({
      table: table.name,
      ...place,
      headerRow,
      filledDown: [...columns.values()]
        .filter((column) => table.columns.get(column.key)?.definition.fill === 'down')
        .flatMap((column) => column.positions),
      endsAfterBlankRows: table.until?.blankRows ?? null,
    })),
  );
}
