import { describe, expect, it } from 'vitest';
import { AmbiguousError, UnreachableError } from '../../src/api/api-error.js';
import { putDocument, UploadRefusedError } from '../../src/api/upload.js';
import { completes, messages, snapshotSchema, stage, type Scene } from '../support/scene.js';
import type { Walked } from '../support/line.js';

/** What befalls one request: the answer that the program gets instead. `work` has the service do it all the same. */
type Befall = (work: () => Promise<Response>, number: number, request: Request) => Promise<Response>;

const cut = (code: string): never => {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
};

/** Walks once while `befall` stands in the way of the requests that fit `method path`. */
async function walkWith(
  scene: Scene,
  fits: RegExp,
  befall: Befall,
): Promise<Walked & { readonly met: number }> {
  let met = 0;
  const walked = await scene.walk(
    {},
    {
      fetch: async (input, init) => {
        const request = new Request(input, init);
        const { pathname, search } = new URL(request.url);
        const body = await request.clone().text();
        const work = () => scene.service.answer(request);
        if (!fits.test(`${request.method} ${pathname.replace('/mrv/v0', '')}${search} ${body}`))
          return work();
        met += 1;
        return befall(work, met, request);
      },
    },
  );
  return { ...walked, met };
}

const outcomeOf = (walked: Walked, reference: string) =>
  walked.gathered.outcomes.find((outcome) => outcome.reference === reference);

const createMass = /^POST \/datapoints .*"NRM-1-mass"/;
const mass = 'NRM-1-mass';
const answered = (status: number, headers: Readonly<Record<string, string>> = {}) =>
  Response.json({ detail: 'as asked for' }, { status, headers });

describe('planned', () => {
  it('→ skipped, where what it needs is not applied', async () => {
    const scene = await stage();
    const run = await walkWith(scene, /^POST \/components .*"NRM-1-transport"/, () =>
      Promise.resolve(answered(400)),
    );
    expect(outcomeOf(run, 'NRM-2026-10')).toMatchObject({
      state: 'skipped',
      attempts: 0,
      message: 'it needs NRM-1-transport, which is failed',
    });
    await completes(scene);
  });

  it('→ skipped, where the run is interrupted before it was begun', async () => {
    const scene = await stage();
    const interruption = new AbortController();
    const interrupted = await scene.walk(
      {},
      {
        fetch: async (input, init) => {
          const request = new Request(input, init);
          if (request.method === 'POST') interruption.abort();
          return scene.service.answer(request);
        },
      },
      interruption.signal,
    );
    expect(interrupted.summary.exit_code).toBe(130);
    expect(interrupted.summary.outcomes).toMatchObject({ failed: 0, in_doubt: 0 });
    expect(interrupted.summary.outcomes.applied).toBeGreaterThan(0);
    expect(messages(interrupted, 'skipped')).toContain('the run was interrupted before it was begun');
    // The record that was under way got its document.
    expect(interrupted.summary.requests.uploads).toBe(1);
    await completes(scene);
  });

  it('→ in doubt, where the run is interrupted while it waits to be sent again', async () => {
    const scene = await stage();
    const interruption = new AbortController();
    const interrupted = await scene.walk(
      {},
      {
        fetch: async (input, init) => {
          const request = new Request(input, init);
          if (request.method !== 'POST') return scene.service.answer(request);
          interruption.abort();
          return answered(429, { 'Retry-After': '30' });
        },
      },
      interruption.signal,
    );
    expect(interrupted.summary).toMatchObject({ exit_code: 130, outcomes: { applied: 0, failed: 0 } });
    expect(messages(interrupted, 'in-doubt')[0]).toMatch(/interrupted while it waited .*run again/);
    await completes(scene);
  });

  it('→ skipped, where the credentials are refused', async () => {
    const scene = await stage();
    const run = await walkWith(scene, /^POST \/datapoints .*"NRM-1-haul"/, () =>
      Promise.resolve(answered(401)),
    );
    expect(messages(run, 'skipped').join('\n')).toMatch(/nothing new was begun after: .*refused with 401/);
    await completes(scene);
  });
});

