import { defineConfig } from 'vitest/config';

/**
 * The tests that mutants are run against: what speaks of units, of decisions and of retries, and is quick. The laws over
 * whole runs (canonicalisation, the state space, chaos) would find more and take hours.
 */
export default defineConfig({
  test: {
    include: [
      'test/unit/{diff,quantity,execute,plan,reconcile}/**/*.test.ts',
      'test/laws/quantity.test.ts',
      'test/corpus/*.test.ts',
      'test/cli/{drift,undo}.test.ts',
    ],
    testTimeout: 20_000,
  },
});
