import { afterAll, describe, expect, it } from 'vitest';
import { killPoints } from '../support/killing.js';
import { rehearse } from './kill-everywhere.js';

const month = await rehearse(15);
const deaths = month.steps
  .filter((step) => !step.startsWith('journal'))
  .flatMap((step) => killPoints.map((point) => ({ step, point })));

afterAll(() => month.close());

describe('a process that dies at any request or upload', () => {
  it('is proven on a month with creates, updates, a replacement, documents and an entry', () => {
    expect(month.operations).toMatchObject({ create: 54, update: 6, replace: 1, blocked: 0 });
  });

  it.each(deaths)('$step, $point: the next run ends as if nothing had happened', async (death) => {
    await month.dies(death);
  });
});
