import { chanceFrom } from './chance.js';
import { pdfOf } from './pdf.js';

/** The made-up month in plain values: everything the workbook and the evidence files show. Every name is invented. */

export interface Delivery {
  readonly ticket: string;
  readonly day: number;
  readonly supplier: string;
  readonly truck: string;
  readonly driver: string;
  readonly gross: number;
  readonly tare: number;
  readonly distance: number;
  readonly moisture: number;
  readonly rejected: boolean;
  readonly evidence: string;
}

const { random } = chanceFrom(2026_10);
const between = (low: number, high: number, step = 1) =>
  Math.round((low + (high - low) * random()) / step) * step;
const pick = <T>(items: readonly [T, ...T[]]): T => items[Math.floor(random() * items.length)] ?? items[0];

function week(day: number): string {
  return `2026-W${40 + Math.floor((day + 2) / 7)}`;
}

const rejected = new Set(['4717', '4735']);
const single = new Set(['4709', '4721', '4733']);

export const deliveries: readonly Delivery[] = Array.from({ length: 48 }, (_, place) => {
  const day = 1 + Math.floor((place * 30) / 48);
  const ticket = String(4701 + place);
  const bundle = `tickets-${week(day)}.pdf`;
  return {
    ticket,
    day,
    supplier: pick(['Mto Sawmill', 'Karatina Timber', 'Ridge Estates']),
    truck: pick(['KCA 114T', 'KDB 902J', 'KBZ 377M']),
    driver: pick(['J. Example', 'A. Sample', 'M. Specimen']),
    gross: between(28_400, 33_900, 20),
    tare: between(12_800, 13_600, 20),
    distance: pick([34, 58, 61, 87]),
    moisture: between(26, 38, 0.5),
    rejected: rejected.has(ticket),
    evidence: single.has(ticket) ? `ticket-${ticket}.pdf; ${bundle}` : bundle,
  };
});

export interface Run {
  readonly batch: string;
  readonly run: string;
  readonly day: number;
  readonly fed: number;
  readonly biochar: number;
  readonly temperature: number | null;
}

export const batches = ['B26-37', 'B26-38', 'B26-39', 'B26-40'] as const;

export const runs: readonly Run[] = batches.flatMap((batch, place) =>
  Array.from({ length: 6 }, (_, turn) => ({
    batch,
    run: `R${String(1 + place * 6 + turn).padStart(3, '0')}`,
    day: 2 + place * 7 + turn,
    fed: between(30_500, 33_500, 100),
    biochar: between(6_300, 7_200, 20),
    temperature: turn === 4 && place === 1 ? null : between(540, 610, 1),
  })),
);

export interface Sample {
  readonly sample: string;
  readonly batch: string;
  readonly kind: 'sample' | 'blank' | 'standard';
  readonly day: number;
  readonly carbon: number;
  readonly inorganic: number;
  readonly moisture: number | 'QNS';
  readonly hydrogen: number;
  readonly inertinite: number;
  readonly lead: number | string;
  readonly certificate: string;
}

export const samples: readonly Sample[] = batches.flatMap((batch, place) => {
  const day = 9 + place * 7;
  const certificate = `certificate-${batch}.pdf`;
  const replicate = (number: number): Sample => ({
    sample: `L${26_100 + place * 10 + number}`,
    batch,
    kind: 'sample',
    day,
    carbon: between(77.2, 79.6, 0.1),
    inorganic: between(3, 3.6, 0.1),
    moisture: place === 2 && number === 3 ? 'QNS' : between(0.26, 0.31, 0.005),
    hydrogen: between(0.31, 0.38, 0.01),
    inertinite: between(0.9, 0.94, 0.01),
    lead: number === 2 ? '< 0.02' : between(0.03, 0.12, 0.01),
    certificate,
  });
  const control: Sample = { ...replicate(9), kind: place % 2 === 0 ? 'blank' : 'standard' };
  return [replicate(1), replicate(2), replicate(3), control];
});

export interface MeterDay {
  readonly day: number;
  readonly first: number;
  readonly last: number;
  readonly reading: 'actual' | 'estimated';
}

