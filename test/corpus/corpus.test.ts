import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { seedDataSchema, startEmulator } from '../../src/emulator/index.js';
import { describeOrigin } from '../../src/model/origin.js';
import { issuesOf } from '../../src/run/index.js';
import { targetOf, walkLine, type Walked } from '../support/line.js';
import { readScenario, type Expected } from '../support/scenario.js';

const corpus = import.meta.dirname;
const folders = readdirSync(corpus, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

/** What a person could see of a run, in the words of `scenario.yaml`. */
function seen(run: Walked, wanted: Expected): Record<string, unknown> {
  const { summary, gathered } = run;
  const operations = gathered.decided?.operations ?? [];
  const words = operations.map(({ action, kind, reference }) => `${action} ${kind} ${reference}`);
  const pick = (given: Record<string, number> | undefined, all: object) =>
    given === undefined ? undefined : Object.fromEntries(Object.entries(all).filter(([key]) => key in given));
  return {
    exit_code: summary.exit_code,
    operations: pick(wanted.operations, summary.operations),
    outcomes: pick(wanted.outcomes, summary.outcomes),
    verdicts: pick(wanted.verdicts, summary.verdicts),
    rows: pick(wanted.rows, summary.rows),
    includes: wanted.includes?.filter((word) => words.includes(word)),
    issues:
      wanted.issues === undefined
        ? undefined
        : issuesOf(gathered)
            .filter(({ severity }) => severity !== 'note')
            .map(({ code, origins }) => [code, ...origins.slice(0, 1).map(describeOrigin)].join(' '))
            .toSorted(),
    error:
      wanted.error === undefined || summary.error?.message.includes(wanted.error) === true
        ? wanted.error
        : summary.error?.message,
    writes: wanted.writes === undefined ? undefined : summary.requests.writes + summary.requests.uploads,
    co2e_net_removed_kg:
      wanted.co2e_net_removed_kg === undefined
        ? undefined
        : Number(summary.entries[0]?.co2e_net_removed_kg?.toFixed(3)),
  };
}

function expectSeen(run: Walked, wanted: Expected): void {
  const issues = wanted.issues?.toSorted();
  expect(JSON.parse(JSON.stringify(seen(run, wanted)))).toEqual(
    JSON.parse(JSON.stringify({ ...wanted, issues })),
  );
}

/** What was predicted of an entry came true, and its steps lead from what it was to that. */
function expectPredicted({ summary }: Walked): void {
  for (const entry of summary.entries) {
    if (entry.co2e_net_removed_kg === null) continue;
    expect(entry.co2e_net_removed_kg_predicted).toBeCloseTo(entry.co2e_net_removed_kg, 6);
    const steps = entry.steps.reduce((sum, { net_kg }) => sum + net_kg, 0);
    expect((entry.co2e_net_removed_kg_before ?? 0) + steps).toBeCloseTo(entry.co2e_net_removed_kg, 6);
  }
}

describe('every scenario ends as it says, and its second run finds nothing to do', () => {
  it.each(folders)('%s', async (name) => {
    const folder = path.join(corpus, name);
    const scenario = await readScenario(folder);
    const seedData = seedDataSchema.parse(
      JSON.parse(await readFile(path.join(folder, scenario.service), 'utf8')),
    );
    const service = await startEmulator({
      stateFile: null,
      seed: 1,
      seedData,
      ...(scenario.faults === undefined ? {} : { faults: scenario.faults }),
    });
    try {
      const request = {
        workbooks: scenario.workbooks.map((file) => path.join(folder, file)),
        mapping: path.join(folder, scenario.mapping),
        evidence: path.join(folder, 'evidence'),
        partial: scenario.partial,
        parameters: scenario.parameters,
        overrides: scenario.overrides,
      };
      for (const wanted of [scenario.first, scenario.second]) {
        const run = await walkLine(targetOf(service), request);
        expectSeen(run, wanted);
        expectPredicted(run);
      }
    } finally {
      await service.close();
    }
  });
});
