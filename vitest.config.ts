import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Before test/postgres.ts loads what is generated: a fresh clone has nothing of it.
const { generatePrisma } = await import(new URL('scripts/build.mjs', import.meta.url).href);
generatePrisma({ ifStale: true });

/** Files that take long begin first, so that none of them runs alone at the end. */
const LONG =
  /\/(chaos|owner|binaries|graphiql|readable|tasks|random-operations|caches|key|outage|rolling-restart|new-resource|new-resource-values|extending)\./;
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => (LONG.test(moduleId) ? 0 : 1);
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

/** The files with an ending, without those with more of them. A test, and a hook, may take so many minutes. */
const project = (name: string, ending: string, but: string[] = [], isolate = false, minutes = 2) => ({
  // The file that Node itself loads for `graphql`; Vite would pick another one, and two copies refuse to work together.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    name,
    include: [`test/**/*${ending}.test.ts`],
    exclude: [...configDefaults.exclude, ...but.map((more) => `test/**/*${more}.test.ts`)],
    isolate,
    // Many times what it takes, for a machine that is busy with other work.
    testTimeout: minutes * 60_000,
    hookTimeout: minutes * 60_000,
    expect: { poll: { timeout: 100_000 } },
    pool: 'forks' as const,
  },
});

export default defineConfig({
  test: {
    globalSetup: 'test/postgres.ts',
    sequence: { sequencer: LongFirst },
    // Each file has a database of its own, so files run side by side. Those that a worker runs one after the other
    // share its modules: loading and warming them up for each file takes as long as the tests. Many wait for a program
    // or a time limit, hence more workers than two cores.
    maxWorkers: 6,
    projects: [
      project('tests', '', ['.own', '.alone', '.slow']),
      // No database, or a server of their own: the one at DATABASE_URL changes nothing.
      project('tests-own', '.own'),
      // They measure the memory or the turns of their process, or change the schema: each has its process.
      project('tests-alone', '.alone', ['.slow.alone'], true),
      // Programs, chaos, browsers and whole builds: `npm run test:slow`.
      project('slow', '.slow', [], false, 10),
      project('slow-alone', '.slow.alone', [], true, 10),
    ],
  },
});
