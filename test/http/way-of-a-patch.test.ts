import { Session } from 'node:inspector/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGraphiQL } from '../../src/http/graphiql/serve.ts';
import { openGateway, type TestGateway } from '../gateway.ts';

/** The most files of src/ with code that runs for an update whose document was sent before. */
const MOST_FILES = 33;

const UPDATE =
  'mutation ($id: ID!, $input: UpdateTankInput!) { updateTank(id: $id, input: $input) { ... on Tank { id name version } } }';

/** Run on their own time: timers, the feed of changes that NOTIFY wakes, and the watch on the database's health. */
const BACKGROUND = ['base/every.ts', 'base/wakeup.ts', 'postgres/outages.ts'];

/** Vite's transform gives each export of a module a function that reads it. */
const EXPORT = /^(\(\) ?=>|get ?\(\)) ?\{ ?(try ?\{ ?)?return [\w$]+;? ?\}/;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway({ logLevel: 'info', graphiql: createGraphiQL() });
  await gateway.sql(`INSERT INTO tank (id, company_id, name) VALUES ('t1', 'acme', 'new')`);
});
afterAll(() => gateway.close());

test('an update whose document was sent before passes few files', async () => {
  const update = async (name: string): Promise<void> => {
    const { data } = await gateway.ask(UPDATE, { id: 't1', input: { name } });
    expect(data.updateTank.name).toBe(name);
    await expect.poll(() => gateway.logged.splice(0)).toMatchObject([{ result: 'Tank' }]);
  };
  await update('first');
  const session = new Session();
  session.connect();
  await session.post('Debugger.enable');
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await update('second');
  await session.post('Profiler.takePreciseCoverage');
  await update('third');
  const { result: scripts } = await session.post('Profiler.takePreciseCoverage');
  const passed: string[] = [];
  for (const { url, scriptId, functions } of scripts.filter((script) => script.url.includes('/src/'))) {
    const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId });
    const isOfUs = (start: number, end: number): boolean => !EXPORT.test(scriptSource.slice(start, end));
    const called = functions.flatMap(({ ranges: [all] }) => (all?.count ? [all] : []));
    if (called.some(({ startOffset, endOffset }) => isOfUs(startOffset, endOffset)))
      passed.push(url.replace(/^.*\/src\//, ''));
  }
  session.disconnect();
  const distinct = [...new Set(passed)].filter((file) => !BACKGROUND.includes(file)).sort();
  expect(distinct.slice(MOST_FILES), distinct.join(' ')).toEqual([]);
});
