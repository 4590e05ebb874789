import { MappingError } from '../../../src/map/index.js';
import { mapMade, quantities, told } from './map-made.js';
import type { Made, MadeSheet } from './made-workbook.js';
import type { Mapped } from '../../../src/model/mapped.js';

const cells: Readonly<Record<string, Made>> = {
  Ticket: ' kbt-4711 ',
  Date: { date: '2026-10-31T00:00:00' },
  Stamp: { date: '2026-10-31T08:15:30' },
  Time: '14:05',
  Month: '2026-10',
  'Net (kg)': 1234.5,
  'Diameter (m)': 3,
  Air: 20,
  Ratio: -2,
  Truck: 'KBT 412 M',
  Bags: 7,
  'Share (%)': 75.2,
  'Open (kg)': 5,
  Dried: 'yes',
  Papers: 'a.pdf; b.pdf',
  Blank: null,
  'Blank mass (kg)': null,
  'Sample 1': 2,
  'Sample 2': 4,
  'Sample 3': 9,
  'Alone 1': 5,
  'Air at 1': 10,
  'Air at 2': 20,
  'None 1': null,
  'None 2': null,
};

const sheets: Readonly<Record<string, MadeSheet>> = {
  Loads: { rows: [Object.keys(cells), Object.values(cells)] },
  Lab: {
    rows: [
      ['Sample', 'Batch', 'Carbon (%)', 'Mass (kg)', 'Air', 'Taken', 'Final', 'Gap (kg)', 'Size', 'Unit'],
      ['s1', 'kbt-4711', 80, 100, 10, { date: '2026-10-05T00:00:00' }, 'yes', 1, 1, 't'],
      ['s2', 'kbt-4711', 70, 300, 20, { date: '2026-10-03T00:00:00' }, 'yes', 2, 1000, 'kg'],
      ['s3', 'other', 60, -400, 30, { date: '2026-10-07T00:00:00' }, 'no', null, 2000, 'g'],
    ],
  },
};

const head = `
parameters:
  period: { value: "2026-10", type: month }
  factor: { value: 3, type: number }
tables:
  loads:
    sheet: Loads
    header: { row: 1 }
    columns:
      ticket: { header: Ticket, type: text }
      date: { header: Date, type: date }
      stamp: { header: Stamp, type: datetime }
      time: { header: Time, type: time }
      month: { header: Month, type: month }
      net: { header: "Net (kg)", type: quantity, kind: mass }
      diameter: { header: "Diameter (m)", type: quantity, kind: distance }
      air: { header: Air, type: quantity, unit: degC }
      ratio: { header: Ratio, type: number }
      truck: { header: Truck, type: text }
      bags: { header: Bags, type: number }
      share: { header: "Share (%)", type: quantity }
      open: { header: "Open (kg)", type: quantity }
      dried: { header: Dried, type: flag }
      papers: { header: Papers, type: files }
      blank: { header: Blank, type: text }
      blank_mass: { header: "Blank mass (kg)", type: quantity, kind: mass }
      samples: { header: "/^Sample/", type: quantities, unit: kg }
      alone: { header: "/^Alone/", type: quantities, unit: kg }
      airs: { header: "/^Air at/", type: quantities, unit: degC }
      none: { header: "/^None/", type: quantities, kind: mass }
  lab:
    sheet: Lab
    header: { row: 1 }
    key: sample
    columns:
      sample: { header: Sample, type: text }
      batch: { header: Batch, type: text }
      carbon: { header: "Carbon (%)", type: quantity, unit: "%" }
      mass: { header: "Mass (kg)", type: quantity, kind: mass }
      air: { header: Air, type: quantity, unit: degC }
      taken: { header: Taken, type: date }
      final: { header: Final, type: flag }
      gap: { header: "Gap (kg)", type: quantity, kind: mass }
      size: { header: Size, type: quantity, unit_column: unit }
      unit: { header: Unit, type: text }
datapoints:
  made:
    each: loads
    reference: R
    type: REPORTED
`;

/** What the mapping makes, or why it is refused: without the place in the mapping. */
async function attempt(rest: string): Promise<Mapped | string> {
  try {
    return await mapMade(`${head}${rest}`, sheets);
  } catch (error) {
    if (!(error instanceof MappingError)) throw error;
    return error.issues.map(({ message }) => message.replace(/^[\w.]+: /, 'refused: ')).join('\n');
  }
}

/** What an expression of the row comes to as text, or why it cannot be. */
export async function textOf(expression: string): Promise<string> {
  const mapped = await attempt(
    `    display_name: ${JSON.stringify(`{${expression}}`)}\n    quantity: { value: net, unit: kg }\n`,
  );
  if (typeof mapped === 'string') return mapped;
  const name = mapped.records[0]?.fields['display_name'];
  return name?.type === 'text' ? (name.value ?? '') : told(mapped).join('\n');
}

/** What an expression of the row comes to as a quantity in a unit, or why it cannot be. */
export async function quantityOf(expression: string, unit: string): Promise<string> {
  const mapped = await attempt(
    `    display_name: made\n    quantity: { value: ${JSON.stringify(expression)}, unit: ${JSON.stringify(unit)} }\n`,
  );
  if (typeof mapped === 'string') return mapped;
  return quantities(mapped)['R'] ?? told(mapped).join('\n');
}

/** Whether a condition of the row holds: `yes` or `no`, or why that cannot be said. */
export async function holds(condition: string): Promise<string> {
  return textOf(`(${condition}) ? "yes" : "no"`);
}
