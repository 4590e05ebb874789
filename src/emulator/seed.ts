import { makeId, stamp, supplierId, type Context } from './context.js';
import type { Entity, InputEntity } from './entities.js';
import { blueprints } from './accounting/blueprints.js';
import { makeTemplateComponents } from './resources/template-components.js';
import type { SeedData } from './seed-data.js';
import { Changes } from './store.js';

/** A seed that contradicts itself. */
export class SeedError extends Error {
  override readonly name = 'SeedError';
}

/** Fills an empty store. Every step is committed, so that later ones find the earlier ones by reference. */
class Seeding {
  readonly #context: Context;
  readonly #data: SeedData;
  readonly #projectId: string;

  constructor(context: Context, data: SeedData) {
    this.#context = context;
    this.#data = data;
    this.#projectId = this.#foundations();
  }

  run(): void {
    this.#sources();
    this.#datapoints();
    this.#templates();
    this.#components();
    this.#entries();
  }

  #commit(work: (changes: Changes) => void): void {
    const changes = new Changes();
    work(changes);
    this.#context.store.commit(changes);
  }

  #id(reference: string): string {
    const [id] = this.#context.store.referenceOwners(reference);
    if (id === undefined)
      throw new SeedError(`the seed data points to "${reference}", which it does not hold`);
    return id;
  }

  #foundations(): string {
    this.#commit((changes) => {
      const organisation = changes.set('organisation', {
        id: makeId(this.#context, 'organisation'),
        name: this.#data.organisation.name,
        domain: null,
      });
      changes.set('supplier', { id: makeId(this.#context, 'supplier'), organisation_id: organisation.id });
      for (const { reference: _reference, ...project } of this.#data.projects) {
        changes.set('project', { ...project, id: makeId(this.#context, 'project') });
      }
      for (const { name, reference } of this.#data.feedstock_types) {
        changes.set('feedstock_type', {
          id: makeId(this.#context, 'feedstock_type'),
          name,
          supplier_reference_id: reference,
        });
      }
    });
    const projectId = this.#context.store.records.project.all()[0]?.id ?? '';
    this.#commit((changes) => {
      for (const { reference, ...location } of this.#data.storage_locations) {
        changes.set('storage_location', {
          ...location,
          id: makeId(this.#context, 'storage_location'),
          project_id: projectId,
          supplier_id: supplierId(this.#context),
          supplier_reference_id: reference,
        });
      }
      for (const { name } of this.#data.facilities)
        changes.set('facility', { id: makeId(this.#context, 'facility'), name, project_id: projectId });
    });
    this.#commit((changes) => {
      for (const { storage_location, ...requirement } of this.#data.monitoring_requirements) {
        changes.set('monitoring_requirement', {
          ...requirement,
          id: makeId(this.#context, 'monitoring_requirement'),
          project_id: projectId,
          storage_location_id: storage_location === null ? null : this.#id(storage_location),
          storage_unit_id: null,
        });
      }
    });
    return projectId;
  }

  #sources(): void {
    this.#commit((changes) => {
      for (const { reference, file_name, uploaded, sha256, ...source } of this.#data.sources) {
        changes.set('source', {
          ...source,
          id: makeId(this.#context, 'source'),
          original_filename: file_name,
          project_id: this.#projectId,
          supplier_reference_id: reference,
          sha256: uploaded ? (sha256 ?? '0'.repeat(64)) : null,
        });
      }
    });
  }

  #datapoints(): void {
    this.#commit((changes) => {
      for (const { reference, sources, library, ...datapoint } of this.#data.datapoints) {
        changes.set('datapoint', {
          ...datapoint,
          id: makeId(this.#context, 'datapoint'),
          project_id: library ? null : this.#projectId,
          source_ids: sources.map((source) => this.#id(source)),
          supplier_reference_id: reference,
        });
      }
    });
  }

  #templates(): void {
    this.#commit((changes) => {
      for (const template of this.#data.templates) {
        changes.set('template', {
          id: makeId(this.#context, 'template'),
          project_id: this.#projectId,
          credit_type: template.credit_type,
          display_name: template.display_name,
          supplier_reference_id: template.reference ?? null,
          groups: template.groups.map((group) => ({
            ...group,
            id: this.#context.ids.make('rtg'),
            components: group.components.map((component) => ({
              ...component,
              id: this.#context.ids.make('rtc'),
              inputs: component.inputs.map((input) => ({
                input_key: input.input_key,
                display_name: input.display_name,
                type: input.type,
                datapoint_id: input.type === 'fixed' ? this.#id(input.datapoint) : null,
              })),
            })),
          })),
        });
      }
    });
  }

  #inputs(blueprintKey: string, given: Readonly<Record<string, string | readonly string[]>>): InputEntity[] {
    const blueprint = blueprints.get(blueprintKey);
    return Object.entries(given).map(([input_key, value]) => {
      const list = blueprint?.inputs.find((input) => input.input_key === input_key)?.data_shape === 'LIST';
      const references = typeof value === 'string' ? [value] : value;
      const ids = references.map((reference) => this.#id(reference));
      return list ? { input_key, datapoint_ids: ids } : { input_key, datapoint_id: ids[0] ?? '' };
    });
  }

  #components(): void {
    this.#commit((changes) => {
      for (const { reference, inputs, ...component } of this.#data.components) {
        changes.set('component', {
          ...component,
          id: makeId(this.#context, 'component'),
          project_id: this.#projectId,
          inputs: this.#inputs(component.blueprint_key, inputs),
          scope: 'REMOVAL',
          allocation_strategy: null,
          ghg_statement_id: null,
          ghg_entry_template_component_id: null,
          supplier_reference_id: reference,
        });
      }
    });
  }

  #entries(): void {
    for (const entry of this.#data.ghg_entries) {
      const template = this.#context.store.records.template
        .all()
        .find(({ display_name }) => display_name === entry.template);
      if (template === undefined) throw new SeedError(`the seed data has no template "${entry.template}"`);
      this.#commit((changes) => {
        const made = changes.set('entry', {
          id: makeId(this.#context, 'entry'),
          project_id: this.#projectId,
          credit_type: template.credit_type,
          started_on: entry.started_on,
          completed_on: entry.completed_on,
          feedstock_type_id: entry.feedstock_type === null ? null : this.#id(entry.feedstock_type),
          ghg_statement_id: this.#statement(changes, entry),
          ghg_entry_template_id: template.id,
          supplier_reference_id: entry.reference,
        });
        makeTemplateComponents(this.#context, changes, made, template, this.#given(template, entry.inputs));
        for (const { component, group, factor } of entry.attributions) {
          changes.set('attribution', {
            id: makeId(this.#context, 'attribution'),
            ghg_entry_id: made.id,
            component_id: this.#id(component),
            component_group_key: group,
            ghg_entry_template_component_id: null,
            attribution_factor: factor,
          });
        }
      });
    }
  }

  #statement(changes: Changes, entry: SeedData['ghg_entries'][number]): string | null {
    if (entry.statement === undefined) return null;
    return changes.set('statement', {
      id: makeId(this.#context, 'statement'),
      project_id: this.#projectId,
      status: entry.statement,
      reporting_period_start_at: entry.started_on,
      reporting_period_end_at: entry.completed_on,
      submitted_at: entry.statement === 'DRAFT' ? null : stamp(this.#context),
      credits_issued_at: entry.statement === 'CREDITS_ISSUED' ? stamp(this.#context) : null,
      ghg_statement_report_url: null,
      summary_of_changes: null,
      submitted_total_kg: null,
    }).id;
  }

  #given(
    template: Entity<'template'>,
    inputs: SeedData['ghg_entries'][number]['inputs'],
  ): ReadonlyMap<string, readonly InputEntity[]> {
    const components = template.groups.flatMap((group) => group.components);
    return new Map(
      Object.entries(inputs).map(([name, given]) => {
        const component = components.find(({ display_name }) => display_name === name);
        if (component === undefined)
          throw new SeedError(`the template "${template.display_name}" has no component "${name}"`);
        return [component.id, this.#inputs(component.blueprint_key, given)];
      }),
    );
  }
}

/** Fills an empty store from seed data. @throws SeedError where it contradicts itself. */
export function seedStore(context: Context, data: SeedData): void {
  new Seeding(context, data).run();
}
