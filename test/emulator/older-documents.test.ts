import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Box } from '../support/box.js';
import { folderAbove } from '../support/real-workbooks.js';

/** Where the older public documents may lie; the project holds none of them. */
const folder = folderAbove(import.meta.dirname, path.join('shared', 'openapi')) ?? undefined;

const object = z.record(z.string(), z.unknown());
const jsonSchema = z.custom<Exclude<Parameters<typeof z.fromJSONSchema>[0], boolean>>(
  (value) => typeof value === 'object' && value !== null,
);
const documentSchema = z.looseObject({
  paths: z.record(z.string(), object),
  components: z.looseObject({ schemas: z.record(z.string(), object) }),
});
const answerSchema = z.looseObject({
  responses: z.looseObject({
    200: z
      .looseObject({ content: z.looseObject({ 'application/json': z.looseObject({ schema: object }) }) })
      .optional(),
  }),
});

/** Fields that the older documents want and the interface has no more (`api-facts.md` §1.4). */
const dropped: Readonly<Record<string, readonly string[]>> = {
  Project: ['process_key', 'risk_of_reversal'],
  Source: ['type'],
  CreditBatch: ['status'],
};

/** An older document under today's names, without what is gone. */
function documentOf(file: string) {
  const renamed = readFileSync(path.join(folder ?? '', file), 'utf8')
    .replaceAll('removal_template', 'ghg_entry_template')
    .replaceAll('removal_id', 'ghg_entry_id')
    .replaceAll('"/removals', '"/ghg_entries')
    .replaceAll('removal_attributions', 'ghg_entry_attributions')
    .replaceAll('#/components/schemas/', '#/$defs/');
  const { paths, components } = documentSchema.parse(JSON.parse(renamed));
  const schemas = Object.entries(components.schemas).map(([name, schema]) => {
    // The registry's project still has what the other root's has lost.
    const gone = name === 'Project' && file.startsWith('registry') ? [] : (dropped[name] ?? []);
    const required = z.array(z.string()).safeParse(schema['required']);
    return [
      name,
      required.success ? { ...schema, required: required.data.filter((one) => !gone.includes(one)) } : schema,
    ];
  });
  return { paths, $defs: object.parse(Object.fromEntries(schemas)) };
}

