import { defineConfig } from 'vitest/config';

/**
 * The tests that mutants of a part are run against: those that speak of it and are quick. The laws over whole runs
 * (canonicalisation, the state space, chaos) would find more and take hours.
 */
const tests: Readonly<Record<string, readonly string[]>> = {
  diff: ['test/unit/diff/**/*.test.ts'],
  quantity: ['test/unit/quantity/**/*.test.ts', 'test/laws/quantity.test.ts'],
  'retry-rules': ['test/unit/execute/retry-rules.test.ts'],
};

const part = process.env['MUTANTS_OF'] ?? '';

export default defineConfig({
  test: { include: [...(tests[part] ?? Object.values(tests).flat())], testTimeout: 20_000 },
});
