import { netRemoval, type NetRemoval } from '../accounting/net-removal.js';
import { datapointOf, type Context } from '../context.js';
import type { Entity } from '../entities.js';

/** The shares that an entry has in components. */
export function sharesOf(context: Context, entryId: string): readonly Entity<'attribution'>[] {
  return context.store.records.attribution.all().filter(({ ghg_entry_id }) => ghg_entry_id === entryId);
}

/** A project's percentage of credits that go to the buffer pool. */
export function riskOf(context: Context, projectId: string): number | null {
  return context.store.records.project.get(projectId)?.risk_of_reversal_percentage ?? null;
}

/** What an entry comes to as things stand. */
export function computeEntry(context: Context, entry: Entity<'entry'>): NetRemoval {
  const shares = sharesOf(context, entry.id).flatMap((share) => {
    const component = context.store.records.component.get(share.component_id);
    return component === null ? [] : [{ component, factor: share.attribution_factor }];
  });
  return netRemoval(shares, {
    riskPercentage: riskOf(context, entry.project_id),
    incomplete: context.settings.incompleteEntryNet,
    datapoint: (id) => datapointOf(context, id),
  });
}

/** A split of credits as it is shown. */
export function presentAllocation(allocation: NetRemoval['allocation']) {
  return allocation === null
    ? null
    : { supplier_allocation_kg: allocation.supplier, buffer_pool_contribution_kg: allocation.bufferPool };
}

export function presentEntry(context: Context, entry: Entity<'entry'>) {
  const { project_id, ghg_entry_template_id: _template, ...shown } = entry;
  const { withoutDiscount, standardDeviation, net, allocation } = computeEntry(context, entry);
  return {
    ...shown,
    co2e_net_removed_kg: net,
    co2e_net_removed_without_discount_kg: withoutDiscount,
    co2e_net_removed_standard_deviation_kg: standardDeviation,
    credit_allocation: presentAllocation(allocation),
    risk_of_reversal_percentage: riskOf(context, project_id),
  };
}
