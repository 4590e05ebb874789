import type { ExpectedCredits, Variance } from '../model/close-out.js';
import type { CreditBatch } from '../model/issuance.js';

/**
 * The batches as they were issued: those that a batch was split into later have it as their parent, and count in it
 * (`api-facts.md` §1.3).
 */
function issuedBatches(batches: readonly CreditBatch[]): readonly CreditBatch[] {
  const ids = new Set(batches.map(({ id }) => id));
  return batches.filter(({ parent_id: parent }) => !(typeof parent === 'string' && ids.has(parent)));
}

/** Kilograms of batches as they were issued. */
export function issuedKilograms(batches: readonly CreditBatch[]): number {
  return issuedBatches(batches).reduce((sum, { size }) => sum + size.credit_kgs, 0);
}

/** Whether a batch was issued for an entry, which older answers call a removal. */
export function isOfEntry(batch: CreditBatch, entryId: string): boolean {
  return (batch.ghg_entry_id ?? batch.removal_id) === entryId;
}

/** A difference in kg and in percent of what was expected. `batches`: how often a part of a kilogram may have gone. */
function variance(figure: string, expected: number | null, issued: number | null, batches: number): Variance {
  const difference = expected === null || issued === null ? null : issued - expected;
  return {
    figure,
    expected_kg: expected,
    issued_kg: issued,
    difference_kg: difference,
    difference_percent:
      difference === null || expected === null || expected === 0 ? null : (difference / expected) * 100,
    // Credits are whole kilograms: each batch may fall short of its figure by less than one.
    agrees: difference === null ? null : Math.abs(difference) < Math.max(1, batches),
  };
}

/** Expected against issued: the whole, the supplier's part and the buffer pool's. Null batches: none were issued. */
export function variances(
  expected: ExpectedCredits,
  issued: { readonly supplier: readonly CreditBatch[]; readonly bufferPool: readonly CreditBatch[] } | null,
): readonly Variance[] {
  const supplier = issued === null ? null : issuedKilograms(issued.supplier);
  const pool = issued === null ? null : issuedKilograms(issued.bufferPool);
  const whole = supplier === null || pool === null ? null : supplier + pool;
  // A part of a kilogram may go from one pool to the other, so that all batches bear on each figure.
  const batches = [...(issued?.supplier ?? []), ...(issued?.bufferPool ?? [])];
  const { length: count } = issuedBatches(batches);
  const sent = expected.net_when_sent_kg;
  return [
    variance('Net removal', expected.net_kg, whole, count),
    variance('Supplier', expected.supplier_kg, supplier, count),
    variance('Buffer pool', expected.buffer_pool_kg, pool, count),
    ...(sent === null ? [] : [variance('Net removal as sent', sent, whole, count)]),
  ];
}
