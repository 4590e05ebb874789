import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { seedDataSchema, startEmulator } from '../../src/emulator/index.js';
import { commandLine, keptIn } from '../support/command-line.js';
import { temporaryFolder } from '../support/line.js';

const month = path.join(import.meta.dirname, '..', 'corpus', 'create--everything-is-new');
const flags = [
  path.join(month, 'month.csv'),
  '--mapping',
  path.join(month, 'mapping.yaml'),
  '--evidence',
  path.join(month, 'evidence'),
];

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

describe('no secret is ever written or said', () => {
  it.each([
    ['when all goes well', undefined],
    ['when answers are lost', 'lost-answers'],
    ['when the service fails', 'server-errors'],
    ['when lists cannot be read', 'short-pages'],
    ['when credentials are refused', 'refused'],
  ])('%s', async (_what, faults) => {
    const seedData = seedDataSchema.parse(
      JSON.parse(await readFile(path.join(month, 'service.json'), 'utf8')),
    );
    const service = await startEmulator({
      seedData,
      ...(faults === undefined || faults === 'refused' ? {} : { faults }),
    });
    const folder = await temporaryFolder();
    const token = faults === 'refused' ? 'canary.token.refused' : service.accessToken;
    try {
      const { out, err } = await commandLine(['run', ...flags, ...keptIn(folder), '--verbose'], {
        variables: {
          MRV_BASE_URL: service.baseUrl,
          MRV_CLIENT_SECRET: service.clientSecret,
          MRV_ACCESS_TOKEN: token,
          MRV_PROJECT_ID: service.projectId,
        },
      });
      const written = [out, err, ...(await everyFile(folder))].join('\n');
      for (const secret of [service.clientSecret, token]) {
        for (const disguise of disguises(secret)) expect(written.includes(disguise)).toBe(false);
      }
      expect(written).not.toMatch(/X-Signature|\/upload\/[0-9a-f]{16}/);
      expect(written.length).toBeGreaterThan(200);
    } finally {
      await service.close();
    }
  });
});
