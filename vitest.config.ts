import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/postgres.ts',
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Each file has a database of its own, so files run side by side.
    pool: 'forks',
    maxWorkers: 3,
  },
});