let counter = 184_220;
export const meterDays: readonly MeterDay[] = Array.from({ length: 31 }, (_, place) => {
  const first = counter;
  counter += between(610, 760, 1);
  return { day: place + 1, first, last: counter, reading: place === 17 ? 'estimated' : 'actual' };
});

export interface FuelNote {
  readonly note: string;
  readonly day: number;
  readonly machine: 'loader' | 'kiln start-up';
  readonly litres: number;
}

export const fuelNotes: readonly FuelNote[] = [2, 6, 9, 13, 16, 20, 23, 27].map((day, place) => ({
  note: `F-${881 + place}`,
  day,
  machine: place % 3 === 2 ? 'kiln start-up' : 'loader',
  litres: between(90, 160, 5),
}));

export interface Dispatch {
  readonly dispatch: string;
  readonly day: number;
  readonly load: number;
  readonly distance: number;
  readonly evidence: string;
}

export const dispatches: readonly Dispatch[] = Array.from({ length: 12 }, (_, place) => ({
  dispatch: `D-${301 + place}`,
  day: 8 + Math.floor(place * 1.9),
  load: between(11_800, 14_200, 20),
  distance: pick([22, 41, 66]),
  evidence: place < 6 ? 'dispatch-slips-1.pdf' : 'dispatch-slips-2.pdf',
}));

const dayText = (day: number) => `${String(day).padStart(2, '0')}/10/2026`;

function tickets(list: readonly Delivery[]): readonly string[] {
  return list.map(
    ({ ticket, day, gross, tare }) =>
      `Ticket ${ticket}   ${dayText(day)}   gross ${gross} kg   tare ${tare} kg   net ${gross - tare} kg`,
  );
}

function certificate(batch: string): Buffer {
  const rows = samples.filter((sample) => sample.batch === batch && sample.kind === 'sample');
  return pdfOf(`Certificate of analysis, batch ${batch}`, [
    'Invented Laboratory Ltd, accreditation 0000 (an invented number)',
    ...rows.map(
      (row) =>
        `${row.sample}   C ${row.carbon} %   inorganic C ${row.inorganic} %   H/Corg ${row.hydrogen}   s ${row.inertinite}   Pb ${row.lead} mg/kg`,
    ),
  ]);
}

/** Every evidence file by its name. */
export function evidenceFiles(): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  const bundles = new Set(deliveries.map(({ day }) => week(day)));
  for (const name of bundles) {
    const lines = tickets(deliveries.filter(({ day }) => week(day) === name));
    files.set(`tickets-${name}.pdf`, pdfOf(`Weighbridge tickets, week ${name}`, lines));
  }
  for (const delivery of deliveries.filter(({ ticket }) => single.has(ticket))) {
    files.set(
      `ticket-${delivery.ticket}.pdf`,
      pdfOf(`Weighbridge ticket ${delivery.ticket}`, tickets([delivery])),
    );
  }
  for (const batch of batches) files.set(`certificate-${batch}.pdf`, certificate(batch));
  const readings = meterDays.map(
    ({ day, first, last, reading }) => `2026-10-${String(day).padStart(2, '0')},${first},${last},${reading}`,
  );
  files.set(
    'meter-2026-10.csv',
    Buffer.from(['date,start_kwh,end_kwh,reading', ...readings, ''].join('\r\n')),
  );
  for (const { note, day, machine, litres } of fuelNotes) {
    files.set(
      `fuel-${note}.pdf`,
      pdfOf(`Delivery note ${note}`, [`${dayText(day)}   diesel ${litres} L   for the ${machine}`]),
    );
  }
  for (const name of ['dispatch-slips-1.pdf', 'dispatch-slips-2.pdf']) {
    const lines = dispatches
      .filter(({ evidence }) => evidence === name)
      .map(({ dispatch, day, load }) => `${dispatch}   ${dayText(day)}   ${load} kg`);
    files.set(name, pdfOf('Biochar dispatch slips', lines));
  }
  return files;
}