describe('create', () => {
  it('→ answered → steps → applied', async () => {
    const scene = await stage();
    const run = await scene.walk();
    expect(outcomeOf(run, 'NRM-2026-10')).toMatchObject({ state: 'applied', attempts: 2, message: null });
    expect(run.summary).toMatchObject({ exit_code: 0, requests: { uploads: 1 } });
  });

  it.each([
    [429, { 'Retry-After': '7' }],
    [429, {}],
    [503, { 'Retry-After': '3' }],
  ])('→ throttled (%i) → held, then sent again', async (status, headers) => {
    const scene = await stage();
    const run = await walkWith(scene, createMass, (work, number) =>
      number === 1 ? Promise.resolve(answered(status, headers)) : work(),
    );
    expect(outcomeOf(run, mass)).toMatchObject({ state: 'applied', attempts: 2, message: null });
    expect(run.summary).toMatchObject({ exit_code: 0, requests: { throttled: 1, retries: 1 } });
  });

  it('→ never reached → sent again, after a while', async () => {
    const scene = await stage();
    const run = await walkWith(scene, createMass, (work, number) =>
      number <= 3 ? cut('ECONNREFUSED') : work(),
    );
    expect(outcomeOf(run, mass)).toMatchObject({ state: 'applied', attempts: 4, message: null });
  });

  it('→ refused → looked up → absent → failed', async () => {
    const scene = await stage();
    const run = await walkWith(scene, createMass, () => Promise.resolve(answered(400)));
    expect(outcomeOf(run, mass)).toMatchObject({ state: 'failed', attempts: 1 });
    expect(outcomeOf(run, mass)?.message).toMatch(/POST \/datapoints: refused with 400: as asked for/);
    expect(run.met).toBe(1);
    await completes(scene);
  });

  it('→ refused → looked up → found → compared', async () => {
    const scene = await stage();
    const run = await walkWith(scene, createMass, async (work) => {
      await work();
      return answered(409);
    });
    expect(outcomeOf(run, mass)).toMatchObject({ state: 'applied', attempts: 1 });
    expect(outcomeOf(run, mass)?.message).toMatch(/it was found by its reference, compared and kept/);
    expect(run.met).toBe(1);
    expect(run.summary.exit_code).toBe(0);
  });

  const lost: Readonly<Record<string, (work: () => Promise<Response>) => Promise<Response>>> = {
    cut: () => cut('ECONNRESET'),
    garbled: () => Promise.resolve(new Response('<html>', { status: 200 })),
    'a 502': () => Promise.resolve(answered(502)),
  };
  describe.each(Object.entries(lost))('→ %s', (_name, fail) => {
    it('→ looked up → absent → created again', async () => {
      const scene = await stage();
      const run = await walkWith(scene, createMass, (work, number) => (number <= 2 ? fail(work) : work()));
      expect(outcomeOf(run, mass)).toMatchObject({ state: 'applied', attempts: 3 });
      expect(run.summary.exit_code).toBe(0);
    });

    it('→ absent three times → in doubt', async () => {
      const scene = await stage();
      const run = await walkWith(scene, createMass, (work) => fail(work));
      expect(outcomeOf(run, mass)).toMatchObject({ state: 'in-doubt', attempts: 3 });
      expect(run.met).toBe(3);
      expect(run.summary.exit_code).toBe(7);
      await completes(scene);
    });

    it('→ found → compared → equal → applied', async () => {
      const scene = await stage();
      const run = await walkWith(scene, createMass, async (work) => {
        await work();
        return fail(work);
      });
      expect(outcomeOf(run, mass)).toMatchObject({ state: 'applied', attempts: 1 });
      expect(run.met).toBe(1);
      expect(run.summary.exit_code).toBe(0);
    });
  });

  it('→ cut → found at the third look, as lists may lag', async () => {
    const scene = await stage();
    const looks: string[] = [];
    const run = await walkWith(
      scene,
      /^POST \/datapoints .*"NRM-1-mass"|^GET \/datapoints\?supplier_reference_id=NRM-1-mass/,
      async (work, _number, request) => {
        const answer = await work();
        if (request.method === 'POST') return cut('ECONNRESET');
        looks.push(request.url);
        return looks.length < 3
          ? Response.json({
              nodes: [],
              page_info: { has_next_page: false, end_cursor: null },
              total_count: 0,
            })
          : answer;
      },
    );
    expect(looks).toHaveLength(3);
    expect(outcomeOf(run, mass)).toMatchObject({ state: 'applied', attempts: 1 });
    expect(run.summary.exit_code).toBe(0);
  });

  it('→ cut → found → differs → changed by steps → applied', async () => {
    const scene = await stage();
    // The entry is made, its attributions are not; the document's record is made, its bytes are not there.
    const run = await walkWith(scene, /^POST \/(?:ghg_entries|sources) /, async (work) => {
      await work();
      return cut('ECONNRESET');
    });
    expect(run.met).toBe(2);
    expect(outcomeOf(run, 'NRM-2026-10')).toMatchObject({ state: 'applied', attempts: 2 });
    expect(run.summary).toMatchObject({ exit_code: 0, requests: { uploads: 1 } });
  });

  it('→ cut → found → cannot be changed → failed', async () => {
    const scene = await stage();
    const run = await walkWith(scene, createMass, async (work) => {
      await work();
      scene.change((record) =>
        record.value['supplier_reference_id'] === mass
          ? {
              ...record,
              value: {
                ...record.value,
                locked_status: 'locked_measurement_sample_datapoint',
                quantity: { magnitude: 1, unit: 't', standard_deviation: null },
              },
            }
          : record,
      );
      return cut('ECONNRESET');
    });
    expect(outcomeOf(run, mass)).toMatchObject({ state: 'failed' });
    expect(outcomeOf(run, mass)?.message).toMatch(
      /the reference NRM-1-mass exists already and differs in quantity, which cannot be changed: run again, and a replacement is planned/,
    );
    expect((await scene.walk()).summary).toMatchObject({ exit_code: 0, operations: { replace: 1 } });
  });

  it('→ cut → cannot be looked up → in doubt, and settled where it is read back equal', async () => {
    const scene = await stage();
    const silent = /^POST \/datapoints .*"NRM-1-mass"|^GET \/datapoints\?supplier_reference_id=NRM-1-mass/;
    const run = await walkWith(scene, silent, async (work) => {
      await work();
      return cut('ECONNRESET');
    });
    // Read back by pages, the record is there and equal: the doubt is settled.
    expect(outcomeOf(run, mass)).toMatchObject({ state: 'applied' });
    expect(outcomeOf(run, mass)?.message).toMatch(
      /in doubt at first, and found equal .*could not be looked up/,
    );
    await completes(scene);
  });

  it('→ cut → cannot be looked up → in doubt, where it is not there afterwards', async () => {
    const scene = await stage();
    const silent = /^POST \/datapoints .*"NRM-1-mass"|^GET \/datapoints\?supplier_reference_id=NRM-1-mass/;
    const run = await walkWith(scene, silent, () => Promise.resolve(cut('ECONNRESET')));
    expect(outcomeOf(run, mass)).toMatchObject({ state: 'in-doubt' });
    expect(outcomeOf(run, mass)?.message).toMatch(
      /Look for the reference NRM-1-mass, or run again: it will be found/,
    );
    expect(run.summary.exit_code).toBe(7);
    await completes(scene);
  });
});

