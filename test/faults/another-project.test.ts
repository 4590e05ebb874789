import { expect, it } from 'vitest';
import { z } from 'zod';
import { startEmulator } from '../../src/emulator/index.js';
import { desiredDatapoint, quantity } from '../support/builders.js';
import { listAll, walkRecords } from '../support/planned.js';
import { clientOf } from '../support/service-client.js';

const projects = z.object({ nodes: z.array(z.looseObject({ id: z.string() })) });

it.each([
  ['look-ups', 1],
  ['pages', 4],
])(
  'a reference of another project of the account is neither adopted nor changed, found by %s',
  async (_way, count) => {
    const service = await startEmulator({
      seedData: {
        organisation: { name: 'Example' },
        projects: [
          { name: 'North', country_code: 'KEN' },
          { name: 'South', country_code: 'KEN' },
        ],
      },
    });
    try {
      const call = clientOf(service);
      const { nodes } = projects.parse((await call('GET', '/projects')).body);
      const other = nodes.find(({ id }) => id !== service.projectId)?.id;
      const theirs = {
        project_id: other,
        supplier_reference_id: 'R1',
        display_name: 'Mass',
        description: '',
        quantity: { magnitude: 5, unit: 'kg', standard_deviation: null },
        source_ids: [],
        type: 'REPORTED',
      };
      expect((await call('POST', '/datapoints', theirs)).status).toBe(200);
      const wanted = Array.from({ length: count }, (_, place) =>
        desiredDatapoint(`R${place + 1}`, {
          fields: { ...quantity(7, 'kg', null), measured_at: { type: 'instant', value: null } },
        }),
      );
      const run = await walkRecords(service, wanted);
      expect(run.gathered.outcomes.map(({ reference, state }) => `${state} ${reference}`)).toEqual([
        'failed R1',
        ...wanted.slice(1).map(({ reference }) => `applied ${reference}`),
      ]);
      expect(run.summary.exit_code).toBe(6);
      expect(await listAll(service, '/datapoints')).toContainEqual(
        expect.objectContaining({
          project_id: other,
          quantity: { magnitude: 5, unit: 'kilogram', standard_deviation: null },
        }),
      );
    } finally {
      await service.close();
    }
  },
);
