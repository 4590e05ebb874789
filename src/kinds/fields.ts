import { InternalError } from '../model/errors.js';
import type { Fields, FieldValue, InputBinding, Link } from '../model/record.js';

type Values = { readonly [T in FieldValue['type']]: Extract<FieldValue, { type: T }>['value'] };
type ValueOf<T extends FieldValue['type']> = Values[T];

function holds<T extends FieldValue['type']>(
  field: unknown,
  type: T,
): field is { readonly type: T; readonly value: ValueOf<T> } {
  return typeof field === 'object' && field !== null && 'type' in field && field.type === type;
}

/** A field's value, or undefined where the record leaves the field as it is. Another type is our bug. */
export function optional<T extends FieldValue['type']>(
  fields: Fields,
  name: string,
  type: T,
): ValueOf<T> | undefined {
  const field: unknown = fields[name];
  if (field === undefined) return undefined;
  if (!holds(field, type))
    throw new InternalError(`field ${name} should hold ${type} and holds something else`);
  return field.value;
}

/** A field that every record of its kind has. */
export function required<T extends FieldValue['type']>(fields: Fields, name: string, type: T): ValueOf<T> {
  const value = optional(fields, name, type);
  if (value === undefined) throw new InternalError(`field ${name} is missing`);
  return value;
}

/** A text that the service wants and that may not be null. */
export function requiredText(fields: Fields, name: string): string {
  const value = required(fields, name, 'text');
  if (value === null) throw new InternalError(`field ${name} is empty`);
  return value;
}

/** The links of a set of component inputs. */
export function inputLinks(inputs: readonly InputBinding[]): readonly Link[] {
  return inputs.flatMap((input) => input.datapoints);
}
