import { Decimal } from 'decimal.js';
import { convert, parseUnit, sameDimension } from '../quantity/index.js';
import type { ControlTotal } from '../model/mapped.js';
import type { DesiredRecord } from '../model/record.js';
import type { Findings } from './findings.js';
import type { Mapping } from './mapping.js';

/** Sums what the mapping names, over the records as they will be sent. */
export function controlTotals(
  mapping: Mapping,
  records: Iterable<DesiredRecord>,
  findings: Findings,
): readonly ControlTotal[] {
  const byDefinition = new Map<string, DesiredRecord[]>();
  const wanted = new Set(mapping.totals.map((total) => `datapoints.${total.datapoints}`));
  for (const record of records) {
    if (!wanted.has(record.definition)) continue;
    const list = byDefinition.get(record.definition);
    if (list === undefined) byDefinition.set(record.definition, [record]);
    else list.push(record);
  }
  return mapping.totals.map((total, index): ControlTotal => {
    const definition = `datapoints.${total.datapoints}`;
    const quantities = (byDefinition.get(definition) ?? []).flatMap((record) => {
      const field = record.fields['quantity'];
      return field?.type === 'quantity' ? [field.value] : [];
    });
    const unitText = total.unitText ?? quantities[0]?.unit ?? 'dimensionless';
    const target = parseUnit(unitText);
    let sum = new Decimal(0);
    for (const quantity of quantities) {
      const own = parseUnit(quantity.unit);
      if (target.ok && own.ok && sameDimension(own.unit, target.unit))
        sum = sum.plus(convert(quantity.magnitude, own.unit, target.unit));
      else {
        findings.add(
          'unit-disagreement',
          `the control total ${total.name} cannot add ${quantity.unit} to ${unitText}`,
          [mapping.positions.at(['control_totals', index])],
        );
        break;
      }
    }
    return { name: total.name, definition, unit: unitText, count: quantities.length, sum: sum.toNumber() };
  });
}
