import { absent, findOne, type Context } from '../context.js';
import type { Entity } from '../entities.js';
import type { Routes } from '../routes.js';
import * as shapes from '../shapes-registry.js';

/** Whole kilograms as a quantity of credits: 1000 kg are one. */
function quantityOfCredits(credit_kgs: number) {
  return { credits: credit_kgs / 1000, credit_kgs };
}

function totalOf(batches: readonly Entity<'credit_batch'>[]) {
  return quantityOfCredits(batches.reduce((sum, { credit_kgs }) => sum + credit_kgs, 0));
}

/** Answers of the registry root, made from what the box issued. */
class Registry {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  organisation(id: string) {
    const { name, domain } = findOne(this.#context, this.#context.store.records.organisation, id);
    return { id, name, domain };
  }

  supplier(id: string) {
    const { organisation_id } = findOne(this.#context, this.#context.store.records.supplier, id);
    return {
      id,
      organisation: this.organisation(organisation_id),
      short_description: null,
      long_description: null,
      location: null,
    };
  }

  /** An issuance's batches of one pool, or of both. */
  batches(issuanceId: string, pool: 'supplier' | 'buffer' | null): readonly Entity<'credit_batch'>[] {
    return this.#context.store.records.credit_batch
      .all()
      .filter((one) => one.issuance_id === issuanceId && (pool === null || one.pool === pool));
  }

  batch(batch: Entity<'credit_batch'>) {
    const { pool: _pool, owner_id, credit_kgs, ...shown } = batch;
    return {
      ...shown,
      removal_id: batch.ghg_entry_id,
      delivery_id: null,
      retirement_id: null,
      ccp_approved: false,
      delivered_at: null,
      retired_at: null,
      size: quantityOfCredits(credit_kgs),
      owner: this.organisation(owner_id),
      beneficiary: null,
    };
  }

  totals(issuanceId: string) {
    return {
      supplier_credit_batch_size_total: totalOf(this.batches(issuanceId, 'supplier')),
      buffer_pool_credit_batch_size_total: totalOf(this.batches(issuanceId, 'buffer')),
      credit_batch_size_total: totalOf(this.batches(issuanceId, null)),
    };
  }

  issuance(issuance: Entity<'issuance'>) {
    const { supplier_id, ghg_statement_id: _statement, ...shown } = issuance;
    return { ...shown, supplier: this.supplier(supplier_id), ...this.totals(issuance.id) };
  }

  project(project: Entity<'project'>, supplierId: string) {
    const all = this.#context.store.records.credit_batch
      .all()
      .filter(({ project_id }) => project_id === project.id);
    return {
      id: project.id,
      name: project.name,
      supplier: this.supplier(supplierId),
      status: 'validated' as const,
      short_code: project.id.slice(-4),
      url: `https://registry.example/projects/${project.id}`,
      process_key: project.protocol_slug,
      pathway: project.pathway,
      protocol_slug: project.protocol_slug,
      country_code: project.country_code,
      validator_name: project.verifier,
      current_verifier_name: project.verifier,
      crediting_period_start: null,
      crediting_period_end: null,
      issued_credits_total: totalOf(all),
      // Nobody retires credits in the box.
      retired_credits_total: quantityOfCredits(0),
      issued_buffer_pool_credits_total: totalOf(all.filter(({ pool }) => pool === 'buffer')),
      retired_buffer_pool_credits_total: quantityOfCredits(0),
      location: null,
    };
  }

  refund(refund: Entity<'refund'>) {
    return {
      id: refund.id,
      notes: refund.notes,
      refunded_at: refund.refunded_at,
      credit_batch_size_total: quantityOfCredits(refund.credit_kgs),
      from_buffer_pool_organisation: this.organisation(refund.from_organisation_id),
      to_organisation: this.organisation(refund.to_organisation_id),
    };
  }
}

/** The reads below `/registry/v0` that a supplier's month needs (`interface.md`, Registry endpoints; `api-facts.md` §1.3). */
export function registryRoutes(routes: Routes, context: Context): void {
  const { records } = context.store;
  const registry = new Registry(context);
  const own = () => records.supplier.all()[0]?.id ?? '';

  routes.get('/issuances/:id', shapes.issuance, (call) =>
    registry.issuance(findOne(context, records.issuance, call.id())),
  );

  routes.get('/issuances/:id/credit_batches', shapes.issuanceCreditBatches, (call) => {
    const { id } = findOne(context, records.issuance, call.id());
    return {
      issuance_id: id,
      ...registry.totals(id),
      supplier_credit_batches: registry.batches(id, 'supplier').map((one) => registry.batch(one)),
      buffer_pool_credit_batches: registry.batches(id, 'buffer').map((one) => registry.batch(one)),
    };
  });

  routes.list('/suppliers/:id/issuances', {
    node: shapes.issuance,
    filters: {},
    select: (_query, call) => {
      const id = call.id();
      if (records.supplier.get(id) === null) throw absent(context, 'supplier', id);
      return records.issuance.all().filter(({ supplier_id }) => supplier_id === id);
    },
    present: (issuance) => registry.issuance(issuance),
  });

  routes.get('/refunds/:id', shapes.refund, (call) =>
    registry.refund(findOne(context, records.refund, call.id())),
  );

  routes.get('/supplier', shapes.supplier, () => registry.supplier(own()));

  routes.get('/organisations/:id', shapes.organisation.nullable(), (call) =>
    records.organisation.get(call.id()) === null ? null : registry.organisation(call.id()),
  );

  routes.get('/projects/:id', shapes.project.nullable(), (call) => {
    const project = records.project.get(call.id());
    return project === null ? null : registry.project(project, own());
  });
}
