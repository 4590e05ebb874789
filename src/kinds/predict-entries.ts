import type { Change, Operation } from '../model/operation.js';
import type { BridgeStep, EntryBridge } from '../model/plan.js';
import type { Co2eResult, RemoteRecord } from '../model/record.js';
import type { RemoteState } from '../model/remote-state.js';
import type { Quantity } from '../quantity/index.js';
import { entryTotal } from './entry-breakdown.js';
import { optional } from './fields.js';
import { templateComponentSchema } from './ghg-entry-template.js';
import { causeOf, isEntry, SupposedRegistry, type Cause } from './supposed-registry.js';
import { linkTo } from './wire.js';

/** How far our own sum may lie from the registry's before it is no ground for a prediction. */
const trusted = 1e-6;

/** In the order in which they are supposed. */
const causes: readonly Cause[] = ['changed', 'replaced', 'new'];

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

/** Whether one of the fields that differ has a part in the numbers. */
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

/** What is supposed after the operations of one cause and of those before it: the same for all entries. */
interface Supposition {
  readonly cause: Cause;
  /** How many records of this cause change a number. */
  readonly records: number;
  readonly registry: SupposedRegistry;
  readonly state: RemoteState;
}

function suppositionsOf(operations: readonly Operation[], remote: RemoteState): readonly Supposition[] {
  return causes.map((cause, place) => {
    const registry = new SupposedRegistry(operations, remote, new Set(causes.slice(0, place + 1)));
    return { cause, records: countOf(operations, cause), registry, state: registry.state() };
  });
}

function bridgeOf(
  operation: Operation,
  suppositions: readonly Supposition[],
  document: BridgeStep,
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
  const steps: BridgeStep[] = [];
  let [net, last] = [own === null ? 0 : netOf(own), own];
  for (const { cause, records, registry, state } of suppositions) {
    const id = registry.idOf({ kind: operation.kind, by: 'reference', value: operation.desired.reference });
    const entry = id === null ? null : state.find(linkTo(operation.kind, id));
    const total = entry === null ? null : entryTotal(entry, state, read);
    // Half of a new entry is nothing that can be told; only the whole of it is.
    if (total === null && (now !== null || cause === 'new')) return unknown;
    const next = total === null ? net : netOf(total);
    steps.push({ cause, records, net_kg: next - net });
    net = next;
    last = total ?? last;
  }
  if (last === null) return unknown;
  return {
    reference: operation.reference,
    before,
    predicted: resultOf(last, before),
    steps: [...steps, document],
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
  return [...new Set(ids)].filter((id) => remote.find(linkTo('datapoint', id)) === null);
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
  const entries = operations.filter(isEntry);
  if (entries.length === 0) return [];
  const suppositions = suppositionsOf(operations, remote);
  const document = documentStep(operations);
  return entries.map((operation) => bridgeOf(operation, suppositions, document, remote, read));
}
