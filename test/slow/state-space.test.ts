import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startEmulator, type Emulator } from '../../src/emulator/index.js';
import { isWrite } from '../../src/model/operation.js';
import { allCases, describeCase, type Case } from '../support/state-space/cases.js';
import { expected } from '../support/state-space/oracle.js';
import { references, serviceOf, wantedOf } from '../support/state-space/worlds.js';
import { listAll, walkRecords, type WalkedRecords } from '../support/planned.js';

/** Cases of one service: many, since they do not touch each other, and few enough that its lists stay short. */
const together = 250;

const referenced = z.looseObject({ id: z.string(), supplier_reference_id: z.string().nullable() });
const componentSchema = referenced.extend({
  ghg_entry_template_component_id: z.string().nullable(),
  inputs: z.array(z.looseObject({ input_key: z.string(), datapoint_id: z.string() })),
});
const shareSchema = z.looseObject({ component_id: z.string() });

/** What the service holds after a run, by reference. */
interface Held {
  readonly datapoints: ReadonlyMap<string, string>;
  /** The id of the datapoint that is the mass of a component, by the component's id. */
  readonly massOf: ReadonlyMap<string, string>;
  readonly components: ReadonlyMap<string, string>;
  readonly entries: ReadonlyMap<string, string>;
}

function byReference(nodes: readonly unknown[]): ReadonlyMap<string, string> {
  const named = nodes
    .map((node) => referenced.parse(node))
    .flatMap(({ id, supplier_reference_id }) =>
      supplier_reference_id === null ? [] : [[supplier_reference_id, id] as const],
    );
  const held = new Map(named);
  expect(held.size, 'a reference was made twice').toBe(named.length);
  return held;
}

async function holdings(service: Emulator): Promise<Held> {
  const components = await listAll(service, '/components');
  return {
    datapoints: byReference(await listAll(service, '/datapoints')),
    components: byReference(components),
    entries: byReference(await listAll(service, '/ghg_entries')),
    massOf: new Map(
      components
        .map((node) => componentSchema.parse(node))
        .map(({ id, inputs }) => [
          id,
          inputs.find(({ input_key }) => input_key === 'mass')?.datapoint_id ?? '',
        ]),
    ),
  };
}

/** What was planned and told of a case, in the words of the oracle. */
function seen({ decided }: WalkedRecords, { name }: Case) {
  const own = references(name);
  const action = (reference: string) =>
    decided.operations.find(({ desired }) => desired.reference === reference);
  const told = decided.issues.filter(({ reference, message }) =>
    [reference ?? '', message].some((text) => text === name || text.startsWith(`${name}~`)),
  );
  return {
    datapoint: action(name) ?? null,
    component: action(own.component)?.action ?? null,
    entry: action(own.entry)?.action ?? null,
    issues: told.map(({ code }) => code),
  };
}

function expectPlanned(run: WalkedRecords, given: Case): void {
  const wanted = expected(given);
  const { datapoint, ...rest } = seen(run, given);
  const words = describeCase(given);
  expect(rest, words).toEqual({
    component: wanted.component,
    entry: wanted.entry,
    issues: wanted.issues,
  });
  expect(datapoint && { action: datapoint.action, reference: datapoint.reference }, words).toEqual(
    wanted.datapoint && {
      action: wanted.datapoint.action,
      reference: references(given.name).step(wanted.datapoint.step),
    },
  );
}

/** Nothing is left to do but what is blocked, and that says why. */
function expectSettled(run: WalkedRecords, given: Case): void {
  const own = references(given.name);
  const operations = run.decided.operations.filter(({ desired }) =>
    [given.name, own.component, own.entry].includes(desired.reference),
  );
  for (const operation of operations) {
    expect(isWrite(operation), `${describeCase(given)}: ${operation.action} ${operation.reference}`).toBe(
      false,
    );
    if (operation.action === 'blocked') expect(operation.reason).not.toBe('');
  }
}

/** Whoever uses the datapoint uses the current one, or it is said that this is not so. */
async function expectNobodyLeft(service: Emulator, held: Held, run: WalkedRecords, given: Case) {
  const own = references(given.name);
  const wanted = expected(given);
  const last = held.datapoints.get(own.step(wanted.chainAfter));
  expect(last, describeCase(given)).toBeDefined();
  expect(held.datapoints.has(own.step(wanted.chainAfter + 1)), describeCase(given)).toBe(false);
  const { use } = given;
  const userId =
    use.by === 'component' || use.by === 'new-component'
      ? held.components.get(own.component)
      : use.by === 'outsider'
        ? held.components.get(own.outsider)
        : use.by === 'entry' || use.by === 'new-entry'
          ? await madeFor(service, held.entries.get(own.entry) ?? '')
          : undefined;
  if (use.by === 'nothing' || held.massOf.get(userId ?? '') === last) return;
  const blocked = run.decided.operations.some(
    ({ action, desired }) => action === 'blocked' && [own.component, own.entry].includes(desired.reference),
  );
  const named = run.decided.issues.some(
    ({ code, message }) => code === 'consumer-outside' && message.includes(own.outsider),
  );
  const unspoken = use.by === 'outsider' && given.value === 'absent';
  expect(blocked || named || unspoken, `${describeCase(given)}: left on an old one`).toBe(true);
}

/** The component that the template made with an entry. */
async function madeFor(service: Emulator, entryId: string): Promise<string> {
  const shares = await listAll(service, `/ghg_entries/${entryId}/component_attributions`);
  return shareSchema.parse(shares[0]).component_id;
}

async function prove(cases: readonly Case[], exitCode: number): Promise<void> {
  const service = await startEmulator({
    seedData: serviceOf(cases),
    settings: {
      rateLimit: {
        shape: 'fixed-window',
        requests: 1e9,
        windowSeconds: 1,
        headers: true,
        retryAfter: 'seconds',
      },
    },
  });
  try {
    const records = cases.flatMap(wantedOf);
    const first = await walkRecords(service, records);
    for (const given of cases) expectPlanned(first, given);
    expect(first.gathered.outcomes.filter(({ state }) => state !== 'applied')).toEqual([]);
    expect(first.summary.exit_code).toBe(exitCode);
    const second = await walkRecords(service, records);
    expect(second.summary.requests.writes).toBe(0);
    expect(second.summary.exit_code).toBe(exitCode);
    const held = await holdings(service);
    for (const given of cases) {
      expectSettled(second, given);
      await expectNobodyLeft(service, held, second, given);
    }
  } finally {
    await service.close();
  }
}

function inGroups(cases: readonly Case[]): readonly (readonly Case[])[] {
  const count = Math.ceil(cases.length / together);
  // Dealt out like cards, so that every group has some of everything.
  return Array.from({ length: count }, (_, group) =>
    cases.filter((_given, place) => place % count === group),
  );
}

const cases = allCases();
const blocked = cases.filter((given) => expected(given).blocked);
const converging = cases.filter((given) => !expected(given).blocked);

describe(`all ${cases.length} states of a datapoint`, () => {
  it('are a few thousand, of which some end blocked', () => {
    expect(cases.length).toBeGreaterThan(4000);
    expect(blocked.length).toBeGreaterThan(500);
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  });

  it.each(inGroups(converging).map((group, place) => ({ place: place + 1, group })))(
    'converge, group $place',
    async ({ group }) => prove(group, 0),
    120_000,
  );

  it.each(inGroups(blocked).map((group, place) => ({ place: place + 1, group })))(
    'end with what is blocked said, group $place',
    async ({ group }) => prove(group, 6),
    120_000,
  );
});
