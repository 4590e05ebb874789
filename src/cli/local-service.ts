import { mkdir } from 'node:fs/promises';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { seedDataSchema, startEmulator, type Emulator } from '../emulator/index.js';
import { usageError } from './environment.js';
import { packageRoot } from './package-root.js';

/** What a fresh embedded service starts with when nobody says otherwise. */
export const defaultSeedData = path.join(packageRoot, 'samples', 'local-service.json');

export interface LocalServiceOptions {
  readonly stateDir: string;
  readonly seedData: string | null;
}

/** Reads and checks a seed-data file. */
export async function readSeedData(file: string) {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw usageError('seed-data', `the seed data ${file} cannot be read (${String(error)})`);
  }
  return seedDataSchema.parse(JSON.parse(text));
}

/** Starts the embedded service on a free loopback port, its state below the state folder. */
export async function startLocalService(options: LocalServiceOptions): Promise<Emulator> {
  await mkdir(options.stateDir, { recursive: true });
  return startEmulator({
    stateFile: path.join(options.stateDir, 'service.state'),
    seedData: await readSeedData(options.seedData ?? defaultSeedData),
  });
}
