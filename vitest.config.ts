import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: 'test/support/temporary-root.ts',
    sequence: { shuffle: true },
    projects: [
      {
        extends: true,
        test: {
          name: 'line',
          include: ['test/**/*.test.ts'],
          exclude: ['test/slow/**', 'test/chaos/**', 'test/bench/**'],
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: { name: 'slow', include: ['test/slow/**/*.test.ts'], testTimeout: 60_000 },
      },
      {
        extends: true,
        test: { name: 'chaos', include: ['test/chaos/**/*.test.ts'], testTimeout: 600_000 },
      },
    ],
  },
});
