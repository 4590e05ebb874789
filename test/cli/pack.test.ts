import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { commandLine, keptIn, variablesOf } from '../support/command-line.js';
import { givenMonth, givenService, startGiven } from '../support/given-month.js';
import { temporaryFolder } from '../support/line.js';
import { packageParts } from '../support/package-parts.js';
import { hasProgram } from '../support/programs.js';

const run = promisify(execFile);
const ranSchema = z.looseObject({ run_id: z.string(), files: z.looseObject({ run: z.string() }) });
const packedSchema = z.looseObject({ files: z.looseObject({ pack: z.string() }) });

/** A month that was sent, in a folder of its own, and what packs it. */
async function sent(variables: Readonly<Record<string, string>> = {}, evidenceName = 'a.txt') {
  const folder = await temporaryFolder();
  const month = path.join(folder, 'month');
  await cp(givenMonth, month, { recursive: true });
  const evidence = path.join(month, 'evidence');
  const workbook = path.join(month, 'month.csv');
  if (evidenceName !== 'a.txt') {
    await mkdir(path.dirname(path.join(evidence, evidenceName)), { recursive: true });
    await rename(path.join(evidence, 'a.txt'), path.join(evidence, evidenceName));
    await writeFile(workbook, (await readFile(workbook, 'utf8')).replaceAll('a.txt', evidenceName));
  }
  const mapping = path.join(month, 'mapping.yaml');
  const inputs = [workbook, '--mapping', mapping, '--evidence', evidence];
  const service = variables['MRV_BASE_URL'] === undefined ? givenService : [];
  const ended = await commandLine(['run', ...inputs, ...service, ...keptIn(folder), '--json'], { variables });
  const ran = ranSchema.parse(JSON.parse(ended.out));
  const pack = async (name = 'pack.zip', ...flags: readonly string[]) => {
    const file = path.join(folder, name);
    const said = await commandLine(['report', ran.files.run, '--pack', file, ...flags]);
    return { ...said, file };
  };
  const journal = path.join(ran.files.run, 'journal.jsonl');
  return { folder, month, evidence, workbook, mapping, ran, journal, pack };
}

/** The parts of a pack, by their names below its one folder. */
async function partsOf(file: string): Promise<ReadonlyMap<string, Buffer>> {
  const parts = await packageParts(await readFile(file));
  return new Map([...parts].map(([name, bytes]) => [name.slice(name.indexOf('/') + 1), bytes]));
}

async function readMeOf(file: string): Promise<string> {
  return ((await partsOf(file)).get('README.txt')?.toString('utf8') ?? '').replaceAll(/\s+/g, ' ');
}

describe("the verifier's pack", () => {
  it('holds the run, its inputs and its report, and says that nothing is missing', async () => {
    const { pack, month, ran } = await sent();
    const { file, code, err } = await pack();
    expect(code).toBe(0);
    expect(err).toContain('Packed');
    const parts = await partsOf(file);
    expect([...parts.keys()]).toEqual([
      'README.txt',
      'report.xlsx',
      'report.html',
      'summary-of-changes.txt',
      'run/plan.json',
      'run/journal.jsonl',
      'run/summary.json',
      'run/reconciliation.json',
      'mapping.yaml',
      'workbooks/month.csv',
      'results/month with results.csv',
      'evidence/a.txt',
      'evidence/b.txt',
      'SHA256SUMS',
    ]);
    expect(parts.get('workbooks/month.csv')).toEqual(await readFile(path.join(month, 'month.csv')));
    expect(parts.get('mapping.yaml')).toEqual(await readFile(path.join(month, 'mapping.yaml')));
    expect(parts.get('evidence/a.txt')).toEqual(await readFile(path.join(month, 'evidence', 'a.txt')));
    expect(await readMeOf(file)).toContain('Nothing is missing');
    expect(await readMeOf(file)).toContain(ran.run_id);
    expect(parts.get('summary-of-changes.txt')?.toString()).toMatch(/^Net removal of .* \(new\)\.\nNew: /);
  });

  it('is proven by programs that are not ours: unzip, then sha256sum alone', async () => {
    const { pack, folder } = await sent({}, 'Größe & Gewicht/Schein №1.txt');
    const { file } = await pack();
    const sums = (await partsOf(file)).get('SHA256SUMS')?.toString('utf8') ?? '';
    const listed = sums
      .trimEnd()
      .split('\n')
      .map((line) => [line.slice(66), line.slice(0, 64)] as const);
    const real = [...(await partsOf(file))]
      .filter(([name]) => name !== 'SHA256SUMS')
      .map(([name, bytes]) => [name, createHash('sha256').update(bytes).digest('hex')] as const);
    expect(listed).toEqual(real);
    if (!(await hasProgram('unzip')) || !(await hasProgram('sha256sum'))) return;
    await run('unzip', ['-tqq', file]);
    const out = path.join(folder, 'out');
    await run('unzip', ['-q', file, '-d', out], { env: { ...process.env, LC_ALL: 'C' } });
    const [only = ''] = await readdir(out);
    const cwd = path.join(out, only);
    const checked = await run('sha256sum', ['--strict', '-c', 'SHA256SUMS'], { cwd });
    expect(checked.stdout.trimEnd().split('\n')).toHaveLength(listed.length);
    await writeFile(path.join(cwd, 'workbooks', 'month.csv'), 'tampered');
    await expect(run('sha256sum', ['-c', 'SHA256SUMS'], { cwd })).rejects.toThrow(/month\.csv|did NOT match/);
  });

  it('is the same for the same run, byte by byte, and leaves the run as it was', async () => {
    const { pack, ran } = await sent();
    const before = await readFile(path.join(ran.files.run, 'report.xlsx'));
    const one = await readFile((await pack('one.zip')).file);
    const two = await readFile((await pack('two.zip')).file);
    expect(one.equals(two)).toBe(true);
    expect((await readFile(path.join(ran.files.run, 'report.xlsx'))).equals(before)).toBe(true);
  });

  it('leads from its report to the workbook beside it', async () => {
    const { pack } = await sent();
    const parts = await partsOf((await pack()).file);
    expect(parts.get('report.html')?.toString()).toContain('"files":["./workbooks/month.csv"]');
    const sheets = await packageParts(parts.get('report.xlsx') ?? Buffer.of());
    const texts = [...sheets.values()].map((bytes) => bytes.toString('utf8')).join('');
    expect(texts).toContain('HYPERLINK(&quot;workbooks/month.csv#');
  });

  it('is never written over a file', async () => {
    const { pack } = await sent();
    const { file } = await pack();
    const before = await readFile(file);
    const again = await pack();
    expect(again.code).toBe(2);
    expect(again.err).toContain('is there already');
    expect((await readFile(file)).equals(before)).toBe(true);
    expect(await readdir(path.dirname(file))).not.toContain('pack.zip.draft');
  });

  it('says where it cannot be written, and leaves nothing', async () => {
    const { pack } = await sent();
    const { code, err } = await pack('nowhere/pack.zip');
    expect(code).toBe(2);
    expect(err).toContain('cannot be written');
  });

  it('is named in the summary', async () => {
    const { pack } = await sent();
    const { out, file } = await pack('pack.zip', '--json');
    expect(packedSchema.parse(JSON.parse(out)).files.pack).toBe(file);
  });
});

