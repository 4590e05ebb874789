import { linkKey, recordKey, type Operation } from '../model/operation.js';
import type {
  Attribution,
  Fields,
  FieldValue,
  InputBinding,
  Link,
  RemoteRecord,
  TemplateInputs,
} from '../model/record.js';
import { RemoteState } from '../model/remote-state.js';
import { optional } from './fields.js';
import { templateComponentSchema } from './ghg-entry-template.js';
import { madeComponents, type EntryDetail } from './ghg-entry-made.js';
import { writableRules } from './registry.js';
import { linkTo } from './wire.js';

/** Why a plan writes a record. */
export type Cause = 'changed' | 'replaced' | 'new';

/** Null where nothing is written. */
export function causeOf(operation: Operation): Cause | null {
  switch (operation.action) {
    case 'update':
      return 'changed';
    case 'replace':
      return 'replaced';
    case 'create':
      return 'new';
    case 'unchanged':
    case 'blocked':
      return null;
  }
}

/** Whether the registry works out a total of the record that is written. */
export const isEntry = (operation: Operation): boolean => writableRules(operation.kind).computesCo2e;

/** The registry as it would be after those of a plan's operations that have one of some causes, and its entries. */
export class SupposedRegistry {
  readonly #remote: RemoteState;
  readonly #active: ReadonlySet<Cause>;
  readonly #operations: ReadonlyMap<string, Operation>;

  constructor(operations: readonly Operation[], remote: RemoteState, active: ReadonlySet<Cause>) {
    this.#remote = remote;
    this.#active = active;
    this.#operations = new Map(operations.map((operation) => [recordKey(operation.desired), operation]));
  }

  /** The id that a link would lead to; null where its record would not be there yet. */
  idOf(link: Link): string | null {
    if (link.by === 'id') return link.value;
    const operation = this.#operations.get(linkKey(link));
    if (operation === undefined) return this.#remote.find(link)?.id ?? null;
    const cause = causeOf(operation);
    const isMade = cause !== null && (this.#active.has(cause) || isEntry(operation));
    if (operation.action === 'create') return isMade ? plannedId(operation) : null;
    if (operation.action === 'replace' && isMade) return plannedId(operation);
    return operation.remote?.id ?? null;
  }

  /** Its records, made anew with every call. */
  state(): RemoteState {
    const made = new Map<string, RemoteRecord>();
    for (const operation of this.#operations.values()) {
      const cause = causeOf(operation);
      if (cause === null || !(this.#active.has(cause) || isEntry(operation))) continue;
      const record = this.#after(operation);
      made.set(`${record.kind} ${record.id}`, record);
    }
    const kept = this.#remote.records().filter((record) => !made.has(`${record.kind} ${record.id}`));
    return new RemoteState([...kept, ...made.values()]);
  }

  #after(operation: Operation): RemoteRecord {
    const { desired } = operation;
    const before = operation.action === 'create' ? null : operation.remote;
    const fields: Fields = { ...before?.fields, ...desired.fields };
    const resolved = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, this.#resolved(value)]),
    );
    const entry = isEntry(operation) ? this.#entryParts(before, desired.fields) : null;
    return {
      kind: operation.kind,
      id: operation.action === 'update' && before !== null ? before.id : plannedId(operation),
      // A chain is not followed here: every link is an id already.
      reference: operation.reference,
      displayName: null,
      fields: entry === null ? resolved : { ...resolved, template_inputs: entry.inputs },
      lock: null,
      parent: before?.parent ?? null,
      parts: before?.parts ?? [],
      co2e: null,
      detail: entry === null ? (before?.detail ?? null) : entry.detail,
    };
  }

  #links(links: readonly Link[]): readonly Link[] {
    return links.flatMap((link): Link[] => {
      const value = this.idOf(link);
      return value === null ? [] : [linkTo(link.kind, value)];
    });
  }

  #inputs(inputs: readonly InputBinding[]): readonly InputBinding[] {
    return inputs.map((input) => ({ ...input, datapoints: this.#links(input.datapoints) }));
  }

  #resolved(field: FieldValue): FieldValue {
    switch (field.type) {
      case 'inputs':
        return { type: 'inputs', value: this.#inputs(field.value) };
      case 'attributions':
        return {
          type: 'attributions',
          value: field.value.flatMap((share): Attribution[] =>
            this.#links([share.component]).map((component) => ({ ...share, component })),
          ),
        };
      case 'text':
      case 'flag':
      case 'date':
      case 'instant':
      case 'quantity':
      case 'link':
      case 'links':
      case 'template_inputs':
      case 'document':
        return field;
    }
  }

  /** The components that the template makes with an entry: their fixed inputs, and the monitored ones as wanted. */
  #entryParts(before: RemoteRecord | null, wanted: Fields) {
    const template = optional(wanted, 'template', 'link');
    const templateId = template === undefined || template === null ? null : this.#remote.find(template)?.id;
    const monitored = optional(wanted, 'template_inputs', 'template_inputs') ?? [];
    const there = optional(before?.fields ?? {}, 'template_inputs', 'template_inputs') ?? [];
    const made = before === null ? [] : madeComponents(before);
    const components = this.#remote
      .all('template_component')
      .filter((component) => component.parent === templateId)
      .map((component) => ({ component, detail: templateComponentSchema.parse(component.detail) }));
    const inputs = components.map(({ component, detail }): TemplateInputs => {
      const old = there.find((own) => own.component.value === component.id)?.inputs ?? [];
      const own =
        monitored.find((next) => this.#remote.find(next.component)?.id === component.id)?.inputs ?? [];
      const fixed = detail.inputs.flatMap((input): InputBinding[] =>
        typeof input.datapoint_id === 'string'
          ? [
              {
                input_key: input.input_key,
                shape: 'scalar',
                datapoints: [linkTo('datapoint', input.datapoint_id)],
              },
            ]
          : [],
      );
      const bound = new Map<string, InputBinding>();
      for (const input of [...fixed, ...old]) bound.set(input.input_key, input);
      for (const input of this.#inputs(own)) {
        // Until its datapoints are there, an input stays what it was.
        if (input.datapoints.length > 0) bound.set(input.input_key, input);
      }
      return {
        component: linkTo('template_component', component.id),
        inputs: [...bound.values()],
      };
    });
    const detail: EntryDetail = {
      components: components.map(({ component, detail }) => {
        const own = made.find((part) => part.template_component_id === component.id);
        return {
          id: own?.id ?? `planned ${component.id}`,
          template_component_id: component.id,
          group: own?.group ?? detail.group_key ?? '',
          factor: own?.factor ?? 1,
        };
      }),
    };
    return { inputs: { type: 'template_inputs', value: inputs } as const, detail };
  }
}

function plannedId(operation: Operation): string {
  return `planned ${operation.kind} ${operation.reference}`;
}
