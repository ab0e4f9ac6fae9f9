import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests that measure the memory or the turns of their process: what other files have left there takes part in both. */
const ALONE = [
  ...['event-loop', 'large-answers', 'live-filters', 'live-memory'].map((name) => `test/http/${name}.test.ts`),
  // It adds fields to the schema.
  'test/graphql/prisma-fields.test.ts',
];

/** Tests that have no database, or a server of their own: .ci/run runs them once, not on each server. */
const OWN = [
  'test/{config,conventions,docs,start}.test.ts',
  'test/scripts/{breaking,run}.test.ts',
  'test/webhooks/{address,cipher,in-flight,request,schedule,signature}.test.ts',
];

/** Tests of programs, chaos, browsers and whole builds, which take long: `npm run test:slow`. */
const SLOW = [
  'test/{docs-snippets,program}.test.ts',
  'test/cli/**/*.test.ts',
  'test/db/gathered-operations.test.ts',
  'test/http/{graphiql-page,live-hang-up,outage}.test.ts',
  'test/own/attempts.test.ts',
  'test/scripts/image.test.ts',
];
/** Those of them that have a server of their own, or none, and browsers, which see no server: once is enough. */
const SLOW_OWN = [
  'test/examples/**/*.test.ts',
  'test/http/{console*,graphiql,sign-in}.test.ts',
  'test/db/pause.test.ts',
  'test/embedded/{binaries,owner,server}.test.ts',
  'test/http/rolling-restart.test.ts',
  'test/resources/{extending,new-resource}.test.ts',
  'test/scripts/{build,engines}.test.ts',
  'test/webhooks/chaos.test.ts',
];
/** Those of them that measure the memory of their process. */
const SLOW_ALONE = ['test/http/caches.test.ts'];

/** Files that take long begin first, so that none of them runs alone at the end. */
const LONG = [
  'chaos',
  'embedded/owner',
  'embedded/binaries',
  'graphiql',
  'http/console',
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
    // Far more than any takes: on a machine that is busy with other work, all take several times as long.
    testTimeout: 900_000,
    hookTimeout: 900_000,
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
          exclude: [...configDefaults.exclude, ...ALONE, ...OWN, ...SLOW, ...SLOW_OWN, ...SLOW_ALONE],
        },
      },
      { ...each, test: { ...each.test, name: 'tests-own', isolate: false, include: OWN } },
      { ...each, test: { ...each.test, name: 'tests-alone', include: ALONE } },
      { ...each, test: { ...each.test, name: 'slow', isolate: false, include: SLOW } },
      { ...each, test: { ...each.test, name: 'slow-own', isolate: false, include: SLOW_OWN } },
      { ...each, test: { ...each.test, name: 'slow-alone', include: SLOW_ALONE } },
    ],
  },
});