describe('upload', () => {
  const asked = { method: 'PUT', path: '(document a.txt)' };
  const broken = {
    'cannot be reached': () => new UnreachableError(asked, null, 'ECONNREFUSED'),
    'broke off': () => new AmbiguousError(asked, null, 'the upload broke off'),
    'has an address that is too old': () => new UploadRefusedError(asked, 403, 'the address has expired'),
  };

  it.each(Object.entries(broken))('→ %s → again, at a fresh address → applied', async (_name, error) => {
    const scene = await stage();
    const addresses: string[] = [];
    const run = await scene.walk(
      {},
      {
        putDocument: async (upload) => {
          addresses.push(upload.url);
          if (addresses.length < 4) throw error();
          await putDocument(upload);
        },
      },
    );
    expect(new Set(addresses).size).toBe(4);
    expect(run.summary).toMatchObject({ exit_code: 0, requests: { uploads: 4 } });
  });

  it.each(Object.entries(broken))(
    '→ %s again and again → not applied; completed later',
    async (_name, error) => {
      const scene = await stage();
      const run = await scene.walk({}, { putDocument: () => Promise.reject(error()) });
      expect(run.summary).toMatchObject({ outcomes: { applied: 11 }, requests: { uploads: 4 } });
      expect(run.summary.exit_code).toBeGreaterThan(0);
      await completes(scene);
    },
  );

  it('→ answered with no address → in doubt; completed later', async () => {
    const scene = await stage();
    const run = await scene.walk(
      {},
      {
        putDocument: () => Promise.reject(new UploadRefusedError(asked, 403, 'the address has expired')),
        fetch: (input, init) => {
          const request = new Request(input, init);
          return request.url.endsWith('/signed_upload_url')
            ? Promise.resolve(Response.json({ url: 'elsewhere' }))
            : scene.service.answer(request);
        },
      },
    );
    expect(messages(run, 'in-doubt')).toEqual([
      expect.stringMatching(/signed_upload_url: the answer cannot be understood: it is no address/),
    ]);
    await completes(scene);
  });
});

