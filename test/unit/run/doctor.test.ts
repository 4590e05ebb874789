import { describe, expect, it } from 'vitest';
import {
  environmentOfId,
  idsIn,
  judgeClock,
  judgeDisk,
  judgeIds,
  judgeNode,
  judgeToken,
} from '../../../src/run/doctor/judge.js';

const sandboxId = 'prj_1E0QTWB22SBX34D1';
const productionId = 'prj_1CTWZQGKE1S0VAXA';

describe('the doctor judges', () => {
  it.each([
    ['v20.19.0', 'ok'],
    ['v22.0.0', 'ok'],
    ['v20.18.9', 'failure'],
    ['v18.20.0', 'failure'],
  ])('Node.js %s: %s', (version, state) => {
    expect(judgeNode(version).state).toBe(state);
  });

  it.each([
    [null, 'warning'],
    [0, 'ok'],
    [60_400, 'ok'],
    [61_000, 'warning'],
    [-61_000, 'warning'],
  ])('a clock that is %s ms ahead: %s', (ahead, state) => {
    expect(judgeClock(ahead).state).toBe(state);
  });

  it('which way a clock is wrong', () => {
    expect(judgeClock(-3_600_000).said).toMatch(/3600 s behind/);
    expect(judgeClock(90_000).said).toMatch(/90 s ahead of/);
  });

  it.each([
    [10_000_000, 'failure'],
    [100_000_000, 'warning'],
    [10_000_000_000, 'ok'],
  ])('%i bytes of free disk: %s', (free, state) => {
    expect(judgeDisk(free).state).toBe(state);
  });

  it('a token by its day, and whose it is', () => {
    const expiresAt = new Date('2027-03-01T00:00:00Z');
    const valid = { state: 'valid', organisation: 'org_1', expiresAt } as const;
    expect(judgeToken({ ...valid, expiresSoon: false })).toMatchObject({ state: 'ok' });
    expect(judgeToken({ ...valid, expiresSoon: true })).toMatchObject({ state: 'warning' });
    expect(judgeToken({ ...valid, expiresSoon: true }).said).toMatch(/2027-03-01.*org_1/);
    expect(judgeToken({ state: 'expired', organisation: null, expiredAt: expiresAt }).state).toBe('failure');
    expect(judgeToken({ state: 'unreadable' }).state).toBe('warning');
  });

  it('ids that look like the other environment’s', () => {
    expect([sandboxId, productionId, 'prj_1', 'x'].map(environmentOfId)).toEqual([
      'sandbox',
      'production',
      null,
      null,
    ]);
    expect(judgeIds('production', [productionId, sandboxId])).toMatchObject({ state: 'warning' });
    expect(judgeIds('production', [productionId, sandboxId]).said).toContain(sandboxId);
    expect(judgeIds('production', [productionId, sandboxId]).said).not.toContain(productionId);
    expect(judgeIds('sandbox', [productionId]).said).toMatch(/looks like production/);
    expect(judgeIds('sandbox', [sandboxId]).state).toBe('ok');
    expect(judgeIds('local', [productionId]).state).toBe('ok');
    expect(idsIn(`a: ${sandboxId}\nb: "${sandboxId}" prj_short ${productionId}`)).toEqual([
      sandboxId,
      productionId,
    ]);
  });
});
