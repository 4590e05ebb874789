import type { BridgeStep } from '../../model/plan.js';
import type { Fields } from '../../model/record.js';
import type { ReportInput, ReportRow, TableSheet } from '../report-data.js';
import { plural } from '../page/figures.js';
import { plain } from '../words.js';

/** The steps of the bridge, as people say them. */
const stepNames: Readonly<Record<BridgeStep['cause'], string>> = {
  changed: 'by changed values',
  replaced: 'by replaced records',
  new: 'by new records',
  document: 'by other documents',
};

type Row = readonly [entry: string, part: string, what: string, value: number | string | null];

function bindings(reference: string, fields: Fields): readonly Row[] {
  return Object.values(fields).flatMap((field): Row[] => {
    if (field.type === 'template_inputs') {
      return field.value.flatMap((made) =>
        made.inputs.flatMap((input) =>
          input.datapoints.map((link): Row => [
            reference,
            `input ${plain(input.input_key)}`,
            link.value,
            null,
          ]),
        ),
      );
    }
    if (field.type === 'attributions') {
      return field.value.map((share): Row => [
        reference,
        `attributed in ${share.group}`,
        share.component.value,
        share.factor,
      ]);
    }
    return [];
  });
}

/** Each entry: what the registry computes from it, and what it is bound to. */
export function entriesSheet(input: ReportInput): TableSheet {
  const results =
    input.reconciliation?.entries ??
    (input.plan?.bridges ?? []).map((bridge) => ({ ...bridge, after: null }));
  const computed = results.flatMap(({ reference, before, predicted, after }): Row[] => [
    [reference, 'net removal, before', 'kg CO2e', before?.net_kg ?? null],
    ...(input.plan?.bridges ?? [])
      .filter((bridge) => bridge.reference === reference)
      .flatMap((bridge) => bridge.steps)
      .map((step): Row => [
        reference,
        `${stepNames[step.cause]} (${plural(step.records, 'record')})`,
        'kg CO2e',
        step.net_kg,
      ]),
    [reference, 'net removal, predicted', 'kg CO2e', predicted?.net_kg ?? null],
    [
      reference,
      'as read back, less what was predicted',
      'kg CO2e',
      after === null || predicted === null ? null : after.net_kg - predicted.net_kg,
    ],
    [reference, 'net removal, as read back', 'kg CO2e', after?.net_kg ?? null],
    [reference, 'without the discount', 'kg CO2e', after?.without_discount_kg ?? null],
    [reference, 'standard deviation: the discount', 'kg CO2e', after?.standard_deviation_kg ?? null],
    [reference, "supplier's share", 'kg CO2e', after?.supplier_allocation_kg ?? null],
    [reference, 'buffer pool', 'kg CO2e', after?.buffer_pool_contribution_kg ?? null],
  ]);
  const known = computed.filter(([, , , value]) => value !== null);
  const entries = new Set(results.map(({ reference }) => reference));
  const bound = (input.plan?.operations ?? [])
    .filter((operation) => entries.has(operation.reference))
    .flatMap((operation) => bindings(operation.reference, operation.desired.fields));
  return {
    shape: 'table',
    name: 'GHG entries',
    title: 'GHG entries',
    lead: "The month's net removal as the registry computed it, and every input and component that it is bound to.",
    columns: [
      { title: 'Entry', width: 24 },
      { title: 'Part', width: 43 },
      { title: 'Unit, or what it is bound to', width: 40 },
      { title: 'Value', width: 18, format: '#,##0.###' },
    ],
    rows: [...known, ...bound].map((cells): ReportRow => ({ cells })),
  };
}
