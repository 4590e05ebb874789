import path from 'node:path';
import { z } from 'zod';
import type { RunRequest } from '../../src/run/index.js';
import { writeSmallMonth, type Delivery } from '../support/small-month.js';
import type { Chance } from './chance.js';

type MonthRequest = Pick<RunRequest, 'workbooks' | 'mapping' | 'evidence'>;

/** A month, and the earlier upload of it that the registry may hold; null: it holds nothing. */
export interface MadeMonth {
  readonly month: MonthRequest;
  readonly earlier: MonthRequest | null;
}

function delivery(chance: Chance, ticket: number): Delivery {
  return {
    ticket,
    day: chance.integer(1, 28),
    mass: chance.integer(1, 400) / 10,
    distance: chance.integer(1, 900),
    carbon: chance.integer(50, 90),
    evidence: chance.pick(['a.txt', 'b.txt']),
  };
}

/** As it was uploaded earlier: equal, or different in some of its values. */
function asItWas(chance: Chance, now: Delivery): Delivery {
  return {
    ...now,
    mass: chance.happens(0.3) ? now.mass + 1 : now.mass,
    distance: chance.happens(0.3) ? now.distance + 5 : now.distance,
    carbon: chance.happens(0.3) ? now.carbon + 1 : now.carbon,
  };
}

/** Writes a small month of one to four deliveries, and what was uploaded of it earlier. */
export async function makeMonth(chance: Chance, folder: string): Promise<MadeMonth> {
  const count = chance.integer(1, 4);
  const deliveries = Array.from({ length: count }, (_, place) => delivery(chance, place + 1));
  const evidence = { 'a.txt': `a ${chance.next()}\n`, 'b.txt': `b ${chance.next()}\n`.repeat(3_000) };
  const month = await writeSmallMonth(path.join(folder, 'month'), deliveries, evidence);
  if (chance.happens(0.35)) return { month, earlier: null };
  const kept = deliveries.filter(() => chance.happens(0.7)).map((now) => asItWas(chance, now));
  // A delivery that the workbook no longer holds stays attributed until the entry is corrected.
  const dropped = chance.happens(0.3) || kept.length === 0 ? [delivery(chance, count + 1)] : [];
  return {
    month,
    earlier: await writeSmallMonth(path.join(folder, 'earlier'), [...kept, ...dropped], evidence),
  };
}

const snapshotSchema = z.array(
  z.object({
    put: z.array(z.object({ name: z.string(), value: z.looseObject({ id: z.string() }) })),
    drop: z.array(z.unknown()),
  }),
);

/** What time did to an earlier upload: values were locked, the entry was taken back, documents never came. */
export function aged(chance: Chance, snapshot: unknown): unknown {
  const withoutEntry = chance.happens(0.3);
  const gone = (name: string, value: Readonly<Record<string, unknown>>) =>
    withoutEntry &&
    (name === 'entry' ||
      name === 'attribution' ||
      (name === 'component' && value['ghg_entry_template_component_id'] !== null));
  return snapshotSchema.parse(snapshot).map((line) => ({
    ...line,
    put: line.put
      .filter(({ name, value }) => !gone(name, value))
      .map(({ name, value }) => {
        if (name === 'datapoint' && value['locked_status'] === 'not_locked' && chance.happens(0.15))
          return { name, value: { ...value, locked_status: 'locked_measurement_sample_datapoint' } };
        if (name === 'source' && chance.happens(0.3)) return { name, value: { ...value, sha256: null } };
        return { name, value };
      }),
  }));
}
