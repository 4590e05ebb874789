import type { z } from 'zod';
import { parseUnit, Quantity, unitOf, type Unit } from '../quantity/index.js';
import type { quantityEntity } from './entities.js';

type QuantityEntity = z.infer<typeof quantityEntity>;

/** The unit of a stored quantity. One that cannot be read counts as a pure number; it was refused when it came. */
export function storedUnit(text: string): Unit {
  const parsed = parseUnit(text);
  return parsed.ok ? parsed.unit : unitOf('dimensionless');
}

/** A datapoint's quantity as the accounting takes it. */
export function quantityOf(id: string, quantity: QuantityEntity): Quantity {
  return Quantity.measured(id, quantity.magnitude, storedUnit(quantity.unit), quantity.standard_deviation);
}

/** A quantity as it is read back: the unit in the service's own spelling (`api-facts.md` §3). */
export function presentQuantity(quantity: QuantityEntity): QuantityEntity {
  return { ...quantity, unit: storedUnit(quantity.unit).canonical };
}
