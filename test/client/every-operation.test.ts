import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ApiRequest } from '../../src/api/request.js';
import { serviceRoots } from '../../src/api/request.js';
import { createClient, type Client } from '../../src/client/index.js';
import { coverage } from '../../src/emulator/coverage.js';
import { Box } from '../support/box.js';
import { sendTo } from '../support/library-client.js';

let box: Box;
let client: Client;
let asked: ApiRequest[];
beforeEach(async () => {
  box = await Box.open({ now: () => Date.parse('2026-11-05T12:00:00Z') });
  asked = [];
  const send = sendTo(box.service);
  client = createClient((request, options) => {
    asked.push(request);
    return send(request, options);
  });
});
afterEach(() => box.close());

const kilograms = { magnitude: 5, unit: 'kg' };
const quantityIn = (unit: string) => ({ magnitude: 20, unit });

const project = () => box.service.projectId;
const wood = () => box.byReference('feedstock_types', 'wood');
const datapoint = (reference: string) => box.byReference('datapoints', reference);
async function place(): Promise<string> {
  return (await box.list(`/projects/${project()}/storage_locations`))[0]?.id ?? '';
}
async function facility(): Promise<string> {
  const { body } = await box.at('/_box', 'GET', '/facilities');
  return z.array(z.looseObject({ id: z.string() })).parse(body)[0]?.id ?? '';
}
async function requirement(): Promise<string> {
  return (await box.list(`/projects/${project()}/monitoring_requirements`))[0]?.id ?? '';
}
async function newComponent() {
  return {
    component_blueprint_key: 'constant_activity_emissions',
    project_id: project(),
    display_name: 'Fixed',
    supplier_reference_id: 'C',
    activity_started_at: '2026-10-01T00:00:00Z',
    activity_completed_at: '2026-10-31T00:00:00Z',
    inputs: [{ input_key: 'co2e', datapoint_id: await datapoint('fixed') }],
  };
}
const newSource = () => ({
  display_name: 'Doc',
  file_name: 'a.txt',
  content_type: 'text/plain',
  content_length: 5,
  project_id: project(),
  published_at: '2026-10-31',
  supplier_reference_id: 'S',
});
async function sharedComponent(): Promise<string> {
  const made = await client.projectComponents.create({
    component_data: await newComponent(),
    allocation_strategy: 'MANUAL',
  });
  return made.id;
}
async function feedstockBatch(): Promise<string> {
  const made = await client.feedstockBatches.create({
    display_name: 'Load',
    feedstock_type_id: await wood(),
    mass: kilograms,
    delivery_date: '2026-10-02',
    supplier_reference_id: 'FB',
  });
  return made.id;
}
async function productionBatch(): Promise<string> {
  const made = await client.productionBatches.create({
    facility_id: await facility(),
    feedstock_type_ids: [await wood()],
    kind: 'biochar',
    started_at: '2026-10-01T00:00:00Z',
    ended_at: '2026-10-02T00:00:00Z',
    mass: kilograms,
    supplier_reference_id: 'PB',
  });
  return made.id;
}
async function application(): Promise<string> {
  const made = await client.biocharApplications.create({
    project_id: project(),
    production_batch_id: await productionBatch(),
    storage_location_id: await place(),
    application_date: '2026-10-20',
    average_application_rate: quantityIn('tonne/ha'),
    truck_mass_on_arrival: quantityIn('tonne'),
    truck_mass_on_departure: { magnitude: 12, unit: 'tonne' },
    supplier_reference_id: 'BA',
  });
  return made.id;
}
const measurementLocation = () =>
  client.measurementLocations.create({
    latitude: 1,
    longitude: 2,
    project_id: project(),
    supplier_reference_id: 'L',
  });
const sample = () =>
  client.measurementSamples.create({
    measurement_type: 'biochar_production_batch',
    project_id: project(),
    measured_at: '2026-10-31T23:30:00Z',
    supplier_reference_id: 'X',
    feedstock_batch_id: null,
    measurement_location_id: null,
    storage_location_id: null,
    values: [
      {
        measurement_property: { quantity_kind: 'mass_fraction_dry_basis', qualifier: 'total_carbon' },
        value: { magnitude: 752_000, unit: 'mg/kg', standard_deviation: 10 },
      },
    ],
  });
