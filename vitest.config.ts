import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/slow/**', 'test/bench/**'],
    sequence: { shuffle: true },
    testTimeout: 20_000,
  },
});
