import { chanceFrom } from './chance.js';
import { pdfOf } from './pdf.js';

/** The made-up month of a direct air capture plant of twelve units, in plain values. */

const { between, pick } = chanceFrom(40_1026);

/** Weeks of the month by their number: first and last day. */
export const weeks = [
  { week: 40, from: 1, to: 4 },
  { week: 41, from: 5, to: 11 },
  { week: 42, from: 12, to: 18 },
  { week: 43, from: 19, to: 25 },
  { week: 44, from: 26, to: 31 },
] as const;

export interface PlantDay {
  readonly day: number;
  /** Tonnes of CO2 that left the units, by the Coriolis meter. */
  readonly captured: number;
  /** The electricity meter at midnight, in MWh. */
  readonly reading: number;
  /** Heat taken in the day, in GJ. */
  readonly heat: number;
  readonly air: number | null;
  readonly estimated: boolean;
}

/** The electricity meter when the month began, in MWh. */
export const opening = 18_204.6;

let meter = opening;
export const plantDays: readonly PlantDay[] = Array.from({ length: 31 }, (_, place) => {
  const captured = between(14.4, 16.6, 0.01);
  meter = Number((meter + captured * between(0.38, 0.43, 0.001)).toFixed(1));
  return {
    day: place + 1,
    captured,
    reading: meter,
    heat: between(captured * 10, captured * 10.8, 0.1),
    air: place === 12 || place === 13 ? null : between(6, 14, 0.1),
    estimated: place === 20,
  };
});

export interface Analysis {
  readonly analysis: string;
  readonly kind: 'sample' | 'calibration';
  readonly day: number;
  /** Carbon dioxide of three injections, in percent by mass. */
  readonly co2: readonly [number, number, number];
  /** Expanded uncertainty of their mean, k = 2, in percent by mass. */
  readonly u: number;
  readonly oxygen: number | string;
  readonly water: number | 'pending';
}

/** A gas analysis a week, each after the calibration gas of every other week. */
export const analyses: readonly Analysis[] = weeks.flatMap(({ week, from }, place) => {
  const sample: Analysis = {
    analysis: `GA-${week}`,
    kind: 'sample',
    day: from,
    co2: [between(99.5, 99.8, 0.01), between(99.5, 99.8, 0.01), between(99.5, 99.8, 0.01)],
    u: between(0.1, 0.2, 0.01),
    oxygen: place === 1 || place === 3 ? '<5' : between(6, 14),
    water: place === 4 ? 'pending' : between(20, 45),
  };
  const calibration: Analysis = {
    ...sample,
    analysis: `CAL-${week}`,
    kind: 'calibration',
    co2: [99.9, 99.9, 99.9],
  };
  return place % 2 === 0 ? [calibration, sample] : [sample];
});

export interface TankerLoad {
  readonly load: string;
  readonly day: number;
  readonly analysis: string;
  readonly tractor: string;
  readonly driver: string;
  readonly gross: number;
  readonly tare: number;
  readonly status: 'injected' | 'returned';
  readonly evidence: string;
}

/** Kilometres to the well. */
export const toTheWell = 112;

const loadDays = Array.from({ length: 33 }, (_, place) => 1 + Math.floor((place * 30) / 32));

/** Tankers to the well; one came back full, since a valve would not open. */
export const tankerLoads: readonly TankerLoad[] = loadDays.map((day, place) => {
  const week = weeks.find(({ from, to }) => day >= from && day <= to)?.week ?? 0;
  return {
    load: `TL-${601 + place}`,
    day,
    analysis: `GA-${week}`,
    tractor: pick(['AB26 XYZ', 'CD25 XYZ']),
    driver: pick(['J. Example', 'A. Sample', 'M. Specimen']),
    gross: between(27_900, 28_700, 20),
    tare: between(13_300, 13_700, 20),
    status: place === 17 ? 'returned' : 'injected',
    evidence: `loads-2026-W${week}.pdf`,
  };
});

export interface Stock {
  readonly sorbent: string;
  readonly opening: number;
  readonly received: number;
  readonly closing: number;
}

export const stocks: readonly Stock[] = [
  { sorbent: 'amine resin', opening: 6400, received: 1800, closing: 6220 },
  { sorbent: 'contactor fill', opening: 2150, received: 0, closing: 1830 },
  { sorbent: 'guard bed', opening: 900, received: 250, closing: 1015 },
];

const dayText = (day: number) => `${String(day).padStart(2, '0')}/10/2026`;
const isoDay = (day: number) => `2026-10-${String(day).padStart(2, '0')}`;

/** Every evidence file by its name. */
export function airCaptureEvidence(): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  const days = plantDays.map(({ day, captured, reading, heat }) =>
    [isoDay(day), captured, reading, heat].join(','),
  );
  files.set(
    'plant-historian-2026-10.csv',
    Buffer.from(['date,captured_t,meter_mwh,heat_gj', ...days, ''].join('\r\n')),
  );
  for (const { week } of weeks) {
    const name = `loads-2026-W${week}.pdf`;
    const lines = tankerLoads
      .filter(({ evidence }) => evidence === name)
      .map(
        ({ load, day, gross, tare, status }) =>
          `${load}   ${dayText(day)}   gross ${gross} kg   tare ${tare} kg   ${status}`,
      );
    files.set(name, pdfOf(`Tanker loads at the well, week ${week}`, lines));
  }
  for (const row of analyses.filter(({ kind }) => kind === 'sample')) {
    files.set(
      `gas-${row.analysis}.pdf`,
      pdfOf(`Gas analysis ${row.analysis}`, [
        'Invented Laboratory plc, accreditation 0000 (an invented number)',
        `Carbon dioxide by mass: ${row.co2.join(' %, ')} %`,
        `Expanded uncertainty of the mean ${row.u} %, coverage factor k = 2`,
        `Oxygen ${row.oxygen} ppm   water ${row.water} ppm`,
      ]),
    );
  }
  const lines = stocks.map(
    (stock) => `${stock.sorbent}   ${stock.opening} + ${stock.received} - ${stock.closing} kg`,
  );
  files.set('stock-count-2026-10.pdf', pdfOf('Stock count, 31/10/2026', lines));
  return files;
}