describe('what a pack cannot hold is said in it', () => {
  it('a workbook that was moved, documents that changed or are gone', async () => {
    const { pack, workbook, evidence } = await sent();
    await rename(workbook, `${workbook}.moved`);
    await writeFile(path.join(evidence, 'a.txt'), 'another weighbridge ticket');
    await rm(path.join(evidence, 'b.txt'));
    const { file, err } = await pack();
    expect(err.replaceAll(/\s+/g, ' ')).toContain('month.csv: it is not where the run read it');
    const readMe = await readMeOf(file);
    expect(readMe).not.toContain('Nothing is missing');
    expect(readMe).toMatch(/month\.csv: it is not where the run read it.*SHA-256 [0-9a-f]{64}/);
    expect(readMe).toMatch(/a\.txt: it was changed since the run.*SHA-256 [0-9a-f]{64}, \d+ bytes/);
    expect(readMe).toMatch(/there is no "b\.txt".*SHA-256 [0-9a-f]{64}, \d+ bytes/);
    const names = [...(await partsOf(file)).keys()];
    expect(names.filter((name) => /^(?:workbooks|evidence)\//.test(name))).toEqual([]);
  });

  it('documents are found in another folder, where it is named', async () => {
    const { pack, evidence, folder } = await sent();
    await rename(evidence, path.join(folder, 'elsewhere'));
    const { file } = await pack('pack.zip', '--evidence', path.join(folder, 'elsewhere'));
    expect(await readMeOf(file)).toContain('Nothing is missing');
  });

  it('the mapping is the one that was used, also where it was changed since', async () => {
    const { pack, mapping } = await sent();
    const used = await readFile(mapping);
    await writeFile(mapping, 'mapping: 2\n');
    expect((await partsOf((await pack()).file)).get('mapping.yaml')).toEqual(used);
  });

  it('a run that was killed while it wrote its journal', async () => {
    const { pack, ran, journal } = await sent();
    const lines = (await readFile(journal, 'utf8')).split('\n');
    const cut = lines.findLastIndex((line) => line.includes('"line":"intent"'));
    await writeFile(journal, `${lines.slice(0, cut + 1).join('\n')}\n{"at":"20`);
    for (const name of ['summary.json', 'reconciliation.json', 'report.xlsx', 'report.html'])
      await rm(path.join(ran.files.run, name));
    const { file } = await pack();
    const readMe = await readMeOf(file);
    expect(readMe).toContain('it was cut');
    expect(readMe).toContain('the journal has no end');
    expect(readMe).toContain('is cut or damaged');
    expect(readMe).toContain('the run left no summary');
    const names = [...(await partsOf(file)).keys()];
    expect(names).toContain('report.xlsx');
    expect(names).toContain('run/journal.jsonl');
    expect(names).not.toContain('run/summary.json');
  });
});

describe('no secret is ever packed', () => {
  it('neither as it is nor in a disguise', async () => {
    const service = await startGiven();
    try {
      const { pack } = await sent(variablesOf(service));
      const parts = await partsOf((await pack()).file);
      const sheets = await packageParts(parts.get('report.xlsx') ?? Buffer.of());
      const all = [...parts.values(), ...sheets.values()].map((bytes) => bytes.toString('latin1')).join('\n');
      expect(all).toContain(service.projectId);
      for (const secret of [service.clientSecret, service.accessToken]) {
        const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '');
        for (const disguise of [secret, encodeURIComponent(secret), base64])
          expect(all.includes(disguise)).toBe(false);
      }
      expect(all).not.toMatch(/X-Signature|\/upload\/[0-9a-f]{16}/);
    } finally {
      await service.close();
    }
  });
});
