import {
  dateConverter,
  filesConverter,
  flagConverter,
  monthConverter,
  textConverter,
  timeConverter,
} from '../cells/scalar-cell.js';
import { LocalDate, LocalDateTime, LocalTime, Month, type Value } from '../values.js';
import {
  type ColumnStore,
  type RowPlaces,
  type SimpleConverter,
  simpleStore,
  type StoreUse,
} from './column-store.js';
import type { CompiledColumn } from './compiled-table.js';
import { QuantitiesStore } from './quantities-store.js';
import { QuantityStore } from './quantity-store.js';
import type { UnitReader } from './unit-text.js';

/** The store for a column's type. */
export function makeStore(
  column: CompiledColumn,
  units: UnitReader,
  rows: RowPlaces,
  use: StoreUse,
): ColumnStore {
  const { key, headerText } = column;
  const simple = <Raw extends string | boolean>(
    convert: SimpleConverter<Raw>,
    decode: (raw: Raw) => Value,
  ): ColumnStore => simpleStore({ key, label: headerText, rows, keeps: use.keeps }, convert, decode);
  switch (column.definition.type) {
    case 'text':
      return simple(textConverter(column), (raw) => raw);
    case 'flag':
      return simple(flagConverter(column), (raw) => raw);
    case 'date':
      return simple(dateConverter(column, false), (raw) => new LocalDate(raw));
    case 'datetime':
      return simple(dateConverter(column, true), (raw) => new LocalDateTime(raw));
    case 'time':
      return simple(timeConverter(column), (raw) => new LocalTime(raw));
    case 'month':
      return simple(monthConverter(column), (raw) => new Month(raw));
    case 'files':
      return simple(filesConverter(column), (raw) => raw.split('\n'));
    case 'integer':
    case 'number':
    case 'quantity':
      return new QuantityStore(column, units, rows, use);
    case 'quantities':
      return new QuantitiesStore(column, units, rows, use);
  }
}