const sensor = () =>
  client.sensors.create({
    reference: 'T-101',
    units: 'degC',
    measurement_property: { quantity_kind: 'temperature', qualifier: null },
  });
async function unit(): Promise<string> {
  const storage_location_id = await place();
  const made = await client.storageUnits.create({
    name: 'Well',
    latitude: 1,
    longitude: 2,
    storage_location_id,
    supplier_reference_id: 'U',
  });
  return made.id;
}
async function submission(): Promise<string> {
  const made = await client.monitoring.submit({
    monitoring_requirement_ids: [await requirement()],
    source_id: await box.source(),
    valid_from: '2026-10-01T00:00:00Z',
    valid_to: '2026-10-31T00:00:00Z',
  });
  return made.id;
}
async function readings(): Promise<string> {
  const file = await client.readings.createUpload({ file_name: 'a.parquet', content_length: 5 });
  await fetch(file.upload_url, {
    method: 'PUT',
    body: 'PAR1.',
    headers: { 'content-type': 'application/vnd.apache.parquet' },
  });
  const made = await client.readings.submit({
    submission_type: 'dac_facility_time_series',
    file_upload_id: file.id,
    facility_id: await facility(),
  });
  return made.id;
}
/** A statement with one entry, taken as far as credits. */
async function issued(): Promise<string> {
  await box.entry();
  const id = await box.statement();
  await client.statements.submit(id, { ghg_statement_report_url: 'https://reports.example/1' });
  box.service.verify(id);
  return box.service.issueCredits(id);
}

type Call = () => Promise<unknown>;

