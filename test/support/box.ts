import { z } from 'zod';
import {
  startEmulator,
  type Emulator,
  type EmulatorOptions,
  type SeedDataInput,
} from '../../src/emulator/index.js';
import { clientOf, type Answer } from './service-client.js';

/** One template: what is stored, and a group for what is used. */
export const boxTemplates: NonNullable<SeedDataInput['templates']> = [
  {
    display_name: 'Monthly',
    groups: [
      {
        key: 'storage',
        display_name: 'Storage',
        components: [
          {
            display_name: 'Stored',
            blueprint_key: 'carbon_rich_substance_sequestration',
            inputs: [
              { input_key: 'product_mass', display_name: 'Mass', type: 'monitored' },
              { input_key: 'carbon_content', display_name: 'Carbon', type: 'fixed', datapoint: 'carbon' },
            ],
          },
        ],
      },
      { key: 'energy-use', display_name: 'Energy' },
    ],
  },
];

/** A project with everything that only the web interface makes, and the datapoints of two months. */
export const boxSeed: SeedDataInput = {
  organisation: { name: 'Example' },
  projects: [{ name: 'Example', country_code: 'KEN', risk_of_reversal_percentage: 2 }],
  facilities: [{ name: 'Plant' }],
  feedstock_types: [
    { name: 'Wood', reference: 'wood' },
    { name: 'Straw', reference: 'straw' },
  ],
  storage_locations: [{ name: 'Field', reference: 'field', latitude: 1, longitude: 2 }],
  monitoring_requirements: [
    { display_name: 'Integrity', frequency: 'every_1_months', storage_location: 'field' },
    { display_name: 'Photographs', frequency: 'if_needed' },
  ],
  datapoints: [
    ['mass', 'Mass', 1000, 'kg', 10],
    ['mass-2', 'Mass', 500, 'kg', null],
    ['start', 'Start', 20, 'kWh', null],
    ['end', 'End', 50, 'kWh', null],
    ['factor', 'Factor', 1.2, 'kgCO2e/kWh', null],
    ['carbon', 'Carbon', 50, '%', null],
    ['fixed', 'Fixed emissions', 30, 'kgCO2e', null],
  ].map(([reference, name, magnitude, unit, standard_deviation]) => ({
    reference: String(reference),
    display_name: String(name),
    quantity: {
      magnitude: Number(magnitude),
      unit: String(unit),
      standard_deviation: standard_deviation === null ? null : Number(standard_deviation),
    },
    type: 'REPORTED',
  })),
  templates: boxTemplates,
};

const withId = z.looseObject({ id: z.string() });
const listSchema = z.looseObject({ nodes: z.array(withId), total_count: z.number() });

/** A service with the calls that the tests of its resources need again and again. */
export class Box {
  readonly service: Emulator;
  readonly call: ReturnType<typeof clientOf>;

  private constructor(service: Emulator) {
    this.service = service;
    this.call = clientOf(service);
  }

  static async open(given: EmulatorOptions = {}): Promise<Box> {
    return new Box(await startEmulator({ seedData: boxSeed, settings: { rateLimit: null }, ...given }));
  }

  close(): Promise<void> {
    return this.service.close();
  }

  /** The object that an answer must be. */
  static body({ body }: Answer): z.infer<typeof withId> {
    return withId.parse(body);
  }

  /** The id of a record that must be made. */
  async made(path: string, body: unknown): Promise<string> {
    const answer = await this.call('POST', path, body);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return Box.body(answer).id;
  }

  async list(path: string): Promise<readonly z.infer<typeof withId>[]> {
    return listSchema.parse((await this.call('GET', path)).body).nodes;
  }

  async byReference(kind: string, reference: string): Promise<string> {
    return (await this.list(`/${kind}?supplier_reference_id=${reference}`))[0]?.id ?? '';
  }

  async template(): Promise<{ readonly id: string; readonly component: string }> {
    const schema = z.looseObject({
      id: z.string(),
      groups: z.array(z.looseObject({ components: z.array(withId) })),
    });
    const [node] = await this.list(`/projects/${this.service.projectId}/ghg_entry_templates`);
    const { id, groups } = schema.parse(node);
    return { id, component: groups[0]?.components[0]?.id ?? '' };
  }

  /** The body of a month's entry: what is stored, of 1000 kg at 50 % carbon where the box's own masses are taken. */
  async entryBody(
    given: Readonly<Record<string, unknown>> = {},
    mass = 'mass',
  ): Promise<Record<string, unknown>> {
    const { id, component } = await this.template();
    return {
      project_id: this.service.projectId,
      started_on: '2026-10-01',
      completed_on: '2026-10-31',
      ghg_entry_template_id: id,
      supplier_reference_id: 'E',
      ghg_entry_template_components: [
        {
          ghg_entry_template_component_id: component,
          inputs: [{ input_key: 'product_mass', datapoint_id: await this.byReference('datapoints', mass) }],
        },
      ],
      ...given,
    };
  }

  async entry(given: Readonly<Record<string, unknown>> = {}, mass = 'mass'): Promise<string> {
    return this.made('/ghg_entries', await this.entryBody(given, mass));
  }

  statement(end_on = '2026-10-31'): Promise<string> {
    return this.made('/ghg_statements', { project_id: this.service.projectId, end_on });
  }

  /** The body of a component with fixed emissions of 30 kg. */
  async fixedComponent(reference = 'C'): Promise<Record<string, unknown>> {
    return {
      component_blueprint_key: 'constant_activity_emissions',
      project_id: this.service.projectId,
      display_name: 'Fixed',
      supplier_reference_id: reference,
      activity_started_at: '2026-10-01T00:00:00Z',
      activity_completed_at: '2026-10-31T00:00:00Z',
      inputs: [{ input_key: 'co2e', datapoint_id: await this.byReference('datapoints', 'fixed') }],
    };
  }

  async source(reference = 'S', given: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const { body } = await this.call('POST', '/sources', {
      __typename: 'CreateDocumentSourceRequest',
      display_name: 'Doc',
      file_name: 'a.txt',
      content_type: 'text/plain',
      content_length: 5,
      project_id: this.service.projectId,
      published_at: '2026-10-31',
      supplier_reference_id: reference,
      ...given,
    });
    const { signed_upload_url, source } = z
      .object({ signed_upload_url: z.url(), source: withId })
      .parse(body);
    await fetch(signed_upload_url, {
      method: 'PUT',
      body: 'hello',
      headers: { 'content-type': 'text/plain' },
    });
    return source.id;
  }

  /** A call to the registry root, or to the box's own paths. */
  async at(
    root: '/registry/v0' | '/_box' | '',
    method: 'GET' | 'POST',
    path: string,
    headers: Readonly<Record<string, string>> = {},
    body?: unknown,
  ): Promise<Answer> {
    const response = await fetch(`${this.service.baseUrl}${root}${path}`, {
      method,
      headers: {
        ...(root === '/registry/v0'
          ? {
              'x-client-secret': this.service.clientSecret,
              authorization: `Bearer ${this.service.accessToken}`,
            }
          : {}),
        'content-type': 'application/json',
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  }
}
