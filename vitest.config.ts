import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The file that Node itself loads for `graphql`; Vite would pick another one, and two copies refuse to work together.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/postgres.ts',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
    // Each file has a database of its own, so files run side by side.
    pool: 'forks',
    maxWorkers: 3,
  },
});
