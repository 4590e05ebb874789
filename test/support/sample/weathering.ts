import { chanceFrom } from './chance.js';
import { pdfOf } from './pdf.js';

/** The made-up season of a supplier who spreads crushed basalt, in plain values. It writes decimal commas. */

const { between, pick } = chanceFrom(20_263);

export interface Field {
  readonly field: string;
  readonly farm: string;
  readonly hectares: number;
  readonly crop: string;
  /** The quarry batch that was spread on it. */
  readonly batch: string;
}

export const fields: readonly Field[] = [
  { field: 'F01', farm: 'Sítio Exemplo', hectares: 24.6, crop: 'sugar cane', batch: 'Q-31' },
  { field: 'F02', farm: 'Sítio Exemplo', hectares: 21.2, crop: 'sugar cane', batch: 'Q-31' },
  { field: 'F03', farm: 'Fazenda Amostra', hectares: 27.9, crop: 'maize', batch: 'Q-32' },
  { field: 'F04', farm: 'Fazenda Amostra', hectares: 25.3, crop: 'maize', batch: 'Q-33' },
];

export interface Haul {
  readonly note: string;
  readonly month: 3 | 4;
  readonly day: number;
  readonly field: string;
  readonly batch: string;
  readonly trucks: number;
  /** Tonnes by the quarry's weighbridge, moist. */
  readonly rock: number;
  readonly distance: number;
  readonly evidence: string;
}

const distances = [31, 33, 46, 52] as const;

/** Nine days of haulage a field, some fifty tonnes a hectare. */
export const hauls: readonly Haul[] = fields.flatMap(({ field, hectares, batch }, place) =>
  Array.from({ length: 9 }, (_, turn): Haul => {
    const month = place < 2 ? 3 : 4;
    const day = 2 + (place % 2) * 13 + turn + Math.floor(turn / 5) * 2;
    return {
      note: `N${3001 + place * 9 + turn}`,
      month,
      day,
      field,
      batch,
      trucks: 5,
      rock: between((hectares * 48) / 9, (hectares * 52) / 9, 0.1),
      distance: distances[place] ?? 0,
      evidence: `weighbridge-${field}.pdf`,
    };
  }),
);

export interface Rock {
  readonly batch: string;
  readonly day: number;
  readonly moisture: number;
  readonly calcium: number;
  readonly calciumU: number;
  readonly magnesium: number;
  readonly magnesiumU: number;
  readonly titanium: number;
  readonly titaniumU: number;
  readonly nickel: number;
  readonly chromium: number | string;
  readonly certificate: string;
}

/** Certificates of the quarry's batches: mg/kg of dry rock, expanded uncertainty with k = 2. */
export const rocks: readonly Rock[] = ['Q-31', 'Q-32', 'Q-33'].map((batch, place) => ({
  batch,
  day: 9 + place * 7,
  moisture: between(3, 5, 0.1),
  calcium: between(66_000, 70_000, 100),
  calciumU: 1600,
  magnesium: between(44_000, 48_000, 100),
  magnesiumU: 1200,
  titanium: between(13_200, 13_900, 50),
  titaniumU: between(260, 340, 10),
  nickel: between(60, 110),
  chromium: place === 1 ? '<5' : between(12, 40),
  certificate: `rock-${batch}.pdf`,
}));

export interface Soil {
  readonly sample: string;
  readonly field: string;
  readonly event: 'baseline' | 'after' | 'QC';
  readonly month: number;
  readonly day: number;
  readonly ph: number;
  readonly calcium: number;
  readonly magnesium: number;
  readonly titanium: number;
  readonly nickel: number | 'BDL';
  readonly certificate: string;
}

/** How much of the rock lies in the topmost ten centimetres, and how much of it has weathered: what is to be found. */
const truths = [
  { mixed: 0.041, weathered: 0.21 },
  { mixed: 0.043, weathered: 0.18 },
  { mixed: 0.042, weathered: 0.24 },
  { mixed: 0.04, weathered: 0.2 },
] as const;

const scatter = (value: number, step: number) =>
  Number((Math.round((value * between(0.99, 1.01, 0.0001)) / step) * step).toFixed(1));

function soilOf(place: number, event: 'baseline' | 'after', number: number): Soil {
  const { field, batch } = fields[place] ?? { field: '', batch: '' };
  const { mixed, weathered } = truths[place] ?? { mixed: 0, weathered: 0 };
  const rock = rocks.find((row) => row.batch === batch);
  const base = { calcium: 1850 + place * 90, magnesium: 690 + place * 35, titanium: 3050 + place * 110 };
  const share = event === 'baseline' ? 0 : mixed;
  const left = (soil: number, inRock: number, lost: number) =>
    soil * (1 - share) + inRock * share * (1 - lost);
  return {
    sample: `01_${field}_${event}_${number}`,
    field,
    event,
    month: event === 'baseline' ? 2 : 10,
    day: event === 'baseline' ? 16 + place : 12 + place,
    ph: event === 'baseline' ? between(5.3, 5.7, 0.1) : between(6, 6.5, 0.1),
    calcium: scatter(left(base.calcium, rock?.calcium ?? 0, weathered), 1),
    magnesium: scatter(left(base.magnesium, rock?.magnesium ?? 0, weathered), 1),
    titanium: scatter(left(base.titanium, rock?.titanium ?? 0, 0), 1),
    nickel: event === 'baseline' && number % 2 === 0 ? 'BDL' : between(6, 11),
    certificate: `soil-${event}.pdf`,
  };
}

