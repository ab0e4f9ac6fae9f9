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

interface Project {
  /** The endings of files that belong to others. */
  but?: string[];
  isolate?: boolean;
  /** How long a test, or a hook, may take: many times what it takes, for a machine that is busy with other work. */
  minutes?: number;
  /** Starts after the others, in fewer workers. */
  isLast?: boolean;
}

/** The files with an ending. */
const project = (name: string, ending: string, { but = [], isolate = false, minutes = 2, isLast }: Project = {}) => ({
  // The file that Node itself loads for `graphql`; Vite would pick another one, and two copies refuse to work together.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    name,
    include: [`test/**/*${ending}.test.ts`],
    exclude: [...configDefaults.exclude, ...but.map((more) => `test/**/*${more}.test.ts`)],
    isolate,
    testTimeout: minutes * 60_000,
    hookTimeout: minutes * 60_000,
    expect: { poll: { timeout: 100_000 } },
    pool: 'forks' as const,
    ...(isLast && { sequence: { groupOrder: 1 }, maxWorkers: 2 }),
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
      project('tests', '', { but: ['.own', '.alone', '.timed', '.slow'] }),
      // No database, or a server of their own: the one at DATABASE_URL changes nothing.
      project('tests-own', '.own'),
      // They measure the memory or the turns of their process, or change the schema: each has its process.
      project('tests-alone', '.alone', { but: ['.slow.alone'], isolate: true, isLast: true }),
      // What they show depends on load and time, so they run beside no more than a processor serves.
      project('tests-timed', '.timed', { isLast: true }),
      // Programs, chaos, browsers and whole builds: `npm run test:slow`.
      project('slow', '.slow', { minutes: 10 }),
      project('slow-alone', '.slow.alone', { isolate: true, minutes: 10 }),
    ],
  },
});
