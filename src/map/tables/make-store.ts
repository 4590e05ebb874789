import type { Quantity } from '../../quantity/index.js';
import {
  dateConverter,
  filesConverter,
  flagConverter,
  monthConverter,
  textConverter,
  timeConverter,
} from '../cells/scalar-cell.js';
import { LocalDate, LocalDateTime, LocalTime, Month } from '../values.js';
import { type ColumnStore, type RowPlaces, simpleStore } from './column-store.js';
import type { CompiledColumn } from './compiled-table.js';
import { QuantitiesStore } from './quantities-store.js';
import { QuantityStore } from './quantity-store.js';
import type { UnitReader } from './unit-text.js';

/** The store for a column's type. */
export function makeStore(
  column: CompiledColumn,
  units: UnitReader,
  rows: RowPlaces,
  columnValue: (key: string, index: number) => Quantity | null,
): ColumnStore {
  const { key, headerText } = column;
  switch (column.definition.type) {
    case 'text':
      return simpleStore(key, headerText, rows, textConverter(column), (raw) => raw);
    case 'flag':
      return simpleStore(key, headerText, rows, flagConverter(column), (raw) => raw);
    case 'date':
      return simpleStore(key, headerText, rows, dateConverter(column, false), (raw) => new LocalDate(raw));
    case 'datetime':
      return simpleStore(key, headerText, rows, dateConverter(column, true), (raw) => new LocalDateTime(raw));
    case 'time':
      return simpleStore(key, headerText, rows, timeConverter(column), (raw) => new LocalTime(raw));
    case 'month':
      return simpleStore(key, headerText, rows, monthConverter(column), (raw) => new Month(raw));
    case 'files':
      return simpleStore(key, headerText, rows, filesConverter(column), (raw) => raw.split('\n'));
    case 'integer':
    case 'number':
    case 'quantity':
      return new QuantityStore(column, units, rows, columnValue);
    case 'quantities':
      return new QuantitiesStore(column, units, rows, columnValue);
  }
}
