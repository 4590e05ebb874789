import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  seedDataSchema,
  startEmulator,
  type Emulator,
  type EmulatorOptions,
  type SeedData,
} from '../../src/emulator/index.js';

/** The folder of the scenario in which all of a month is new. */
export const givenMonth = path.join(import.meta.dirname, '..', 'corpus', 'create--everything-is-new');

const workbook = path.join(givenMonth, 'month.csv');
const mapping = path.join(givenMonth, 'mapping.yaml');
const evidence = path.join(givenMonth, 'evidence');
const service = path.join(givenMonth, 'service.json');

/** What the line is asked to send of it. */
export const givenRequest = { workbooks: [workbook], mapping, evidence };

/** The same on the command line. */
export const givenInputs: readonly string[] = [workbook, '--mapping', mapping, '--evidence', evidence];

/** The embedded service of the command line, as it is before anything of the month is sent. */
export const givenService: readonly string[] = ['--seed-data', service];

/** What the service holds before anything of the month is sent: its template and what a library gives. */
export async function givenSeed(): Promise<SeedData> {
  return seedDataSchema.parse(JSON.parse(await readFile(service, 'utf8')));
}

/** A service to which nothing of the month was sent yet. */
export async function startGiven(options: EmulatorOptions = {}): Promise<Emulator> {
  return startEmulator({ seedData: await givenSeed(), ...options });
}
