import { Session } from 'node:inspector/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway } from '../gateway.ts';

/** The most files of src/ with a function that runs for an update whose document was sent before. */
const MOST_FILES = 22;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway({ logLevel: 'info' });
  await gateway.sql(`INSERT INTO tank (id, company_id, name) VALUES ('t1', 'acme', 'before')`);
});
afterAll(() => gateway.close());

test('an update with a document that was sent before passes few files', async () => {
  const query =
    'mutation ($id: ID!, $input: UpdateTankInput!) { updateTank(id: $id, input: $input) { ... on Tank { id name version } } }';
  const update = async (name: string): Promise<void> => {
    const { data } = await gateway.ask(query, { id: 't1', input: { name } });
    expect(data.updateTank.name).toBe(name);
  };
  await update('first');
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await update('second');
  await session.post('Profiler.takePreciseCoverage');
  await update('third');
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  const passed = result.flatMap(({ url, functions }) => {
    const called = functions
      .filter(({ functionName, ranges }) => functionName !== '' || true)
      .filter(({ ranges }) => ranges[0]?.count);
    return /\/src\//.test(url) && called.length > 0
      ? [[url.replace(/.*\/src\//, ''), called.map((f) => f.functionName).join(' ')]]
      : [];
  });
  console.log(passed.length, JSON.stringify(passed, null, 1));
  expect(passed.length).toBeLessThanOrEqual(MOST_FILES);
});