/** How each operation is called. The call must end well, and must send that operation. */
const calls: Readonly<Record<string, Call>> = {
  'GET /mrv/v0/projects': () => client.projects.list().all(),
  'GET /mrv/v0/organisation': () => client.organisation(),
  'GET /mrv/v0/component_blueprints': () => client.blueprints.list().all(),
  'GET /mrv/v0/component_blueprints/{key}': () => client.blueprints.get('transport'),
  'GET /mrv/v0/projects/{project_id}/ghg_entry_templates': () => client.templates.list(project()).all(),
  'GET /mrv/v0/projects/{project_id}/ghg_entry_templates/{id}': async () =>
    client.templates.get(project(), (await box.template()).id),
  'GET /mrv/v0/projects/{project_id}/storage_locations': () => client.storageLocations.list(project()).all(),
  'POST /mrv/v0/projects/{project_id}/storage_locations': () =>
    client.storageLocations.create(project(), {
      name: 'Mine',
      latitude: 3,
      longitude: 4,
      storage_method: 'biochar_landfill',
    }),
  'GET /mrv/v0/projects/{project_id}/storage_locations/{id}': async () =>
    client.storageLocations.get(project(), await place()),
  'PATCH /mrv/v0/projects/{project_id}/storage_locations/{id}': async () =>
    client.storageLocations.update(project(), await place(), { description: 'dry' }),
  'DELETE /mrv/v0/projects/{project_id}/storage_locations/{id}': async () => {
    const { id } = await client.storageLocations.create(project(), {
      name: 'Mine',
      latitude: 3,
      longitude: 4,
    });
    return client.storageLocations.delete(project(), id);
  },
  'GET /mrv/v0/projects/{project_id}/storage_locations/{id}/monitoring_requirements': async () =>
    client.storageLocations.monitoringRequirements(project(), await place()).all(),
  'GET /mrv/v0/projects/{id}/monitoring_requirements': () => client.monitoring.requirements(project()).all(),
  'GET /mrv/v0/projects/{project_id}/monitoring_requirements/{requirement_id}': async () =>
    client.monitoring.requirement(project(), await requirement()),
  'GET /mrv/v0/projects/{project_id}/monitoring_requirements/{id}/submissions': async () => {
    await submission();
    return client.monitoring.submissions(project(), await requirement()).all();
  },
  'POST /mrv/v0/monitoring_submissions': submission,
  'POST /mrv/v0/monitoring_submissions/{id}/monitoring_requirements': async () => {
    const id = await submission();
    const all = await box.list(`/projects/${project()}/monitoring_requirements`);
    return client.monitoring.link(id, [all[1]?.id ?? '']);
  },
  'DELETE /mrv/v0/projects/{project_id}/monitoring_requirements/{monitoring_requirement_id}/submissions/{id}':
    async () => client.monitoring.unlink(project(), await requirement(), await submission()),
  'GET /mrv/v0/storage_units': async () => {
    await unit();
    return client.storageUnits.list({ supplier_reference_id: 'U' }).all();
  },
  'POST /mrv/v0/storage_units': unit,
  'GET /mrv/v0/storage_units/{id}': async () => client.storageUnits.get(await unit()),
  'GET /mrv/v0/sources': async () => {
    await box.source();
    return client.sources.list({ project_id: project() }).all();
  },
  'POST /mrv/v0/sources': () => client.sources.create(newSource()),
  'GET /mrv/v0/sources/{id}': async () => client.sources.get(await box.source()),
  'PATCH /mrv/v0/sources/{id}': async () =>
    client.sources.update(await box.source(), { description: 'scanned', is_public: true }),
  'DELETE /mrv/v0/sources/{id}': async () => client.sources.delete(await box.source()),
  'GET /mrv/v0/sources/{id}/private_url': async () => client.sources.privateUrl(await box.source()),
  'POST /mrv/v0/sources/{id}/signed_upload_url': async () => {
    const { source } = await client.sources.create(newSource());
    return client.sources.uploadUrl(source.id, { content_type: 'text/plain', content_length: 6 });
  },
  'GET /mrv/v0/datapoints': async () => {
    const entry = await box.entry();
    return client.datapoints.list({ used_in_ghg_entry: entry }).all();
  },
  'POST /mrv/v0/datapoints': () =>
    client.datapoints.create({
      display_name: 'Mass',
      description: 'wet',
      project_id: project(),
      quantity: { magnitude: 1, unit: 't', standard_deviation: 0.1 },
      source_ids: [],
      supplier_reference_id: 'D',
      type: 'REPORTED',
      measured_at: '2026-10-31T23:30:00Z',
    }),
  'GET /mrv/v0/datapoints/{id}': async () => client.datapoints.get(await datapoint('mass')),
  'PATCH /mrv/v0/datapoints/{id}': async () =>
    client.datapoints.update(await datapoint('mass'), { quantity: kilograms, description: null }),
  'DELETE /mrv/v0/datapoints/{id}': async () => client.datapoints.delete(await datapoint('mass-2')),
  'GET /mrv/v0/datapoints/{id}/components': async () => {
    await sharedComponent();
    return client.datapoints.components(await datapoint('fixed')).all();
  },
  'GET /mrv/v0/datapoints/{id}/ghg_entry_template_components': async () =>
    client.datapoints.templateComponents(await datapoint('carbon')).all(),
  'GET /mrv/v0/components': async () => {
    await sharedComponent();
    return client.components.list({ scope: 'PROJECT' }).all();
  },
  'POST /mrv/v0/components': async () => client.components.create(await newComponent()),
  'GET /mrv/v0/components/{id}': async () => client.components.get(await sharedComponent()),
  'PATCH /mrv/v0/components/{id}': async () =>
    client.components.update(await sharedComponent(), {
      inputs: [{ input_key: 'co2e', datapoint_id: await datapoint('fixed') }],
    }),
  'DELETE /mrv/v0/components/{id}': async () => client.components.delete(await sharedComponent()),
  'POST /mrv/v0/project_components': sharedComponent,
  'POST /mrv/v0/project_components/{id}/ghg_entry_attributions': async () =>
    client.projectComponents.attribute(await sharedComponent(), {
      ghg_entry_id: await box.entry(),
      attribution_factor: 0.5,
    }),
  'DELETE /mrv/v0/project_components/{component_id}/ghg_entry_attributions/{ghg_entry_id}': async () => {
    const [component, entry] = [await sharedComponent(), await box.entry()];
    await client.projectComponents.attribute(component, { ghg_entry_id: entry, attribution_factor: 0.5 });
    return client.projectComponents.detach(component, entry);
  },
  'GET /mrv/v0/ghg_entries': async () => {
    await box.entry();
    return client.entries.list({ supplier_reference_id: 'E' }).all();
  },
  'POST /mrv/v0/ghg_entries': async () => {
    const { id, component } = await box.template();
    return client.entries.create({
      project_id: project(),
      started_on: '2026-10-01',
      completed_on: '2026-10-31',
      ghg_entry_template_id: id,
      supplier_reference_id: 'E',
      ghg_entry_template_components: [
        {
          ghg_entry_template_component_id: component,
          inputs: [{ input_key: 'product_mass', datapoint_id: await datapoint('mass') }],
        },
      ],
    });
  },
  'GET /mrv/v0/ghg_entries/{id}': async () => client.entries.get(await box.entry()),
  'PATCH /mrv/v0/ghg_entries/{id}': async () =>
    client.entries.update(await box.entry(), { feedstock_type_id: await wood() }),
  'DELETE /mrv/v0/ghg_entries/{id}': async () => client.entries.delete(await box.entry()),
  'GET /mrv/v0/ghg_entries/{id}/component_attributions': async () =>
    client.entries.attributions(await box.entry()).all(),
  'PATCH /mrv/v0/ghg_entries/{id}/component_attributions': async () => {
    const { id } = await client.components.create(await newComponent());
    return client.entries.attribute(await box.entry(), {
      components_to_add: [{ component_id: id, component_group_key: 'energy-use', attribution_factor: 0.25 }],
    });
  },
  'GET /mrv/v0/ghg_statements': async () => {
    await box.statement();
    return client.statements.list().all();
  },
  'POST /mrv/v0/ghg_statements': () =>
    client.statements.create({ project_id: project(), end_on: '2026-10-31' }),
  'GET /mrv/v0/ghg_statements/{id}': async () => client.statements.get(await box.statement()),
  'POST /mrv/v0/ghg_statements/{id}/submit': async () => {
    await box.entry();
    return client.statements.submit(await box.statement(), {
      ghg_statement_report_url: 'https://reports.example/1',
    });
  },
  'POST /mrv/v0/ghg_statement_components': async () => {
    await box.entry();
    return client.statements.createComponent({
      ghg_statement_id: await box.statement(),
      component_data: await newComponent(),
    });
  },
  'GET /mrv/v0/feedstock_types': () => client.feedstockTypes.list({ supplier_reference_id: 'wood' }).all(),
  'GET /mrv/v0/feedstock_types/{id}': async () => client.feedstockTypes.get(await wood()),
  'PATCH /mrv/v0/feedstock_types/{id}': async () =>
    client.feedstockTypes.update(await wood(), { name: 'Chips' }),
  'DELETE /mrv/v0/feedstock_types/{id}': async () => client.feedstockTypes.delete(await wood()),
  'POST /mrv/v0/feedstock_batches': feedstockBatch,
  'GET /mrv/v0/feedstock_batches/{id}': async () => client.feedstockBatches.get(await feedstockBatch()),
  'DELETE /mrv/v0/feedstock_batches/{id}': async () => client.feedstockBatches.delete(await feedstockBatch()),
  'GET /mrv/v0/feedstock_types/{feedstock_type_id}/feedstock_batches': async () => {
    await feedstockBatch();
    return client.feedstockBatches.list(await wood()).all();
  },
  'GET /mrv/v0/production_batches': async () => {
    await productionBatch();
    return client.productionBatches.list().all();
  },
  'POST /mrv/v0/production_batches': productionBatch,
  'GET /mrv/v0/production_batches/{id}': async () => client.productionBatches.get(await productionBatch()),
  'DELETE /mrv/v0/production_batches/{id}': async () =>
    client.productionBatches.delete(await productionBatch()),
  'GET /mrv/v0/biochar_applications': async () => {
    await application();
    return client.biocharApplications.list().all();
  },
  'POST /mrv/v0/biochar_applications': application,
  'GET /mrv/v0/biochar_applications/{id}': async () => client.biocharApplications.get(await application()),
  'DELETE /mrv/v0/biochar_applications/{id}': async () =>
    client.biocharApplications.delete(await application()),
  'GET /mrv/v0/measurement_locations': async () => {
    await measurementLocation();
    return client.measurementLocations.list({ supplier_reference_id: 'L' }).all();
  },
  'POST /mrv/v0/measurement_locations': measurementLocation,
  'GET /mrv/v0/measurement_locations/{id}': async () =>
    client.measurementLocations.get((await measurementLocation()).id),
  'DELETE /mrv/v0/measurement_locations/{id}': async () =>
    client.measurementLocations.delete((await measurementLocation()).id),
  'GET /mrv/v0/measurement_samples': async () => {
    await sample();
    return client.measurementSamples.list().all();
  },
  'POST /mrv/v0/measurement_samples': sample,
  'DELETE /mrv/v0/measurement_samples/{id}': async () =>
    client.measurementSamples.delete((await sample()).id),
  'GET /mrv/v0/sensors': async () => {
    await sensor();
    return client.sensors.list({ reference: 'T-101' }).all();
  },
  'POST /mrv/v0/sensors': sensor,
  'GET /mrv/v0/sensors/{id}': async () => client.sensors.get((await sensor()).id),
  'POST /mrv/v0/file-uploads': () =>
    client.readings.createUpload({ file_name: 'a.parquet', content_length: 5 }),
  'GET /mrv/v0/data-upload-submissions': async () => {
    await readings();
    return client.readings.list({ status: 'pending' }).all();
  },
  'POST /mrv/v0/data-upload-submissions': readings,
  'GET /mrv/v0/data-upload-submissions/{id}': async () => client.readings.get(await readings()),
  'GET /registry/v0/issuances/{id}/credit_batches': async () => client.registry.creditBatches(await issued()),
  'GET /registry/v0/issuances/{id}': async () => client.registry.issuance(await issued()),
  'GET /registry/v0/suppliers/{id}/issuances': async () => {
    await issued();
    return client.registry.issuances((await client.registry.supplier()).id).all();
  },
  'GET /registry/v0/refunds/{id}': async () => client.registry.refund(box.service.refund(await issued(), 1)),
  'GET /registry/v0/supplier': () => client.registry.supplier(),
  'GET /registry/v0/organisations/{id}': async () =>
    client.registry.organisation((await client.organisation()).id),
  'GET /registry/v0/projects/{id}': () => client.registry.project(project()),
};

