import { describe, expect, it } from 'vitest';
import { startEmulator } from '../../src/emulator/index.js';
import { commandLine, keptIn, variablesOf } from '../support/command-line.js';
import { boxSeed } from '../support/box.js';
import { temporaryFolder } from '../support/line.js';

const day = 86_400;

/** A token as a registry makes them, that ends so many days from now. */
function token(days: number): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + days * day;
  return `${part({ alg: 'HS256' })}.${part({ org: 'org_1', exp })}.canary`;
}

function dayIn(days: number): string {
  return new Date(Date.now() + days * day * 1000).toISOString().slice(0, 10);
}

async function verify(accessToken: string) {
  const requests: string[] = [];
  const service = await startEmulator({
    seedData: boxSeed,
    onRequest: ({ path }) => requests.push(path),
  });
  try {
    const month = 'test/corpus/create--everything-is-new';
    const ended = await commandLine(
      [
        'verify',
        `${month}/month.csv`,
        '--mapping',
        `${month}/mapping.yaml`,
        ...keptIn(await temporaryFolder()),
      ],
      {
        width: 200,
        variables: { ...variablesOf(service), MRV_ACCESS_TOKEN: accessToken },
      },
    );
    return { ...ended, requests };
  } finally {
    await service.close();
  }
}

describe('an access token', () => {
  it('that has expired is refused by its day, before anything is sent', async () => {
    const { code, err, requests } = await verify(token(-2));
    expect(code).toBe(2);
    expect(err).toContain(`expired on ${dayIn(-2)}`);
    expect(requests).toEqual([]);
    expect(err).not.toContain('canary');
  });

  it('that expires within a month is a line that says the day', async () => {
    const { err, requests } = await verify(token(20));
    expect(err).toContain(`expires on ${dayIn(20)}`);
    expect(requests.length).toBeGreaterThan(0);
  });

  it('that is good for longer, or is none that can be read, is no line', async () => {
    expect((await verify(token(200))).err).not.toContain('expires on');
    expect((await verify('a-token')).err).not.toContain('expires on');
  });
});