const events = ['baseline', 'after'] as const;
const ours = events.flatMap((event) =>
  fields.flatMap((_, place) => [1, 2, 3, 4, 5].map((number) => soilOf(place, event, number))),
);

/** Quality control of the laboratory, one before and one behind each event's samples. */
export const soils: readonly Soil[] = events.flatMap((event) => {
  const own = ours.filter((row) => row.event === event);
  const [first] = own;
  if (first === undefined) return [];
  const control = (sample: string): Soil => ({
    ...first,
    sample,
    event: 'QC',
    calcium: 12,
    magnesium: 3,
    titanium: 8,
  });
  return [control(`BLK-${event}`), ...own, control(`CRM-${event}`)];
});

export interface MillWeek {
  readonly week: string;
  readonly month: number;
  readonly day: number;
  readonly first: number;
  readonly last: number;
}

let counter = 1_204_310;
export const millWeeks: readonly MillWeek[] = Array.from({ length: 8 }, (_, place) => {
  const first = counter;
  counter += between(9800, 12_400, 10);
  return { week: `W${9 + place}`, month: place < 5 ? 3 : 4, day: 1 + (place % 5) * 7, first, last: counter };
});

export interface DieselSlip {
  readonly slip: string;
  readonly month: number;
  readonly day: number;
  readonly machine: 'spreader' | 'loader';
  readonly litres: number;
}

export const dieselSlips: readonly DieselSlip[] = Array.from({ length: 12 }, (_, place) => ({
  slip: `D-${640 + place}`,
  month: place < 6 ? 3 : 4,
  day: 3 + (place % 6) * 4,
  machine: place % 3 === 1 ? 'loader' : 'spreader',
  litres: pick([380, 420.5, 455, 510, 560.5]),
}));

const comma = (value: number | string) => String(value).replace('.', ',');
const dayText = ({ day, month }: { readonly day: number; readonly month: number }) =>
  `${String(day).padStart(2, '0')}/${String(month).padStart(2, '0')}/2026`;

function certificates(): readonly (readonly [string, Buffer])[] {
  const rock = rocks.map(
    (row) =>
      [
        row.certificate,
        pdfOf(`Rock analysis, batch ${row.batch}`, [
          'Invented Laboratory Ltda, accreditation 0000 (an invented number)',
          `Moisture ${comma(row.moisture)} %; all others in mg/kg of dry rock`,
          `Ca ${row.calcium} ± ${row.calciumU}   Mg ${row.magnesium} ± ${row.magnesiumU}   Ti ${row.titanium} ± ${row.titaniumU}   (k = 2)`,
          `Ni ${row.nickel}   Cr ${row.chromium}`,
        ]),
      ] as const,
  );
  const soil = events.map((event) => {
    const rows = soils.filter((row) => row.event === event);
    const lines = rows.map(
      (row) =>
        `${row.sample}   Ca ${comma(row.calcium)}   Mg ${comma(row.magnesium)}   Ti ${comma(row.titanium)}`,
    );
    return [`soil-${event}.pdf`, pdfOf(`Soil analyses, ${event}, mg/kg`, lines)] as const;
  });
  return [...rock, ...soil];
}

/** Every evidence file by its name. */
export function weatheringEvidence(): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>(certificates());
  for (const { field } of fields) {
    const lines = hauls
      .filter((haul) => haul.field === field)
      .map((haul) => `${haul.note}   ${dayText(haul)}   ${haul.trucks} trucks   ${comma(haul.rock)} t`);
    files.set(`weighbridge-${field}.pdf`, pdfOf(`Quarry weighbridge, field ${field}`, lines));
  }
  const readings = millWeeks.map(({ week, first, last }) => `${week};${first};${last}`);
  files.set('mill-meter-2026.csv', Buffer.from(['week;first_kwh;last_kwh', ...readings, ''].join('\r\n')));
  for (const month of [3, 4]) {
    const lines = dieselSlips
      .filter((slip) => slip.month === month)
      .map((slip) => `${slip.slip}   ${dayText(slip)}   ${comma(slip.litres)} L   ${slip.machine}`);
    files.set(`diesel-2026-0${month}.pdf`, pdfOf('Diesel slips', lines));
  }
  return files;
}
