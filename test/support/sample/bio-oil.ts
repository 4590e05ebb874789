import { chanceFrom } from './chance.js';
import { pdfOf } from './pdf.js';

/** The made-up month of a bio-oil injection site in plain values. It weighs in pounds and drives in miles. */

const { between, pick } = chanceFrom(61_026);

export const lots = ['BO-118', 'BO-119', 'BO-120', 'BO-121', 'BO-122', 'BO-123'] as const;
type Lot = (typeof lots)[number];

export interface Load {
  readonly ticket: string;
  readonly day: number;
  readonly lot: Lot;
  readonly carrier: string;
  readonly gross: number;
  readonly tare: number;
  readonly miles: number;
  readonly rejected: boolean;
  readonly evidence: string;
}

const bundle = (day: number) => `tickets-2026-W${40 + Math.floor((day + 2) / 7)}.pdf`;

/** Seven tankers a lot; one was sent back for its water. */
export const loads: readonly Load[] = lots.flatMap((lot, place) =>
  Array.from({ length: 7 }, (_, turn): Load => {
    const day = 1 + place * 4 + Math.floor(turn / 2);
    const number = 8801 + place * 7 + turn;
    return {
      ticket: `T${number}`,
      day,
      lot,
      carrier: pick(['Flint Hills Tank Lines', 'Osage Bulk', 'Wheatland Haulage']),
      gross: between(77_200, 79_600, 20),
      tare: between(30_600, 31_800, 20),
      miles: pick([58, 74, 112]),
      rejected: number === 8819,
      evidence: bundle(day),
    };
  }),
);

export interface Injection {
  readonly injection: string;
  readonly lot: Lot;
  readonly day: number;
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  /** Kilograms by the Coriolis meter at the wellhead. */
  readonly injected: number;
  readonly pressure: number | null;
}

/** What a lot weighed at the gate, in kilograms. */
export function receivedOf(lot: string): number {
  return loads
    .filter((load) => load.lot === lot && !load.rejected)
    .reduce((sum, { gross, tare }) => sum + (gross - tare) * 0.453_592_37, 0);
}

/** Four injections empty a lot's tank, but for a heel of some five in a thousand. */
export const injections: readonly Injection[] = lots.flatMap((lot, place) => {
  const quarter = (receivedOf(lot) * 0.995) / 4;
  return [0.97, 1.02, 1.03, 0.98].map((share, turn): Injection => {
    const hour = between(7, 14);
    return {
      injection: `I-${String(201 + place * 4 + turn)}`,
      lot,
      day: 6 + place * 4 + turn,
      from: [hour, between(0, 55, 5)],
      to: [hour + 5, between(0, 55, 5)],
      injected: Math.round(quarter * share),
      pressure: place === 2 && turn === 1 ? null : between(640, 790),
    };
  });
});

export interface Certificate {
  readonly certificate: string;
  readonly lot: string;
  readonly day: number;
  readonly carbon: readonly [number, number, number];
  readonly mean: number;
  /** Expanded uncertainty of a carbon result, k = 2, in percent by mass. */
  readonly u: number;
  readonly water: number | 'QNS';
  readonly solids: number | string;
  readonly chlorine: number | string;
  readonly density: number;
}

function certificateOf(lot: string, place: number): Certificate {
  const carbon = [between(41, 43, 0.1), between(41, 43, 0.1), between(41, 43, 0.1)] as const;
  return {
    certificate: `PL-26-${770 + place}`,
    lot,
    day: 5 + place * 4,
    carbon,
    mean: Number(((carbon[0] + carbon[1] + carbon[2]) / 3).toFixed(2)),
    u: between(0.8, 1.1, 0.1),
    water: place === 4 ? 'QNS' : between(22, 27, 0.1),
    solids: place % 2 === 0 ? '<0.05' : between(0.06, 0.3, 0.01),
    chlorine: place === 1 || place === 5 ? '<10' : between(12, 40),
    density: between(1170, 1215),
  };
}

