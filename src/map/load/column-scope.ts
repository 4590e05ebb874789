import { quantityKinds } from '../../quantity/index.js';
import { InternalError } from '../../model/errors.js';
import type { Variable } from '../expressions/scope.js';
import {
  type Dimension,
  dimensionless,
  dimensionOfText,
  type StaticType,
} from '../expressions/static-type.js';
import type { ColumnDefinition } from '../schema/columns.js';

/** The dimension that unit or kind give; null where only the sheet says. */
function columnDimension(definition: ColumnDefinition): Dimension {
  if (definition.unit !== undefined) return dimensionOfText(definition.unit);
  if (definition.kind !== undefined) return quantityKinds.get(definition.kind)?.dimension ?? null;
  return null;
}

/** What a column holds in expressions. */
export function columnType(definition: ColumnDefinition): StaticType {
  switch (definition.type) {
    case 'integer':
    case 'number':
      return { type: 'quantity', dimension: dimensionless };
    case 'quantity':
    case 'quantities':
      return { type: definition.type, dimension: columnDimension(definition) };
    case 'files':
      return { type: 'texts' };
    case 'text':
    case 'date':
    case 'datetime':
    case 'time':
    case 'month':
    case 'flag':
      return { type: definition.type };
  }
}

/** The name of a column, declared or derived, in the scope of its table's rows; `asked` is filled where it is used. */
export function columnVariable(key: string, type: StaticType, asked: Set<string>): Variable {
  return {
    name: key,
    type,
    local: true,
    read: (frame) => {
      if (frame.table === null) throw new InternalError(`${key} was read outside of a row`);
      return frame.table.read(key, frame);
    },
    addOrigins: (frame, cells) => {
      frame.table?.addOrigins(key, frame, cells);
    },
    ask: () => asked.add(key),
  };
}

/** The name of a parameter, known everywhere. */
export function parameterVariable(name: string, type: StaticType): Variable {
  return {
    name,
    type,
    local: false,
    read: (frame) => {
      const parameter = frame.world.parameters.get(name);
      if (parameter === undefined) throw new InternalError(`the parameter ${name} was not read`);
      return parameter.read();
    },
    addOrigins: (frame, cells) => {
      frame.world.parameters.get(name)?.addOrigins(cells);
    },
  };
}
