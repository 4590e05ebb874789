import { fitsKind, Quantity } from '../../quantity/index.js';
import type { QuantityValue } from '../../model/record.js';
import { deviationOf } from '../deviation.js';
import type { CompiledQuantity } from './definition.js';
import type { Draft } from './draft.js';

/** The largest share of a value's own size that is rounding noise of doubles and not of the workbook. */
const shownDigits = 15;

/** Converts a quantity to the unit that is sent, with the standard deviation that propagated or was declared. */
export function quantityField(draft: Draft, definition: CompiledQuantity): void {
  const path = [...draft.path, 'quantity'];
  const value = draft.evaluate(definition.value, path);
  if (!(value instanceof Quantity)) return;
  try {
    const sent = definition.unit === null ? value : value.to(definition.unit);
    const unit = definition.unitText ?? sent.unit.canonical;
    if (definition.kind !== null && !fitsKind(sent.unit, definition.kind)) {
      draft.report(
        'unit-kind',
        `${unit} is not a unit of ${definition.kind}`,
        draft.originsOf(definition.value, path),
      );
      return;
    }
    const declared =
      definition.deviation === null
        ? null
        : deviationOf(
            definition.deviation,
            sent.magnitude,
            sent.unit,
            (key) => draft.frame.table?.quantity(key, draft.frame) ?? null,
          );
    const deviation = declared === null ? sent.standardDeviation : declared.toNumber();
    const quantity: QuantityValue = {
      magnitude: Number(sent.magnitude.toPrecision(17)),
      unit: unit === '' ? 'dimensionless' : unit,
      standard_deviation: deviation === null ? null : Number(deviation.toPrecision(shownDigits)),
    };
    for (const [what, number] of [
      ['value', quantity.magnitude],
      ['standard deviation', quantity.standard_deviation ?? 0],
    ] as const) {
      if (Number.isFinite(number)) continue;
      draft.report(
        'quantity-invalid',
        `the ${what} is no finite number`,
        draft.originsOf(definition.value, path),
      );
      return;
    }
    draft.setFrom('quantity', { type: 'quantity', value: quantity }, definition.value, path);
  } catch (error) {
    draft.fault(error, definition.value, path);
  }
}