export const certificates: readonly Certificate[] = lots.map(certificateOf);

/** The laboratory's own check between the lots: not a sample of ours. */
export const controls: readonly Certificate[] = [
  certificateOf('QC standard', 6),
  certificateOf('QC blank', 7),
];

export interface Meter {
  readonly meter: string;
  readonly serial: string;
  readonly first: number;
  readonly last: number;
}

const meter = (name: string, serial: string, first: number, used: number): Meter => ({
  meter: name,
  serial,
  first,
  last: first + used,
});

export const meters: readonly Meter[] = [
  meter('tank heating', 'EM-40117', 812_440, between(29_000, 33_000, 10)),
  meter('transfer pumps', 'EM-40118', 96_310, between(8000, 9500, 10)),
  meter('injection skid', 'EM-40203', 455_970, between(12_000, 15_000, 10)),
];

export interface FuelReceipt {
  readonly receipt: string;
  readonly day: number;
  readonly machine: 'injection pump' | 'loader';
  readonly amount: number;
  readonly unit: 'gal' | 'L';
}

/** Two receipts are from across the yard, where the pump counts litres. */
export const receipts: readonly FuelReceipt[] = [3, 6, 10, 13, 17, 20, 24, 27].map((day, place) => ({
  receipt: `R-${5510 + place}`,
  day,
  machine: place % 3 === 2 ? 'loader' : 'injection pump',
  amount: place === 2 || place === 5 ? between(210, 290, 5) : between(62, 84, 0.5),
  unit: place === 2 || place === 5 ? 'L' : 'gal',
}));

const dayText = (day: number) => `10/${String(day).padStart(2, '0')}/2026`;
const clock = ([hours, minutes]: readonly [number, number]) =>
  `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;

/** Every evidence file by its name. */
export function bioOilEvidence(): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (const name of new Set(loads.map(({ evidence }) => evidence))) {
    const lines = loads
      .filter(({ evidence }) => evidence === name)
      .map(
        ({ ticket, day, gross, tare }) =>
          `${ticket}   ${dayText(day)}   gross ${gross} lb   tare ${tare} lb   net ${gross - tare} lb`,
      );
    files.set(name, pdfOf('Scale tickets', lines));
  }
  for (const row of certificates) {
    files.set(
      `certificate-${row.certificate}.pdf`,
      pdfOf(`Certificate of analysis ${row.certificate}, lot ${row.lot}`, [
        'Invented Laboratory Inc., accreditation 0000 (an invented number)',
        `Carbon as received: ${row.carbon.join(' %, ')} %; mean ${row.mean} %`,
        `Expanded uncertainty ${row.u} % by mass, coverage factor k = 2`,
        `Water ${row.water} %   solids ${row.solids} %   chlorine ${row.chlorine} mg/kg   density ${row.density} kg/m3`,
      ]),
    );
  }
  const log = injections.map(
    ({ injection, lot, day, from, to, injected }) =>
      `${injection},${lot},2026-10-${String(day).padStart(2, '0')},${clock(from)},${clock(to)},${injected}`,
  );
  files.set(
    'injection-log-2026-10.csv',
    Buffer.from(['injection,lot,date,from,to,injected_kg', ...log, ''].join('\r\n')),
  );
  files.set(
    'meter-readings-2026-10.pdf',
    pdfOf(
      'Meter readings, October 2026',
      meters.map(({ meter: name, serial, first, last }) => `${serial}   ${name}   ${first} to ${last} kWh`),
    ),
  );
  for (const { receipt, day, machine, amount, unit } of receipts) {
    files.set(
      `fuel-${receipt}.pdf`,
      pdfOf(`Fuel receipt ${receipt}`, [`${dayText(day)}   diesel ${amount} ${unit}   for the ${machine}`]),
    );
  }
  return files;
}
