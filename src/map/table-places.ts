import type { TablePlace } from '../model/mapped.js';
import type { Mapping } from './mapping.js';
import type { TableData } from './tables/table-data.js';

/** Where the tables of a mapping were found, header by header. */
export function tablePlaces(mapping: Mapping, tables: ReadonlyMap<string, TableData>): readonly TablePlace[] {
  return mapping.tables.flatMap((table) =>
    (tables.get(table.name)?.layouts ?? []).map(({ place, headerRow, columns }) => ({
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
