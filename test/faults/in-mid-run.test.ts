import { existsSync } from 'node:fs';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openJournal } from '../../src/execute/journal.js';
import { applyPlan, makeRunFolder, plainManner } from '../../src/run/index.js';
import { targetOf, temporaryFolder } from '../support/line.js';
import { completes, messages, snapshotSchema, stage, type Kept } from '../support/scene.js';

const operations = 15;

describe('a token that expires in the middle of a run', () => {
  it('ends it at once with what was done; with a new token a later run completes it', async () => {
    const token = { expired: false };
    const scene = await stage((count) => {
      token.expired = count >= 5;
    });
    const answer = (request: Request) =>
      token.expired
        ? Promise.resolve(Response.json({ detail: 'the token has expired' }, { status: 401 }))
        : scene.service.answer(request);
    const cut = await scene.walk({}, { fetch: (input, init) => answer(new Request(input, init)) });
    const { applied, failed, in_doubt, skipped } = cut.summary.outcomes;
    expect(applied).toBeGreaterThan(0);
    expect(failed).toBeGreaterThan(0);
    expect(in_doubt).toBe(0);
    expect(applied + failed + skipped).toBe(operations);
    for (const message of messages(cut, 'failed'))
      expect(message).toMatch(/the token has expired\. Check MRV_CLIENT_SECRET and MRV_ACCESS_TOKEN/);
    for (const message of messages(cut, 'skipped'))
      expect(message).toMatch(/nothing new was begun after: .*the token has expired|it needs /);
    expect(cut.summary.error?.message).toMatch(/could not be read back.*the outcomes stand.*run `verify`/i);
    await completes(scene);
  });
});

describe('a project that is withdrawn in the middle of a run', () => {
  it('fails what is left with the words of the service, then names the projects that are seen', async () => {
    const scene = await stage((count) => {
      if (count === 5) scene.change((record) => (record.name === 'project' ? null : record));
    });
    const whole = scene.service.snapshot();
    const project = snapshotSchema
      .parse(whole)
      .flatMap(({ put }) => put)
      .filter(({ name }) => name === 'project');
    const cut = await scene.walk();
    expect(cut.summary.exit_code).toBe(6);
    expect(cut.summary.outcomes.applied).toBeGreaterThan(0);
    expect(messages(cut, 'failed')).toEqual(
      expect.arrayContaining([expect.stringContaining("Could not find 'project'")]),
    );
    const sent = scene.writes();
    const without = await scene.walk();
    expect(without.summary).toMatchObject({ exit_code: 2, error: { code: 'project-unknown' } });
    expect(without.summary.error?.message).toMatch(/do not see the project .*Check --project/);
    expect(scene.writes()).toBe(sent);
    const left = snapshotSchema.parse(scene.service.snapshot());
    scene.service.restore([{ put: project, drop: [] }, ...left]);
    await completes(scene);
  });
});

describe('a template that is deleted in the middle of a run', () => {
  it('fails the entry alone, is an issue of the next plan, and is completed when it is back', async () => {
    const kept: { template: readonly Kept[] } = { template: [] };
    const scene = await stage((count, { service }) => {
      if (count !== 5) return;
      kept.template = snapshotSchema
        .parse(service.snapshot())
        .flatMap(({ put }) => put)
        .filter(({ name }) => name === 'template');
      scene.change((record) => (record.name === 'template' ? null : record));
    });
    const cut = await scene.walk();
    expect(cut.summary).toMatchObject({
      exit_code: 6,
      outcomes: { applied: operations - 1, failed: 1, in_doubt: 0, skipped: 0 },
    });
    expect(messages(cut, 'failed')).toEqual([expect.stringContaining("Could not find 'template'")]);
    const sent = scene.writes();
    const without = await scene.walk();
    expect(without.summary).toMatchObject({ exit_code: 3, error: { code: 'workbook-invalid' } });
    expect(without.gathered.decided?.issues.map(({ message }) => message).join('\n')).toMatch(/template/);
    expect(scene.writes()).toBe(sent);
    scene.service.restore([
      ...snapshotSchema.parse(scene.service.snapshot()),
      { put: kept.template, drop: [] },
    ]);
    await completes(scene);
  });
});

