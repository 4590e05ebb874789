import { defineConfig } from 'vitest/config';

/** The tests that mutants are run against: what speaks of units, of decisions and of retries, and is quick. */
export default defineConfig({
  test: {
    include: [
      'test/unit/{diff,quantity,execute,plan,reconcile}/**/*.test.ts',
      'test/laws/{quantity,canonicalisation}.test.ts',
      'test/corpus/*.test.ts',
      'test/cli/{drift,undo,apply}.test.ts',
    ],
    testTimeout: 20_000,
  },
});
