import { cp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { startEmulator, type Emulator } from '../../src/emulator/index.js';
import { readSeedData } from '../../src/cli/local-service.js';
import { commandLine, serving, variablesOf } from '../support/command-line.js';
import { temporaryFolder } from '../support/line.js';
import { biochar, localService } from '../support/sample/samples.js';
import { clientOf } from '../support/service-client.js';
import { shellWords } from '../support/shell-words.js';

/** The help of a command, wide enough that an example stays on one line. */
async function help(...command: readonly string[]): Promise<string> {
  const lines: string[] = [];
  const printed = vi.spyOn(console, 'log').mockImplementation((text: string) => {
    lines.push(text);
  });
  try {
    await commandLine([...command, '--help'], { width: 200 });
  } finally {
    printed.mockRestore();
  }
  return lines.join('\n');
}

/** The lines of one part of a help text. */
function part(text: string, name: string): readonly string[] {
  const [, after = ''] = text.split(`\n${name}:\n`);
  return (after.split('\n\n')[0] ?? '').split('\n').filter((line) => line.trim() !== '');
}

async function commandsOf(...command: readonly string[]): Promise<readonly string[]> {
  return part(await help(...command), 'Commands').map((line) => {
    const [, ...rest] = shellWords(line.trim());
    return rest[command.length] ?? '';
  });
}

async function examplesOf(...command: readonly string[]): Promise<readonly (readonly string[])[]> {
  const lines = part(await help(...command), 'Examples');
  // Two columns: a call that is too long goes on below itself.
  const about = Math.max(
    ...lines.map((line) => /^ {2}mrv-ingest .*? {2,}(?=\S)/.exec(line)?.[0].length ?? 0),
  );
  const calls: string[] = [];
  for (const line of lines) {
    const left = line.slice(0, about).trim();
    if (left.startsWith('mrv-ingest ')) calls.push(left);
    else calls.push(`${calls.pop() ?? ''} ${left}`);
  }
  return calls.map((line) => shellWords(line).slice(1));
}

let service: Emulator;
let folder: string;
let variables: Record<string, string>;
const home = process.cwd();

/** A folder as the examples have it: a month, its mapping, its evidence. */
beforeAll(async () => {
  service = await startEmulator({ seedData: await readSeedData(localService) });
  folder = await temporaryFolder();
  await cp(biochar.workbook, path.join(folder, 'month.xlsx'));
  await cp(biochar.mapping, path.join(folder, 'mapping.yaml'));
  await cp(biochar.evidence, path.join(folder, 'evidence'), { recursive: true });
  variables = variablesOf(service);
  process.chdir(folder);
});
afterAll(async () => {
  process.chdir(home);
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

const withId = z.looseObject({ id: z.string() });
const call = (method: string, at: string, body?: unknown) => clientOf(service)(method, at, body);

/** Submits the month's statement and has its credits issued, so that the registry has something to show. */
async function issueCredits(): Promise<void> {
  const asked = { project_id: service.projectId, end_on: '2026-10-31' };
  const { id } = withId.parse((await call('POST', '/ghg_statements', asked)).body);
  await call('POST', `/ghg_statements/${id}/submit`, {
    ghg_statement_report_url: 'https://example.org/report',
  });
  service.verify(id);
  await fetch(`${service.baseUrl}/_box/statements/${id}/issue_credits`, { method: 'POST' });
}

const idsSchema = z.array(z.looseObject({ id: z.string() }));

/** The ids that stand for the placeholders of an example, as `iss_…`. */
async function placeholders(): Promise<ReadonlyMap<string, string>> {
  const read = async (...argv: readonly string[]): Promise<unknown> => {
    const { out } = await commandLine(['registry', ...argv, '--json'], { variables, folder });
    return JSON.parse(out);
  };
  const { organisation } = z.looseObject({ organisation: withId }).parse(await read('supplier'));
  const [issuance] = idsSchema.parse(await read('issuances'));
  const refunded = await fetch(`${service.baseUrl}/_box/issuances/${issuance?.id ?? ''}/refund`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ credit_kgs: 2, notes: 'A reversal that was none' }),
  });
  const { refund_id } = z.object({ refund_id: z.string() }).parse(await refunded.json());
  return new Map([
    ['org_…', organisation.id],
    ['iss_…', issuance?.id ?? ''],
    ['bpr_…', refund_id],
  ]);
}

/** Runs an example until it ends; `serve` is told to end once it serves. */
async function ran(example: readonly string[], ids: ReadonlyMap<string, string>): Promise<string> {
  const argv = example.map((word) => (word === '8090' ? '0' : (ids.get(word) ?? word)));
  const { code, err } =
    argv[0] === 'serve' ? await serveOnce(argv) : await commandLine(argv, { variables, folder });
  return `${example.join(' ')}: ${code}${code === 0 ? '' : ` ${err}`}`;
}

async function serveOnce(argv: readonly string[]): Promise<{ readonly code: number; readonly err: string }> {
  const service = await serving(argv, { folder });
  return { code: await service.end(), err: service.err() };
}

/** The commands in the order in which a month needs them. */
const order = [
  ...[
    'inspect',
    'init',
    'validate',
    'explain',
    'template',
    'doctor',
    'plan',
    'apply',
    'run',
    'verify',
    'report',
  ],
  ...['undo', 'demo', 'list', 'registry', 'serve'],
];

describe('the examples of --help', () => {
  it('stand at every command', async () => {
    const commands = await commandsOf();
    expect([...commands].sort()).toEqual([...order].sort());
    for (const command of commands) expect(await examplesOf(command), command).not.toEqual([]);
    for (const command of await commandsOf('registry')) {
      expect(await examplesOf('registry', command), command).not.toEqual([]);
    }
  });

  it('run as they stand, in the order in which a month needs them', async () => {
    const told: string[] = [];
    const none = new Map<string, string>();
    for (const command of order) {
      if (command === 'registry') {
        await issueCredits();
        const ids = await placeholders();
        const examples = [...(await examplesOf('registry'))];
        for (const read of await commandsOf('registry'))
          examples.push(...(await examplesOf('registry', read)));
        for (const example of examples) told.push(await ran(example, ids));
        continue;
      }
      // A draft is never written over a mapping that is there.
      if (command === 'init') await rename('mapping.yaml', 'own.yaml');
      for (const example of await examplesOf(command)) told.push(await ran(example, none));
      if (command === 'init') await rename('own.yaml', 'mapping.yaml');
    }
    expect(told.filter((line) => !line.endsWith(': 0'))).toEqual([]);
    expect(told.length).toBeGreaterThan(order.length);
  }, 60_000);
});
