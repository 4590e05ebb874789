import { describe, expect, it } from 'vitest';
import { buildPlan } from '../../../src/plan/build-plan.js';
import { contentHash } from '../../../src/plan/canonical.js';
import { cell, desiredComponent, desiredDatapoint, mapped, quantity } from '../../support/builders.js';

const codes = (records: Parameters<typeof mapped>[0]) =>
  buildPlan(mapped(records)).issues.map(({ code }) => code);

describe('what is wrong offline', () => {
  it('is nothing for a good month', () => {
    expect(codes([desiredDatapoint('R'), desiredComponent('C', 'R')])).toEqual([]);
  });

  it.each([
    ['is empty', ''],
    ['is too long', 'x'.repeat(201)],
    ['holds a line break', 'a\nb'],
    ['ends like a replacement', 'R~2'],
    ['begins with a blank', ' R'],
  ])('is a reference that %s', (_what, reference) => {
    expect(codes([desiredDatapoint(reference)])).toContain('reference-invalid');
  });

  it('is a reference made twice, within a kind or between kinds, with both cells', () => {
    const again = desiredDatapoint('R', { origins: { '': [cell('A9')] } });
    const [issue] = buildPlan(mapped([desiredDatapoint('R'), again])).issues;
    expect(issue).toMatchObject({ code: 'reference-repeated', origins: [{ cell: 'A9' }, { cell: 'A7' }] });
    expect(codes([desiredDatapoint('R'), desiredComponent('R', 'R')])).toContain('reference-repeated');
  });

  it('is a field that the interface would refuse, with its cell', () => {
    const long = desiredDatapoint('R', {
      fields: { display_name: { type: 'text', value: 'x'.repeat(151) } },
    });
    const negative = desiredDatapoint('S', { fields: quantity(1, 't', -1) });
    const { issues } = buildPlan(mapped([long, negative]));
    expect(issues.map(({ message }) => message)).toEqual([
      'display name is longer than 150 characters',
      'quantity has a negative standard deviation',
    ]);
    expect(issues[1]).toMatchObject({ origins: [{ cell: 'F7' }] });
  });

  it('is a circle, named in its order', () => {
    const circle = [desiredComponent('A', 'R'), desiredComponent('B', 'R')].map((record, place) => ({
      ...record,
      fields: {
        inputs: {
          type: 'inputs' as const,
          value: [
            {
              input_key: 'mass',
              shape: 'scalar' as const,
              datapoints: [
                { kind: 'component' as const, by: 'reference' as const, value: place === 0 ? 'B' : 'A' },
              ],
            },
          ],
        },
      },
    }));
    expect(codes(circle)).toContain('reference-circle');
  });
});

describe('the hash of a plan', () => {
  it('does not depend on the order of keys, and depends on every value', () => {
    expect(contentHash({ a: 1, b: [2] })).toBe(contentHash({ b: [2], a: 1 }));
    expect(contentHash({ a: 1, b: [2] })).not.toBe(contentHash({ a: 1, b: [3] }));
  });
});