describe.skipIf(folder === undefined)('answers have the shapes of the older public documents', () => {
  let box: Box;
  beforeEach(async () => {
    box = await Box.open({
      settings: { rateLimit: null, firstPeriodStart: 'first-entry' },
      now: () => Date.parse('2026-11-05T00:00:00Z'),
    });
  });
  afterEach(() => box.close());

  /** A month with something of every kind; gives the ids by which to ask for them. */
  async function fill(): Promise<Readonly<Record<string, string>>> {
    const project = box.service.projectId;
    const places = `/projects/${project}/storage_locations`;
    const place = { name: 'Well', latitude: 1, longitude: 2, storage_method: 'biochar_field' };
    const field = (await box.list(places))[0]?.id ?? '';
    await box.call('PATCH', `${places}/${field}`, { storage_method: 'biochar_field' });
    const location = await box.made(places, { ...place, project_id: project });
    const source = await box.source();
    const component = await box.made('/components', await box.fixedComponent());
    const entry = await box.entry();
    await box.made('/project_components', {
      allocation_strategy: 'MANUAL',
      component_data: await box.fixedComponent('P'),
    });
    const statement = await box.statement();
    await box.call('POST', `/ghg_statements/${statement}/submit`, {
      ghg_statement_report_url: 'https://r.example',
    });
    box.service.verify(statement);
    const issuance = box.service.issueCredits(statement);
    const refund = box.service.refund(issuance, 1);
    const requirement = (await box.list(`/projects/${project}/monitoring_requirements`))[0]?.id ?? '';
    await box.made('/monitoring_submissions', {
      monitoring_requirement_ids: [requirement],
      source_id: source,
      valid_from: '2026-10-01T00:00:00Z',
      valid_to: '2026-10-31T00:00:00Z',
    });
    const unit = { name: 'Cavern', latitude: 1, longitude: 2, storage_location_id: location };
    const storageUnit = await box.made('/storage_units', unit);
    const property = { quantity_kind: 'mass', qualifier: null };
    const sensor = await box.made('/sensors', {
      reference: 'T',
      units: 'kg',
      measurement_property: property,
    });
    const wood = await box.byReference('feedstock_types', 'wood');
    const mass = { magnitude: 1, unit: 'kg' };
    const feedstockBatch = await box.made('/feedstock_batches', {
      display_name: 'Load',
      feedstock_type_id: wood,
      mass,
      delivery_date: '2026-10-02',
      supplier_reference_id: 'FB',
    });
    const facilities = z
      .array(z.looseObject({ id: z.string() }))
      .parse((await box.at('/_box', 'GET', '/facilities')).body);
    const batch = await box.made('/production_batches', {
      facility_id: facilities[0]?.id,
      feedstock_type_ids: [wood],
      kind: 'biochar',
      started_at: '2026-10-01T00:00:00Z',
      ended_at: '2026-10-02T00:00:00Z',
      mass,
      supplier_reference_id: 'PB',
    });
    const application = await box.made('/biochar_applications', {
      project_id: project,
      production_batch_id: batch,
      storage_site_id: location,
      application_date: '2026-10-20',
      average_application_rate: { magnitude: 10, unit: 'tonne/ha' },
      truck_mass_on_arrival: mass,
      truck_mass_on_departure: mass,
      supplier_reference_id: 'BA',
    });
    const point = await box.made('/measurement_locations', {
      latitude: 1,
      longitude: 2,
      project_id: project,
      supplier_reference_id: 'ML',
    });
    await box.made('/measurement_samples', {
      measurement_type: 'ew_soil',
      project_id: project,
      measured_at: '2026-10-31T00:00:00Z',
      supplier_reference_id: null,
      feedstock_batch_id: null,
      measurement_location_id: point,
      storage_location_id: null,
      values: [{ measurement_property: property, value: mass }],
    });
    const { id: organisation } = z
      .looseObject({ id: z.string() })
      .parse((await box.call('GET', '/organisation')).body);
    return {
      '/biochar_applications/{id}': application,
      '/component_blueprints/{key}': 'transport',
      '/components/{id}': component,
      '/datapoints/{id}': await box.byReference('datapoints', 'mass'),
      '/feedstock_batches/{id}': feedstockBatch,
      '/feedstock_types/{id}': wood,
      '/feedstock_types/{feedstock_type_id}': wood,
      '/ghg_entries/{id}': entry,
      '/ghg_statements/{id}': statement,
      '/measurement_locations/{id}': point,
      '/production_batches/{id}': batch,
      '/projects/{id}': project,
      '/projects/{project_id}': project,
      '/monitoring_requirements/{id}': requirement,
      '/monitoring_requirements/{requirement_id}': requirement,
      '/ghg_entry_templates/{id}': (await box.template()).id,
      '/storage_locations/{id}': field,
      '/storage_units/{id}': storageUnit,
      '/sensors/{id}': sensor,
      '/sources/{id}': source,
      '/issuances/{id}': issuance,
      '/refunds/{id}': refund,
      '/organisations/{id}': organisation,
      '/suppliers/{id}': Box.body(await box.at('/registry/v0', 'GET', '/supplier')).id,
    };
  }

  it.each([
    ['mrv-v0-older.json', '', 38],
    ['registry-v0-older.json', '/registry/v0', 7],
  ] as const)('of %s', async (file, registry, least) => {
    const ids = await fill();
    const { paths, $defs } = documentOf(file);
    let compared = 0;
    const wrong: unknown[] = [];
    for (const [template, methods] of Object.entries(paths)) {
      if (methods['get'] === undefined) continue;
      const asked = template.replaceAll(/\/[\w-]+\/\{\w+\}/g, (part) =>
        part.replace(/\{\w+\}/, ids[part] ?? '{unknown}'),
      );
      if (asked.includes('{unknown}')) continue;
      const answer = registry === '' ? await box.call('GET', asked) : await box.at(registry, 'GET', asked);
      // What the box does not serve, and says so in its table.
      if (answer.status === 404) continue;
      const schema = answerSchema.parse(methods['get']).responses[200]?.content['application/json'].schema;
      const found = z.fromJSONSchema(jsonSchema.parse({ ...schema, $defs })).safeParse(answer.body);
      compared += 1;
      if (!found.success) wrong.push([template, found.error.issues.slice(0, 3)]);
    }
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThanOrEqual(least);
  });
});