describe('a record that is locked between plan and sending', () => {
  const locked = (record: Kept): Kept =>
    record.value['supplier_reference_id'] === 'NRM-1-haul'
      ? {
          ...record,
          value: {
            ...record.value,
            locked_status: 'locked_measurement_sample_datapoint',
            quantity: { magnitude: 1, unit: 'tonne * km', standard_deviation: null },
          },
        }
      : record;
  /** The haul of one ticket and the mass of another are not what the workbook says. */
  const different = (record: Kept): Kept => {
    const reference = record.value['supplier_reference_id'];
    if (reference !== 'NRM-1-haul' && reference !== 'NRM-2-mass') return record;
    const quantity = {
      magnitude: 1,
      unit: reference === 'NRM-2-mass' ? 't' : 'tonne * km',
      standard_deviation: null,
    };
    return { ...record, value: { ...record.value, quantity } };
  };

  it('is refused by a saved plan, which carries out the rest; a new plan replaces it', async () => {
    const scene = await stage();
    await scene.walk();
    scene.change(different);
    const planned = await scene.walk({ stop: 'diff' });
    expect(planned.summary.operations).toMatchObject({ update: 2, replace: 0 });
    scene.change(locked);
    const applied = await applyPlan(
      {
        command: 'apply',
        stop: 'execute',
        files: await makeRunFolder(scene.folder, 'apply'),
        plan: path.join(planned.folder, 'plan.json'),
        evidence: scene.request.evidence,
        overrides: {},
        report: null,
        planFile: null,
        program: null,
        detailedExitCode: false,
        manner: plainManner,
      },
      () => Promise.resolve(targetOf(scene.service)),
      scene.world,
    );
    expect(applied.summary).toMatchObject({ exit_code: 6, outcomes: { applied: 1, failed: 1 } });
    const refused = applied.gathered.outcomes.find(({ state }) => state === 'failed');
    expect(refused).toMatchObject({ reference: 'NRM-1-haul', attempts: 0 });
    expect(refused?.message).toMatch(
      /became locked measurement sample datapoint since the plan was made: make a new plan/,
    );
    const again = await scene.walk();
    expect(again.summary).toMatchObject({ exit_code: 0, operations: { replace: 1 } });
    expect((await scene.walk()).summary.requests.writes).toBe(0);
  });

  it('is refused by the service in mid-run, which fails it alone; the next run replaces it', async () => {
    const scene = await stage();
    await scene.walk();
    scene.change(different);
    let reads = true;
    const cut = await scene.walk(
      {},
      {
        fetch: (input, init) => {
          const request = new Request(input, init);
          if (request.method !== 'GET' && reads) {
            reads = false;
            scene.change(locked);
          }
          return scene.service.answer(request);
        },
      },
    );
    expect(cut.summary).toMatchObject({ exit_code: 6, outcomes: { applied: 1, failed: 1 } });
    expect(messages(cut, 'failed')).toEqual([expect.stringMatching(/locked/)]);
    expect((await scene.walk()).summary).toMatchObject({ exit_code: 0, operations: { replace: 1 } });
    expect((await scene.walk()).summary.requests.writes).toBe(0);
  });
});

