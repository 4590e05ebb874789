import { Decimal } from 'decimal.js';
import { Quantity, type Unit } from '../../quantity/index.js';
import { quantityConverter } from '../cells/quantity-cell.js';
import { deviationOf } from '../deviation.js';
import { FaultyValue, MissingValue } from '../values.js';
import type { ColumnStore, RowPlaces } from './column-store.js';
import type { CompiledColumn } from './compiled-table.js';
import { leafKey } from './quantity-store.js';
import type { UnitReader } from './unit-text.js';

interface Member {
  readonly position: number;
  readonly magnitude: number;
  readonly unit: Unit;
  readonly deviation: number | null;
}

/** Several columns of one meaning: intervals of a day, replicates of a sample. Blank ones are left out. */
export function quantitiesStore(
  column: CompiledColumn,
  units: UnitReader,
  rows: RowPlaces,
  columnValue: (key: string, index: number) => Quantity | null,
): ColumnStore {
  const convertCell = quantityConverter(
    { ...column, definition: { ...column.definition, required: false } },
    units,
  );
  const values: (readonly Member[] | null)[] = [];
  const faults = new Set<number>();
  return {
    append: (picked, layoutColumn, row) => {
      const index = values.length;
      if (layoutColumn === undefined) {
        values.push(null);
        return;
      }
      if (layoutColumn.faulty) faults.add(index);
      const members: Member[] = [];
      for (const [nth, position] of layoutColumn.positions.entries()) {
        const one = picked[nth];
        const value = layoutColumn.faulty
          ? undefined
          : convertCell(one?.masterRow === null ? one.cell : undefined, {
              row,
              at: position,
              column: layoutColumn,
            });
        if (value === undefined) faults.add(index);
        else if (value !== null)
          members.push({
            position,
            magnitude: value.magnitude,
            unit: value.unit,
            deviation: value.deviation,
          });
      }
      if (members.length === 0 && column.definition.required === true && !faults.has(index)) {
        row.report(
          'value-missing',
          `${column.headerText}: none of the columns holds a value`,
          layoutColumn.positions[0] ?? 1,
        );
        faults.add(index);
      }
      values.push(members.length === 0 ? null : members);
    },
    pop: () => {
      values.pop();
      faults.delete(values.length);
    },
    read: (index) => {
      if (faults.has(index)) throw new FaultyValue(column.key);
      const members = values[index];
      if (members === null || members === undefined) throw new MissingValue(column.headerText);
      return members.map((member) => toQuantity(member, index));
    },
    addOrigins: (index, cells) => {
      const layout = rows.layout(index);
      for (const { position } of values[index] ?? [])
        cells.add(layout.place, rows.rowNumber(index), position);
    },
    finish: () => undefined,
    labels: (index) => {
      const layoutColumn = rows.layout(index).columns.get(column.key);
      return (values[index] ?? []).map(({ position }) => ({
        position,
        label: layoutColumn?.labels[layoutColumn.positions.indexOf(position)] ?? '',
      }));
    },
  };

  function toQuantity(member: Member, index: number): Quantity {
    const exact = new Decimal(member.magnitude);
    const deviation =
      member.deviation !== null
        ? new Decimal(member.deviation)
        : column.deviation === null
          ? null
          : deviationOf(column.deviation, exact, member.unit, (key) => columnValue(key, index));
    return deviation === null
      ? Quantity.constant(exact, member.unit)
      : Quantity.measured(
          leafKey(rows.layout(index), rows.rowNumber(index), member.position),
          exact,
          member.unit,
          deviation,
        );
  }
}
