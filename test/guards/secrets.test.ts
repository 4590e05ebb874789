import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { faultProfiles, type Emulator } from '../../src/emulator/index.js';
import { commandLine, keptIn, type Ended, variablesOf } from '../support/command-line.js';
import { givenInputs, givenRequest, startGiven } from '../support/given-month.js';
import { targetOf, temporaryFolder, walkLine } from '../support/line.js';

/** The secret as it is, and as it would look after the usual encodings. */
function disguises(secret: string): readonly string[] {
  return [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    Buffer.from(secret).toString('hex'),
  ];
}

async function everyFile(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(files.map((entry) => readFile(path.join(entry.parentPath, entry.name), 'latin1')));
}

function serviceWith(faults?: string): Promise<Emulator> {
  return startGiven(faults === undefined ? {} : { faults });
}

/** Fails where a secret, a signed address or their encodings stand in what was said or written. */
function expectNone(said: readonly string[], secrets: readonly string[]): void {
  const written = said.join('\n');
  for (const secret of secrets) {
    for (const disguise of disguises(secret)) expect(written.includes(disguise)).toBe(false);
  }
  expect(written).not.toMatch(/X-Signature|\/upload\/[0-9a-f]{16}/);
  expect(written.length).toBeGreaterThan(200);
}

describe('no secret is ever written or said', () => {
  it.each([
    ['when all goes well', undefined],
    ['when answers are lost', 'lost-answers'],
    ['when lists cannot be read', 'short-pages'],
    ['when credentials are refused', 'refused'],
    ['when the token has expired', 'expired'],
  ])('on the terminal and in files, %s', async (_what, trouble) => {
    const given = trouble === 'refused' || trouble === 'expired';
    const service = await serviceWith(given ? undefined : trouble);
    const folder = await temporaryFolder();
    const ended = Buffer.from(JSON.stringify({ exp: 1, org: 'canary-organisation' })).toString('base64url');
    const token =
      trouble === 'refused'
        ? 'canary.token.refused'
        : trouble === 'expired'
          ? `eyJhbGciOiJub25lIn0.${ended}.canarysignature`
          : service.accessToken;
    try {
      const { out, err } = await commandLine(['run', ...givenInputs, ...keptIn(folder), '--verbose'], {
        variables: { ...variablesOf(service), MRV_ACCESS_TOKEN: token },
      });
      expectNone([out, err, ...(await everyFile(folder))], [service.clientSecret, token]);
    } finally {
      await service.close();
    }
  });

  // Those that only make the program wait, in real time, end as the cut ones do.
  const profiles = Object.keys(faultProfiles).filter((name) => name !== 'slow' && name !== 'hanging');
  it.each(profiles)('in events, findings and files, under %s', async (faults) => {
    const service = await serviceWith(faults);
    try {
      const walked = await walkLine(targetOf(service), givenRequest);
      const { error } = walked.gathered;
      const thrown = [error?.message, error?.stack, JSON.stringify(error), inspect(error, { depth: 9 })];
      const said = [JSON.stringify(walked.events), ...thrown.map(String), JSON.stringify(walked.summary)];
      const files = await everyFile(path.dirname(walked.folder));
      expectNone([...said, ...files], [service.clientSecret, service.accessToken]);
    } finally {
      await service.close();
    }
  });

  it('by any command', async () => {
    const service = await serviceWith();
    const folder = await temporaryFolder();
    const variables = variablesOf(service);
    const at = (file: string) => path.join(folder, file);
    const kept = keptIn(folder);
    const [workbook = '', , mapping = ''] = givenInputs;
    const commands = [
      ['validate', ...givenInputs, ...kept],
      ['inspect', workbook],
      ['explain', workbook, 'month!A4', '--mapping', mapping],
      ['init', workbook, '--out', at('draft.yaml')],
      ['template', '--mapping', mapping, '--out', at('blank.xlsx')],
      ['doctor', ...givenInputs, '--runs-dir', at('runs')],
      ['plan', ...givenInputs, ...kept, '--out', at('plan.json')],
      ['apply', at('plan.json'), ...kept],
      ['run', ...givenInputs, ...kept, '--verbose', '--json'],
      ['verify', ...givenInputs, ...kept],
      ['report', 'latest', '--runs-dir', at('runs')],
      ['undo', 'latest', '--dry-run', ...kept],
      ['list', 'datapoints', '--out', at('datapoints.xlsx')],
      ['list', 'projects', '--json'],
      ['registry', 'supplier'],
      ['registry', 'close-out', '--entry', 'nowhere'],
      ['run', ...givenInputs, ...kept, '--base-url', 'http://example.org'],
      ['run', ...givenInputs, ...kept, '--project', 'prj_elsewhere'],
    ];
    try {
      const all: Ended[] = [];
      for (const argv of commands) all.push(await commandLine(argv, { variables, folder }));
      expect(all.filter(({ code }) => code === 70)).toEqual([]);
      const said = all.flatMap(({ out, err }) => [out, err]);
      expectNone(
        [...said, ...(await everyFile(folder))],
        [service.clientSecret, service.accessToken, service.verifierToken],
      );
    } finally {
      await service.close();
    }
  });
});
