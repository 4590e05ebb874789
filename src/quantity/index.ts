export { combine, dimensionKey, type BaseDimension, type Dimension } from './dimension.js';
export { parseUnit, unitOf, type UnitParse } from './parse-unit.js';
export { equalQuantities, relativeTolerance, type PlainQuantity } from './plain-quantity.js';
export { Quantity } from './quantity.js';
export { fitsKind, quantityKinds, type QuantityKind } from './quantity-kinds.js';
export { convert, DimensionError, sameDimension, UnitError, type Unit } from './unit.js';