describe('update', () => {
  /** A month whose first mass is not what the workbook says. */
  async function differing(): Promise<Scene> {
    const scene = await stage();
    await scene.walk();
    scene.change((record) =>
      record.value['supplier_reference_id'] === mass
        ? {
            ...record,
            value: { ...record.value, quantity: { magnitude: 1, unit: 't', standard_deviation: null } },
          }
        : record,
    );
    return scene;
  }
  const patch = /^PATCH \/datapoints\//;

  it.each([
    ['cut before the work', () => cut('ECONNRESET')],
    [
      'cut after the work',
      async (work: () => Promise<Response>) => {
        await work();
        return cut('ECONNRESET');
      },
    ],
    ['a 500', () => Promise.resolve(answered(500))],
    ['throttled', () => Promise.resolve(answered(429))],
    ['never reached', () => cut('ECONNREFUSED')],
  ])('→ %s → repeated → applied', async (_name, fail) => {
    const scene = await differing();
    const run = await walkWith(scene, patch, (work, number) =>
      number === 1 ? Promise.resolve(work).then(fail) : work(),
    );
    expect(outcomeOf(run, mass)).toMatchObject({ state: 'applied', attempts: 2 });
    expect(run.summary.exit_code).toBe(0);
  });

  it('→ refused → failed', async () => {
    const scene = await differing();
    const run = await walkWith(scene, patch, () => Promise.resolve(answered(422)));
    expect(outcomeOf(run, mass)).toMatchObject({ state: 'failed', attempts: 1 });
    expect(run.summary.exit_code).toBe(6);
    await completes(scene);
  });

  it('→ cut again and again → in doubt', async () => {
    const scene = await differing();
    const run = await walkWith(scene, patch, () => Promise.resolve(cut('ECONNRESET')));
    expect(outcomeOf(run, mass)).toMatchObject({ state: 'in-doubt', attempts: 5 });
    expect(run.summary.exit_code).toBe(7);
    await completes(scene);
  });

  it('→ cut again and again → in doubt → settled, where it was done all the same', async () => {
    const scene = await differing();
    const run = await walkWith(scene, patch, async (work) => {
      await work();
      return cut('ECONNRESET');
    });
    expect(outcomeOf(run, mass)).toMatchObject({ state: 'applied', attempts: 5 });
    expect(outcomeOf(run, mass)?.message).toMatch(
      /^in doubt at first, and found equal when it was read back/,
    );
    expect(run.summary.exit_code).toBe(0);
  });
});

describe('what is somebody else’s', () => {
  it('stays in an entry that is found while it is made', async () => {
    const scene = await stage();
    await scene.walk();
    // The entry holds a share of a component that no workbook of ours knows, and is not seen by the plan.
    const lines = snapshotSchema.parse(scene.service.snapshot()).flatMap(({ put }) => put);
    const share = lines.find(
      ({ name, value }) => name === 'attribution' && value['ghg_entry_template_component_id'] === null,
    );
    const component = lines.find(
      ({ name, value }) => name === 'component' && value.id === share?.value['component_id'],
    );
    if (share === undefined || component === undefined) throw new Error('there is no share to copy');
    const foreign = {
      ...component.value,
      id: 'cmp_1FOREIGN00000000',
      supplier_reference_id: 'somebody-elses',
    };
    scene.service.restore([
      {
        put: [
          ...lines,
          { name: 'component', value: foreign },
          {
            name: 'attribution',
            value: { ...share.value, id: 'rvc_1FOREIGN00000000', component_id: foreign.id },
          },
        ],
        drop: [],
      },
    ]);
    let hidden = true;
    const run = await walkWith(
      scene,
      /^(?:GET|POST) \/ghg_entries(?:\?| )/,
      async (work, _number, request) => {
        if (request.method === 'POST') hidden = false;
        return hidden
          ? Response.json({
              nodes: [],
              page_info: { has_next_page: false, end_cursor: null },
              total_count: 0,
            })
          : work();
      },
    );
    expect(run.summary.operations.create).toBe(1);
    expect(outcomeOf(run, 'NRM-2026-10')).toMatchObject({ state: 'applied' });
    expect(run.summary.exit_code).toBe(0);
    expect(JSON.stringify(scene.service.snapshot())).toContain('rvc_1FOREIGN00000000');
  });
});
