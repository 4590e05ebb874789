import { describe, expect, it } from 'vitest';
import type { CreditBatch } from '../../../src/model/issuance.js';
import { issuedKilograms, variances } from '../../../src/reconcile/close-out.js';

function batch(id: string, credit_kgs: number, parent_id: string | null = null): CreditBatch {
  return {
    id,
    parent_id,
    serial_number: id,
    ghg_entry_id: 'rmv_1',
    size: { credits: credit_kgs / 1000, credit_kgs },
  };
}

describe('what was issued', () => {
  it('counts a batch once, also where it was split', () => {
    const split = [batch('a', 100), batch('b', 60, 'a'), batch('c', 40, 'a'), batch('d', 10, 'b')];
    expect(issuedKilograms(split)).toBe(100);
    // The split batch may be left out of an answer.
    expect(issuedKilograms([batch('b', 60, 'a'), batch('c', 40, 'a')])).toBe(100);
    expect(issuedKilograms([])).toBe(0);
  });
});

describe('expected against issued', () => {
  const expected = { net_kg: 1000.6, supplier_kg: 980.588, buffer_pool_kg: 20.012, net_when_sent_kg: null };

  it('agrees where only parts of a kilogram are missing', () => {
    const [net, supplier, pool] = variances(expected, {
      supplier: [batch('a', 980)],
      bufferPool: [batch('b', 20)],
    });
    expect(net).toMatchObject({ expected_kg: 1000.6, issued_kg: 1000, agrees: true });
    expect(net?.difference_kg).toBeCloseTo(-0.6, 9);
    expect(net?.difference_percent).toBeCloseTo(-0.05996, 5);
    expect(supplier).toMatchObject({ issued_kg: 980, agrees: true });
    expect(pool).toMatchObject({ issued_kg: 20, agrees: true });
  });

  it('says kilograms and percent where more is missing, and against what was sent', () => {
    const [net, , pool, sent] = variances(
      { ...expected, net_when_sent_kg: 2000 },
      { supplier: [batch('a', 750)], bufferPool: [] },
    );
    expect(net).toMatchObject({ issued_kg: 750, agrees: false });
    expect(pool).toMatchObject({ issued_kg: 0, agrees: false, difference_percent: -100 });
    expect(sent).toMatchObject({ difference_kg: -1250, difference_percent: -62.5, agrees: false });
  });

  it('says nothing of what is not known', () => {
    for (const one of variances({ ...expected, supplier_kg: null, buffer_pool_kg: null }, null))
      expect(one).toMatchObject({ issued_kg: null, difference_kg: null, agrees: null });
    const [nothing] = variances({ ...expected, net_kg: 0 }, { supplier: [batch('a', 5)], bufferPool: [] });
    expect(nothing).toMatchObject({ difference_kg: 5, difference_percent: null, agrees: false });
  });
});
