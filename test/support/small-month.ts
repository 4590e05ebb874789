import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RunRequest } from '../../src/run/index.js';
import { givenRequest } from './given-month.js';

/** The mapping that the scenarios share. */
const smallMapping = givenRequest.mapping;

/** One delivery: mass in t, distance in km, carbon in %, and the name of its evidence file. */
export interface Delivery {
  readonly ticket: number;
  readonly day: number;
  readonly mass: number;
  readonly distance: number;
  readonly carbon: number;
  readonly evidence: string;
}

/** Writes a month of such deliveries, with the text of each evidence file by its name. */
export async function writeSmallMonth(
  folder: string,
  deliveries: readonly Delivery[],
  evidence: Readonly<Record<string, string>>,
): Promise<Pick<RunRequest, 'workbooks' | 'mapping' | 'evidence'>> {
  const beside = path.join(folder, 'evidence');
  await mkdir(beside, { recursive: true });
  const rows = deliveries.map(
    ({ ticket, day, mass, distance, carbon, evidence: file }) =>
      `${ticket},${String(day).padStart(2, '0')}/10/2026,${mass},${distance},${carbon},${file}`,
  );
  const lines = [
    'Small month,,,,,',
    ',,,,,',
    'Ticket,Date,Mass (t),Distance (km),Carbon (%),Evidence',
    ...rows,
    'Total,,,,,',
  ];
  const workbook = path.join(folder, 'month.csv');
  await writeFile(workbook, `${lines.join('\n')}\n`);
  for (const [name, text] of Object.entries(evidence)) await writeFile(path.join(beside, name), text);
  return { workbooks: [workbook], mapping: smallMapping, evidence: beside };
}
