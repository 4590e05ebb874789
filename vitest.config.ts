import { defineConfig } from 'vitest/config';

/** Tests that take many seconds each, because they go through very many cases or records, or walk whole months. */
const slow = [
  'test/slow/**/*.test.ts',
  'test/faults/**/*.test.ts',
  'test/cli/{help,pages}.test.ts',
  'test/emulator/many-records.test.ts',
  'test/emulator/random-calls.test.ts',
  'test/laws/canonicalisation.test.ts',
  'test/laws/read-damage.test.ts',
  'test/samples/**/*.test.ts',
];

export default defineConfig({
  test: {
    globalSetup: 'test/support/temporary-root.ts',
    sequence: { shuffle: true },
    // A core is left idle else, which is half of a small machine.
    maxWorkers: '100%',
    exclude: ['test/bench/**'],
    // The pure stages: what they decide must be tested branch by branch.
    coverage: {
      include: ['src/{quantity,model,kinds,map,plan,diff,reconcile}/**/*.ts', 'src/execute/retry-rules.ts'],
      reporter: ['text', 'json-summary'],
      // What is left are fallbacks that types ask for and nothing reaches.
      thresholds: { branches: 96 },
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'line',
          include: ['test/**/*.test.ts'],
          exclude: [...slow, 'test/chaos/**'],
          testTimeout: 20_000,
          // No test mocks a module or changes its process: what they import is loaded once.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'slow', include: slow, testTimeout: 60_000 },
      },
      {
        extends: true,
        test: { name: 'chaos', include: ['test/chaos/**/*.test.ts'], testTimeout: 600_000 },
      },
    ],
  },
});
