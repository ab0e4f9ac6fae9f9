import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepHistory } from '../../src/events/keep-history.ts';
import { openGateway, type TestGateway } from '../gateway.ts';
import { runProgram } from '../programs.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
  await keepHistory(gateway.pool, { keepDays: 30, ignore: [] });
});
afterAll(() => gateway.close());

const history = (...args: string[]) => runProgram('history', args, { DATABASE_URL: gateway.url });

test('a command erases the history of a record', async () => {
  await gateway.sql(`INSERT INTO quick_order (id, company_id) VALUES ('a', 'acme'), ('b', 'acme')`);
  await gateway.sql(`UPDATE quick_order SET status = 'x'`);
  expect(await history('erase', 'quick-orders', 'a')).toEqual({
    status: 0,
    stdout: '2 revisions erased.\n',
    stderr: '',
  });
  expect(await gateway.sql('SELECT DISTINCT record_id FROM record_revision')).toEqual([{ record_id: 'b' }]);
  expect(await history('erase', 'quick-orders', 'b', '--company', 'globex')).toMatchObject({
    stdout: '0 revisions erased.\n',
  });
});

test.each([
  [[], 'The first argument must be erase.'],
  [['erase', 'subscriptions', 'a'], 'second argument must be one of tanks, tasks, expirations, quick-orders, ship-tos'],
  [['erase', 'tanks'], 'erase needs the id of one record.'],
  [['erase', 'tanks', 'a', 'b'], 'erase needs the id of one record.'],
])('a command that names no record (%j) erases nothing', async (args, message) => {
  const { status, stderr } = await history(...args);
  expect(status).toBe(1);
  expect(stderr).toContain(message);
  expect(stderr).toContain('npm run history -- erase tanks');
});
