import { join } from 'node:path';
import { makeWorkbook } from './make-workbook.js';
import { inTurns, measureProgram, printTable } from './processes.js';
import { peers } from './peers.js';

const table = `mapping: 1
name: bench
project: prj_1CTWZQGKE1S0VAXA
timezone: UTC
locale: { decimal: ".", group: ",", dates: [dd/MM/yyyy] }
tables:
  deliveries:
    sheet: Deliveries
    header: { row: 1 }
    key: ticket
    columns:
      ticket: { header: Column 1, type: text }
      weighbridge: { header: Column 2, type: text }
      truck: { header: Column 3, type: text }
      supplier: { header: Column 4, type: text }
      field: { header: Column 5, type: text }
      feedstock: { header: Column 6, type: text }
      note: { header: Column 7, type: text }
      gross: { header: Column 8, type: quantity, unit: kg }
      date: { header: Column 9, type: date }
      weighed: { header: Column 10, type: datetime }
      moisture: { header: Column 11, type: quantity, unit: dimensionless }
      wet: { header: Column 12, type: flag }
      net: { header: Column 13, type: quantity, unit: kg }
      counter: { header: Column 14, type: number }
      tare: { header: Column 15, type: quantity, unit: kg }
      carbon: { header: Column 16, type: quantity, unit: "%" }
      lead: { header: Column 17, type: quantity, unit: mg/kg }
      price: { header: Column 18, type: number }
      distance: { header: Column 19, type: quantity, unit: km }
      share: { header: Column 20, type: number }
`;
const sums = `${table}datapoints:
  delivered:
    over: deliveries
    group_by: [truck]
    reference: "delivered-{slug(truck)}"
    display_name: "Delivered by {truck}"
    quantity: { value: "sum(rows, gross - tare)", unit: t }
    type: DERIVED
`;
const each = `${table}datapoints:
  delivered:
    each: deliveries
    reference: "delivered-{ticket}"
    display_name: "Delivered, ticket {ticket}"
    quantity: { value: gross - tare, unit: t }
    type: REPORTED
    measured_at: date
`;

export async function run({ folder, write }) {
  const [long, month] = [join(folder, 'rows.xlsx'), join(folder, 'month.xlsx')];
  await makeWorkbook(long, 100_000);
  await makeWorkbook(month, 1000);
  write('sums.yaml', sums);
  write('each.yaml', each);
  const validate = (name, file, mapping) => ({
    name,
    run: () =>
      measureProgram([
        'validate',
        file,
        '--mapping',
        join(folder, mapping),
        '--quiet',
        '--runs-dir',
        join(folder, 'runs'),
      ]),
  });
  const rows = inTurns(
    [
      validate('validate, sums by group', long, 'sums.yaml'),
      validate('validate, a record a row', long, 'each.yaml'),
      ...peers(long, folder),
    ],
    3,
  );
  printTable(
    'Validating 100,000 rows by 20 columns, beside readers that only read',
    rows,
    'exceljs, streaming',
  );
  printTable(
    'Validating a month of 1,000 rows',
    inTurns([validate('validate, a record a row', month, 'each.yaml')], 3),
  );
}
