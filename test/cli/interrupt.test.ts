import { cp, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { startEmulator } from '../../src/emulator/index.js';
import { commandLine, keptIn } from '../support/command-line.js';
import { temporaryFolder } from '../support/line.js';
import { givenSeed } from '../support/given-month.js';
import { writeSmallMonth } from '../support/small-month.js';
import { stateOf } from '../support/state.js';

const deliveries = Array.from({ length: 15 }, (_, place) => ({
  ticket: place + 1,
  day: place + 1,
  mass: 10,
  distance: 40,
  carbon: 75,
  evidence: 'a.txt',
}));

const told = z.object({
  exit_code: z.number(),
  outcomes: z.object({ applied: z.number(), failed: z.number(), in_doubt: z.number(), skipped: z.number() }),
  files: z.object({ report: z.string() }),
});

/** A month on its way to a service that answers no write before it is told to. */
async function underWay() {
  const folder = await temporaryFolder();
  let [reach, answer]: (() => void)[] = [() => undefined, () => undefined];
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const service = await startEmulator({
    seedData: await givenSeed(),
    faults: ({ method }) => (method === 'POST' ? { type: 'slow', ms: 1 } : null),
    sleep: () => {
      reach?.();
      return answered;
    },
  });
  onTestFinished(() => service.close());
  const month = await writeSmallMonth(folder, deliveries, { 'a.txt': 'tickets\n' });
  const variables = {
    MRV_CLIENT_SECRET: service.clientSecret,
    MRV_ACCESS_TOKEN: service.accessToken,
    MRV_PROJECT_ID: service.projectId,
  };
  const walk = (...flags: readonly string[]) =>
    commandLine(
      [
        ...['run', ...month.workbooks, '--mapping', month.mapping, '--evidence', month.evidence ?? ''],
        ...['--environment', 'sandbox', '--base-url', service.baseUrl, '--json', ...keptIn(folder), ...flags],
      ],
      { variables, folder },
    );
  return { folder, service, walk, reached, answer: () => answer?.() };
}

/** Names that the service holds, each once. */
function references(state: readonly string[]): readonly string[] {
  const named = state.flatMap(
    (line) => /"supplier_reference_id":"(?<name>[^"]+)"/.exec(line)?.groups?.['name'] ?? [],
  );
  expect(new Set(named).size).toBe(named.length);
  return named;
}

it('Ctrl-C ends a run with a report of all that was done, and a later run does the rest', async () => {
  const { service, walk, reached, answer } = await underWay();
  const run = walk();
  await reached;
  process.emit('SIGINT', 'SIGINT');
  answer();
  const { code, out, err } = await run;
  expect(code).toBe(130);
  expect(err).toContain('Stopping: what is under way is finished and recorded');
  const { exit_code, outcomes, files } = told.parse(JSON.parse(out));
  expect(exit_code).toBe(130);
  expect(outcomes).toMatchObject({ failed: 0, in_doubt: 0 });
  expect(outcomes.applied).toBeGreaterThan(0);
  expect(outcomes.skipped).toBeGreaterThan(0);
  expect((await stat(files.report)).size).toBeGreaterThan(0);
  const before = references(stateOf(service));
  expect((await walk()).code).toBe(0);
  expect(references(stateOf(service))).toEqual(expect.arrayContaining<string>([...before]));
});

it('a second Ctrl-C ends the process at once; its journal tells what was sent, and nothing is lost', async () => {
  const { folder, service, walk, reached, answer } = await underWay();
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`ended with ${code}`);
  });
  onTestFinished(() => {
    exit.mockRestore();
  });
  const run = walk();
  await reached;
  process.emit('SIGINT', 'SIGINT');
  expect(() => process.emit('SIGINT', 'SIGINT')).toThrow('ended with 130');
  // What lies on the disk at that moment is all that a dead process leaves.
  const left = path.join(folder, 'left');
  await cp(path.join(folder, 'runs'), left, { recursive: true });
  const sent = service.requests().filter(({ method }) => method === 'POST').length;
  answer();
  await run;

  const [name] = (await readdir(left)).filter((entry) => !entry.startsWith('.') && !entry.endsWith('.json'));
  const cut = path.join(left, name ?? '');
  const journal = await readFile(path.join(cut, 'journal.jsonl'), 'utf8');
  expect(journal.match(/"line":"intent"/g)?.length).toBeGreaterThanOrEqual(sent);
  await expect(stat(path.join(cut, 'report.xlsx'))).rejects.toThrow(/ENOENT/);
  await commandLine(['report', name ?? '', '--runs-dir', left], { folder });
  expect((await stat(path.join(cut, 'report.xlsx'))).size).toBeGreaterThan(0);
  expect((await walk()).code).toBe(0);
  references(stateOf(service));
});