describe.runIf(existsSync('/dev/full'))('a journal on a full disk', () => {
  it('lets nothing leave where its first line has no room', async () => {
    const scene = await stage();
    const cut = await scene.walk({}, { openJournal: (_file, now) => openJournal('/dev/full', now) });
    expect(cut.summary).toMatchObject({ exit_code: 6, error: { code: 'journal' } });
    expect(cut.summary.error?.message).toMatch(
      /cannot be written \(ENOSPC.*nothing more is sent.*--runs-dir/,
    );
    expect(scene.writes()).toBe(0);
    await completes(scene);
  });

  it.each([2, 6, 11, 20])('stops after %i lines, with every record accounted for', async (room) => {
    const scene = await stage();
    const cut = await scene.walk(
      {},
      {
        openJournal: (file, now) => {
          const [good, full] = [openJournal(file, now), openJournal('/dev/full', now)];
          let lines = 0;
          return {
            write: (line) => {
              lines += 1;
              return lines > room ? full.write(line) : good.write(line);
            },
            close: async () => {
              await Promise.all([good.close(), full.close()]);
            },
          };
        },
      },
    );
    const { applied, failed, in_doubt, skipped } = cut.summary.outcomes;
    expect(cut.summary.exit_code).toBe(6);
    expect(applied + failed + in_doubt + skipped).toBe(operations);
    expect(skipped).toBeGreaterThan(0);
    const reasons = [...messages(cut, 'failed'), ...messages(cut, 'skipped')].join('\n');
    expect(reasons).toMatch(/cannot be written \(ENOSPC.*what was done is found and not repeated/);
    // Nothing left without its intent: as many writes at most as there was room for lines.
    expect(scene.writes()).toBeLessThan(room);
    await completes(scene);
  });
});

describe('a runs folder that cannot be written', () => {
  it('begins no run where it cannot be made', async () => {
    const folder = await temporaryFolder();
    await writeFile(path.join(folder, 'a-file'), '');
    await expect(makeRunFolder(path.join(folder, 'a-file'), 'run')).rejects.toThrow(
      /cannot be made .*; nothing was sent\. Name another place with --runs-dir/,
    );
  });

  it('sends nothing where it is gone before anything is saved', async () => {
    const scene = await stage();
    const files = await makeRunFolder(path.join(scene.folder, 'runs'), 'run');
    await rm(path.join(scene.folder, 'runs'), { recursive: true });
    const cut = await scene.walk({ files });
    expect(cut.summary).toMatchObject({
      exit_code: 6,
      error: { code: 'unwritable' },
      files: { report: null },
    });
    expect(cut.summary.error?.message).toMatch(
      /mapping\.yaml cannot be written \(ENOENT.*nothing was sent.*--runs-dir/,
    );
    expect(scene.writes()).toBe(0);
    await completes(scene);
  });

  it('tells what was sent where it is gone before the report is written', async () => {
    const runs = path.join(await temporaryFolder(), 'runs');
    const files = await makeRunFolder(runs, 'run');
    const scene = await stage();
    const cut = await scene.walk(
      { files },
      {
        // The disk goes away with the journal's last line.
        openJournal: (file, now) => {
          const journal = openJournal(file, now);
          return {
            write: (line) => journal.write(line),
            close: async () => {
              await journal.close();
              await rm(runs, { recursive: true });
            },
          };
        },
      },
    );
    expect(cut.summary).toMatchObject({
      exit_code: 6,
      outcomes: { applied: operations },
      verdicts: { verified: operations },
      error: { code: 'unwritable' },
      files: { report: null, page: null, workbooks: [] },
    });
    expect(cut.summary.error?.message).toMatch(
      /cannot be written .*what was sent stands as it is told here.*--runs-dir/,
    );
    await completes(scene);
  });
});

describe('an evidence file between planning and upload', () => {
  const damages = {
    'has other bytes of the same length': (file: string) => writeFile(file, 'TICKETS\n'),
    'has grown': (file: string) => writeFile(file, 'tickets\nmore\n'),
    'was cut': (file: string) => writeFile(file, 'tick'),
    'is empty': (file: string) => writeFile(file, ''),
    'has vanished': (file: string) => rm(file),
  } as const;

  it.each(Object.entries(damages))('that %s never arrives', async (_what, damage) => {
    const scene = await stage();
    const file = path.join(scene.folder, 'evidence', 'a.txt');
    const whole = path.join(scene.folder, 'whole.txt');
    await cp(file, whole);
    let damaged = false;
    const cut = await scene.walk(
      {},
      {
        fetch: async (input, init) => {
          const answer = await scene.service.answer(new Request(input, init));
          if (!damaged && init?.method === 'POST') {
            damaged = true;
            await damage(file);
          }
          return answer;
        },
      },
    );
    expect(cut.summary.exit_code).toBe(6);
    expect(messages(cut, 'failed')).toEqual([
      'the evidence file a.txt changed or vanished after it was planned: run again, so that the plan fits the file',
    ]);
    expect(messages(cut, 'skipped')).toEqual(
      expect.arrayContaining([expect.stringMatching(/^it needs .*, which is failed$/)]),
    );
    const source = snapshotSchema
      .parse(scene.service.snapshot())
      .flatMap(({ put }) => put)
      .find(({ name }) => name === 'source');
    expect(source?.value['sha256']).toBeNull();
    expect(scene.service.document(source?.value.id ?? '')).toBeNull();
    await cp(whole, file);
    expect(await readFile(file, 'utf8')).toBe('tickets\n');
    await completes(scene);
  });
});
