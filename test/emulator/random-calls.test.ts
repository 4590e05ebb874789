import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { seededRandom } from '../../src/emulator/ids.js';
import { Box } from '../support/box.js';
import { RandomCalls } from '../support/random-calls.js';

const documentSchema = z.looseObject({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        parameters: z.array(z.looseObject({ name: z.string(), in: z.string(), schema: z.unknown() })),
        requestBody: z
          .looseObject({ content: z.record(z.string(), z.looseObject({ schema: z.unknown() })) })
          .optional(),
      }),
    ),
  ),
});

/** Where the pointers of a document lead, put in the place of the pointers. */
function resolved(value: unknown, schemas: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(value)) return value.map((one) => resolved(one, schemas));
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value) return resolved(schemas[String(value.$ref).split('/').at(-1) ?? ''], schemas);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, resolved(one, schemas)]));
}

/** The prefix of the ids in a path: those of the resource before them. */
const prefixes: Readonly<Record<string, string>> = {
  projects: 'prj_',
  storage_locations: 'slc_',
  ghg_entry_templates: 'rvt_',
  sources: 'src_',
  datapoints: 'dtp_',
  components: 'cmp_',
  project_components: 'cmp_',
  ghg_entries: 'rmv_',
  removals: 'rmv_',
  ghg_entry_attributions: 'rmv_',
  ghg_statements: 'ggs_',
  feedstock_types: 'ftt_',
  feedstock_batches: 'ftb_',
  production_batches: 'ptb_',
  biochar_applications: 'bse_',
  measurement_locations: 'mlc_',
  measurement_samples: 'mts_',
  monitoring_requirements: 'mnr_',
  monitoring_submissions: 'mns_',
  submissions: 'mns_',
  storage_units: 'sgu_',
  sensors: 'sns_',
  'data-upload-submissions': 'dus_',
  issuances: 'iss_',
  suppliers: 'spl_',
  organisations: 'org_',
  refunds: 'bpr_',
  component_blueprints: 'cmp_',
};

const snapshotSchema = z.array(
  z.looseObject({ put: z.array(z.looseObject({ value: z.looseObject({ id: z.string() }) })) }),
);

it('no call, valid or not, makes the service fail, and every 422 has the documented shape', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const box = await Box.open({ now: () => Date.parse('2026-11-05T00:00:00Z') });
      try {
        const random = seededRandom(seed);
        const raw = z
          .looseObject({ components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }) })
          .parse((await box.at('', 'GET', '/openapi.json')).body);
        const { paths } = documentSchema.parse(resolved(raw, raw.components.schemas));
        const operations = Object.entries(paths).flatMap(([path, methods]) =>
          Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
        );
        const known = () =>
          snapshotSchema.parse(box.service.snapshot()).flatMap(({ put }) => put.map(({ value }) => value.id));
        const calls = new RandomCalls(random, known);
        const counts = new Map<number, number>();
        for (let number = 0; number < 400; number += 1) {
          const { path, method, operation } = calls.pick(operations) ?? {
            path: '',
            method: 'get',
            operation: null,
          };
          const asked = path.replaceAll(
            /\/([\w-]+)\/\{\w+\}/g,
            (_all, resource: string) => `/${resource}/${calls.id(prefixes[resource] ?? 'prj_')}`,
          );
          const query = (operation?.parameters ?? [])
            .filter((one) => one.in === 'query' && random() < 0.2)
            .map((one) => `${one.name}=${encodeURIComponent(String(calls.value(one.schema)))}`);
          const schema = operation?.requestBody?.content['application/json']?.schema;
          const body = schema === undefined ? undefined : JSON.stringify(calls.value(schema));
          const response = await fetch(`${box.service.baseUrl}${asked}?${query.join('&')}`, {
            method: method.toUpperCase(),
            headers: {
              'x-client-secret': box.service.clientSecret,
              authorization: `Bearer ${box.service.accessToken}`,
              'content-type': 'application/json',
            },
            ...(body === undefined ? {} : { body }),
          });
          const text = await response.text();
          counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
          expect([200, 204, 400, 404, 422], `${method} ${asked} ${body ?? ''}: ${text}`).toContain(
            response.status,
          );
          if (response.status === 422) {
            const { detail } = z
              .object({
                detail: z.array(
                  z.looseObject({ loc: z.array(z.string()), msg: z.string(), type: z.string() }),
                ),
              })
              .parse(JSON.parse(text));
            expect(detail.length).toBeGreaterThan(0);
          }
        }
        for (const status of [200, 400, 422]) expect(counts.get(status) ?? 0).toBeGreaterThan(10);
      } finally {
        await box.close();
      }
    }),
    { numRuns: 4 },
  );
}, 60_000);
