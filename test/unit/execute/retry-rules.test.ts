import { describe, expect, it } from 'vitest';
import {
  AmbiguousError,
  CredentialsError,
  MalformedError,
  RejectedError,
  ThrottledError,
  UnreachableError,
} from '../../../src/api/api-error.js';
import { isRefusal, remedyFor, type Remedy } from '../../../src/execute/retry-rules.js';

const asked = { method: 'POST', path: '/datapoints' };
const throttled = new ThrottledError(asked, 429, 7_000);
const silent = new ThrottledError(asked, 429, null);
const unreachable = new UnreachableError(asked, null, 'ECONNREFUSED');
const ambiguous = new AmbiguousError(asked, 502, 'the service failed');
const malformed = new MalformedError(asked, 'no JSON');
const rejected = new RejectedError(asked, 422, 'no');
const refused = new CredentialsError(asked, 401, 'no');

type Row = readonly [what: string, error: unknown, repeatable: boolean, attempt: number, remedy: Remedy];

const rows: readonly Row[] = [
  ['throttled with a time', throttled, true, 1, { act: 'hold' }],
  ['throttled, a create', throttled, false, 1, { act: 'hold' }],
  ['throttled without a time', silent, false, 1, { act: 'hold' }],
  ['throttled again and again', throttled, true, 12, { act: 'fail' }],
  ['never reached', unreachable, true, 1, { act: 'retry', delayMs: 375 }],
  ['never reached, a create: nothing was sent', unreachable, false, 2, { act: 'retry', delayMs: 750 }],
  ['never reached, out of tries', unreachable, true, 6, { act: 'fail' }],
  ['cut', ambiguous, true, 1, { act: 'retry', delayMs: 375 }],
  ['cut, late', ambiguous, true, 4, { act: 'retry', delayMs: 3_000 }],
  ['cut, out of tries', ambiguous, true, 5, { act: 'fail' }],
  ['cut, a create: look it up', ambiguous, false, 1, { act: 'look-up' }],
  ['cut, a create, however late: look it up', ambiguous, false, 9, { act: 'look-up' }],
  ['garbled', malformed, true, 1, { act: 'retry', delayMs: 375 }],
  ['garbled, a create: look it up', malformed, false, 1, { act: 'look-up' }],
  ['garbled, a create, however late', malformed, false, 9, { act: 'look-up' }],
  ['garbled, out of tries', malformed, true, 3, { act: 'fail' }],
  ['refused', rejected, true, 1, { act: 'fail' }],
  ['refused, a create', rejected, false, 1, { act: 'fail' }],
  ['credentials refused', refused, true, 1, { act: 'fail' }],
  ['a bug', new TypeError('x'), true, 1, { act: 'fail' }],
];

describe('the retry table', () => {
  it.each(rows)('%s', (_what, error, repeatable, attempt, remedy) => {
    expect(remedyFor({ error, repeatable, attempt, chance: 0.5 })).toEqual(remedy);
  });

  it('takes for a refusal what the service understood and refused, and nothing else', () => {
    expect([rejected, refused].map(isRefusal)).toEqual([true, true]);
    expect([throttled, unreachable, ambiguous, malformed, new TypeError('x')].some(isRefusal)).toBe(false);
  });

  it('spreads those who failed together', () => {
    const delays = [0, 0.5, 0.99].map((chance) =>
      remedyFor({ error: ambiguous, repeatable: true, attempt: 3, chance }),
    );
    expect(new Set(delays.map((remedy) => JSON.stringify(remedy))).size).toBe(3);
  });
});
