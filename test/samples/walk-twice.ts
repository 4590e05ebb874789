import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { seedDataSchema, startEmulator } from '../../src/emulator/index.js';
import type { EntryResult } from '../../src/model/summary.js';
import { issuesOf } from '../../src/run/index.js';
import { targetOf, walkLine, type Walked } from '../support/line.js';
import { localService, type Sample } from '../support/sample/samples.js';

/** What the two runs of a sample came to. */
export interface WalkedTwice {
  readonly first: Walked;
  readonly entry: EntryResult;
}

/**
 * Walks a sample twice against the service that `local-service.json` describes, and holds that the first run verifies
 * all it sent and the second finds nothing to do.
 */
export async function walkTwice(sample: Sample): Promise<WalkedTwice> {
  const seedData = seedDataSchema.parse(JSON.parse(await readFile(localService, 'utf8')));
  const service = await startEmulator({ stateFile: null, seed: 1, seedData });
  try {
    const given = { workbooks: [sample.workbook], mapping: sample.mapping };
    const first = await walkLine(targetOf(service), given);
    expect(issuesOf(first.gathered).filter(({ severity }) => severity !== 'note')).toEqual([]);
    expect(first.summary.exit_code).toBe(0);
    expect(first.summary.outcomes.applied).toBeGreaterThan(0);
    expect(first.summary.verdicts).toMatchObject({ diverged: 0, missing: 0 });
    const { summary } = await walkLine(targetOf(service), given);
    const records = first.gathered.decided?.operations.length ?? 0;
    expect(summary.exit_code).toBe(0);
    expect(summary.operations).toEqual({ create: 0, update: 0, replace: 0, unchanged: records, blocked: 0 });
    expect(summary.requests).toMatchObject({ writes: 0, uploads: 0 });
    const [entry] = first.summary.entries;
    if (entry === undefined) throw new Error('the run ended without an entry');
    return { first, entry };
  } finally {
    await service.close();
  }
}

/** The factors of `local-service.json` that the hand calculations use: value and standard deviation, in kg CO2e. */
export const factor = {
  truck: { value: 0.10163, sd: 0.005 },
  articulated: { value: 0.09502, sd: 0.005 },
  diesel: { value: 3.18183, sd: 0.06 },
  grid: { value: 0.21, sd: 0.01 },
  sampling: { value: 120, sd: 20 },
  soilSampling: { value: 450, sd: 70 },
  gridUk: { value: 0.177, sd: 0.009 },
  wasteHeat: { value: 0.02, sd: 0.003 },
  sorbent: { value: 5, sd: 0.8 },
  embodied: { value: 6000, sd: 600 },
  bioOilProduction: { value: 0.04, sd: 0.004 },
} as const;

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Independent deviations added up. */
export const together = (deviations: readonly number[]): number => Math.hypot(...deviations);

/** A figure with its standard deviation. */
export interface Figure {
  readonly value: number;
  readonly sd: number;
}

/** The deviation of a result, found by nudging each of its independent figures: no formula for it is needed. */
export function deviationOf(
  figures: readonly Figure[],
  result: (values: readonly number[]) => number,
): number {
  const values = figures.map(({ value }) => value);
  return together(
    figures.map(({ value, sd }, place) => {
      const step = Math.abs(value) * 1e-5;
      const nudged = (by: number) => result(values.with(place, value + by));
      return ((nudged(step) - nudged(-step)) / (2 * step)) * sd;
    }),
  );
}

/** The mean of replicates with s / sqrt(n). */
export function meanOf(values: readonly number[]): Figure {
  const mean = sum(values) / values.length;
  const variance = sum(values.map((value) => (value - mean) ** 2)) / (values.length - 1);
  return { value: mean, sd: Math.sqrt(variance / values.length) };
}