const older = coverage.filter(({ path }) => /removal|processes/.test(path));
const wanted = coverage
  .filter((operation) => !older.includes(operation))
  .map(({ root, method, path }) => `${method} ${root}${path}`);

/** The operation that a request is of: `{…}` stands for one segment. */
function operationOf({ method, root = 'mrv', path }: ApiRequest): string | undefined {
  const sent = `${method} ${serviceRoots[root]}${path}`;
  const fits = (operation: string) => new RegExp(`^${operation.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(sent);
  return wanted.find(fits);
}

describe('the client has every operation of the interface', () => {
  it('but those under older names', () => {
    expect(Object.keys(calls).toSorted()).toEqual(wanted.toSorted());
    expect(older.map(({ method, path }) => `${method} ${path}`)).toContain('DELETE /removals/{id}');
  });

  it.each(wanted)('%s', async (operation) => {
    const answer = await calls[operation]?.();
    expect(asked.map(operationOf)).not.toContain(undefined);
    // No older name is ever sent; `REMOVAL` is a value of now.
    expect(JSON.stringify(asked)).not.toMatch(/removal/);
    expect(asked.map(operationOf).at(-1)).toBe(operation);
    if (operation.startsWith('DELETE')) expect(answer).toBeUndefined();
    else if (Array.isArray(answer)) expect(answer).not.toEqual([]);
    else expect(answer ?? null).not.toBeNull();
  });
});
