import { z } from 'zod';
import type { Change, Operation } from '../model/operation.js';
import { linkKey } from '../model/operation.js';
import type { BridgeStep, EntryBridge } from '../model/plan.js';
import type {
  Attribution,
  Co2eResult,
  Fields,
  FieldValue,
  InputBinding,
  Link,
  RemoteRecord,
  TemplateInputs,
} from '../model/record.js';
import { RemoteState } from '../model/remote-state.js';
import type { Quantity } from '../quantity/index.js';
import { entryTotal } from './entry-breakdown.js';
import { optional } from './fields.js';
import { templateComponentSchema } from './ghg-entry-template.js';
import { writableRules } from './registry.js';

/** How far our own sum may lie from the registry's before it is no ground for a prediction. */
const trusted = 1e-6;

type Cause = 'changed' | 'replaced' | 'new';
const causes: readonly Cause[] = ['changed', 'replaced', 'new'];

function causeOf(operation: Operation): Cause | null {
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

const isEntry = (operation: Operation): boolean => writableRules(operation.kind).computesCo2e;

/** The registry as it would be after some of a plan's operations. */
class Supposed {
  readonly #remote: RemoteState;
  readonly #active: ReadonlySet<Cause>;
  readonly #operations: ReadonlyMap<string, Operation>;

  constructor(operations: readonly Operation[], remote: RemoteState, active: ReadonlySet<Cause>) {
    this.#remote = remote;
    this.#active = active;
    this.#operations = new Map(
      operations.map((operation) => [
        `${operation.kind} reference ${operation.desired.reference}`,
        operation,
      ]),
    );
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
      return value === null ? [] : [{ kind: link.kind, by: 'id', value }];
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
    const made = before === null ? [] : madeSchema.parse(before.detail).components;
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
                datapoints: [{ kind: 'datapoint', by: 'id', value: input.datapoint_id }],
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
        component: { kind: 'template_component', by: 'id', value: component.id },
        inputs: [...bound.values()],
      };
    });
    return {
      inputs: { type: 'template_inputs', value: inputs } as const,
      detail: {
        components: components.map(({ component, detail }) => {
          const own = made.find((part) => part.template_component_id === component.id);
          return {
            id: own?.id ?? `planned ${component.id}`,
            template_component_id: component.id,
            inputs: [],
            group: own?.group ?? detail.group_key ?? '',
            factor: own?.factor ?? 1,
          };
        }),
      },
    };
  }
}

const madeSchema = z.object({
  components: z.array(
    z.object({ id: z.string(), template_component_id: z.string(), group: z.string(), factor: z.number() }),
  ),
});

function plannedId(operation: Operation): string {
  return `planned ${operation.kind} ${operation.reference}`;
}

/** What is left of a total after the discount for its uncertainty, which is its standard deviation. */
function netOf(total: Quantity): number {
  return total.magnitude.toNumber() - (total.standardDeviation ?? 0);
}

function resultOf(total: Quantity, before: Co2eResult | null): Co2eResult {
  const net = netOf(total);
  // The buffer is a share of the net removal that only the registry knows: taken over from the entry as it is.
  const share =
    before === null || before.buffer_pool_contribution_kg === null || before.net_kg === 0
      ? null
      : before.buffer_pool_contribution_kg / before.net_kg;
  return {
    net_kg: net,
    without_discount_kg: total.magnitude.toNumber(),
    standard_deviation_kg: total.standardDeviation ?? 0,
    buffer_pool_contribution_kg: share === null ? null : net * share,
    supplier_allocation_kg: share === null ? null : net * (1 - share),
  };
}

/** Fields whose change leaves every number as it was. */
function changesNumbers(changes: readonly Change[]): boolean {
  return changes.some(({ field }) =>
    ['quantity', 'inputs', 'template_inputs', 'attributions'].includes(field),
  );
}

function countOf(operations: readonly Operation[], cause: Cause): number {
  return operations.filter(
    (operation) =>
      !isEntry(operation) &&
      causeOf(operation) === cause &&
      (operation.action !== 'update' || changesNumbers(operation.changes)),
  ).length;
}

function documentStep(operations: readonly Operation[]): BridgeStep {
  const records = operations.filter(
    ({ action, ...rest }) => action === 'update' && 'changes' in rest && !changesNumbers(rest.changes),
  ).length;
  return { cause: 'document', records, net_kg: 0 };
}

function bridgeOf(
  operation: Operation,
  operations: readonly Operation[],
  remote: RemoteState,
  read: readonly RemoteRecord[],
): EntryBridge {
  const now = operation.action === 'create' ? null : operation.remote;
  const before = now?.co2e ?? null;
  const unknown: EntryBridge = { reference: operation.reference, before, predicted: null, steps: [] };
  if (operation.action === 'blocked' && now === null) return unknown;
  const own = now === null ? null : entryTotal(now, remote, read);
  if (now !== null && (own === null || before === null)) return unknown;
  if (own !== null && before !== null) {
    const distance = Math.abs(own.magnitude.toNumber() - before.without_discount_kg);
    if (distance > trusted * Math.max(1, Math.abs(before.without_discount_kg))) return unknown;
  }
  const active = new Set<Cause>();
  const steps: BridgeStep[] = [];
  let [net, last] = [own === null ? 0 : netOf(own), own];
  for (const cause of causes) {
    active.add(cause);
    const supposed = new Supposed(operations, remote, active);
    const state = supposed.state();
    const id = supposed.idOf({ kind: operation.kind, by: 'reference', value: operation.desired.reference });
    const entry = id === null ? null : state.find({ kind: operation.kind, by: 'id', value: id });
    const total = entry === null ? null : entryTotal(entry, state, read);
    // Half of a new entry is nothing that can be told; only the whole of it is.
    if (total === null && (now !== null || cause === 'new')) return unknown;
    const next = total === null ? net : netOf(total);
    steps.push({ cause, records: countOf(operations, cause), net_kg: next - net });
    net = next;
    last = total ?? last;
  }
  if (last === null) return unknown;
  return {
    reference: operation.reference,
    before,
    predicted: resultOf(last, before),
    steps: [...steps, documentStep(operations)],
  };
}

/** The datapoints that a template fixes and that are not read yet. */
export function fixedDatapoints(operations: readonly Operation[], remote: RemoteState): readonly string[] {
  const templates = operations.filter(isEntry).flatMap((operation) => {
    const template = optional(operation.desired.fields, 'template', 'link');
    return template === undefined || template === null ? [] : [remote.find(template)?.id];
  });
  const ids = remote
    .all('template_component')
    .filter((component) => component.parent !== null && templates.includes(component.parent))
    .flatMap((component) => templateComponentSchema.parse(component.detail).inputs)
    .flatMap((input) => (typeof input.datapoint_id === 'string' ? [input.datapoint_id] : []));
  return [...new Set(ids)].filter((value) => remote.find({ kind: 'datapoint', by: 'id', value }) === null);
}

/**
 * Each entry's net removal before and after a plan, worked out by the blueprints' published formulas and split by
 * cause; unknown where a formula is, or where our sum of the entry as it is does not agree with the registry's own.
 * `read` holds the datapoints that the template fixes.
 */
export function predictEntries(
  operations: readonly Operation[],
  remote: RemoteState,
  read: readonly RemoteRecord[],
): readonly EntryBridge[] {
  return operations.filter(isEntry).map((operation) => bridgeOf(operation, operations, remote, read));
}
