import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests that measure the memory or the turns of their process: what other files have left there takes part in both. */
const ALONE = ['caches', 'event-loop', 'large-answers', 'live-filters', 'live-memory'].map(
  (name) => `test/http/${name}.test.ts`,
);

/** Tests that have no database, or always a server of their own: .ci/run runs them once, not on each server. */
const OWN = [
  'test/{config,conventions,docs,start}.test.ts',
  'test/embedded/**/*.test.ts',
  'test/scripts/{breaking,build,engines,run}.test.ts',
  'test/http/rolling-restart.test.ts',
  'test/webhooks/{address,chaos,cipher,in-flight,request,schedule,signature}.test.ts',
];

/** Files that take long begin first, so that none of them runs alone at the end. */
const LONG = [
  'chaos',
  'embedded/owner',
  'embedded/binaries',
  'graphiql',
  'random-operations',
  'caches',
  'cli/key',
  'outage',
  'rolling-restart',
  'new-resource',
  'extending',
];
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      LONG.some((name) => moduleId.endsWith(`${name}.test.ts`)) ? 0 : 1;
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

const each = {
  // The file that Node itself loads for `graphql`; Vite would pick another one, and two copies refuse to work together.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 100_000 } },
    pool: 'forks' as const,
  },
};

export default defineConfig({
  test: {
    globalSetup: 'test/postgres.ts',
    sequence: { sequencer: LongFirst },
    // Each file has a database of its own, so files run side by side. Those that a worker runs one after the other
    // share its modules: loading and warming them up for each file takes as long as the tests. Many wait for a program
    // or a time limit, hence more workers than two cores.
    maxWorkers: 6,
    projects: [
      {
        ...each,
        test: {
          ...each.test,
          name: 'tests',
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...ALONE, ...OWN],
        },
      },
      { ...each, test: { ...each.test, name: 'own', isolate: false, include: OWN } },
      { ...each, test: { ...each.test, name: 'alone', include: ALONE } },
    ],
  },
});
