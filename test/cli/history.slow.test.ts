import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { keepHistory } from '../../src/changes/keep-history.ts';
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

test('a change that cannot become an event does not hinder the erasure of a record', async () => {
  await gateway.sql(`INSERT INTO quick_order (id, company_id) VALUES ('first', 'acme')`);
  await gateway.sql(`INSERT INTO webhook_subscription (id, company_id, workflow_id, node_id, webhook_url, resource, actions)
    VALUES ('s', 'acme', 'w', 'n', 'http://127.0.0.1', 'tank', '{updated}')`);
  await gateway.sql(
    `INSERT INTO webhook_outbox (resource, action, company_id, subscription_ids) VALUES ('tank', 'updated', 'acme', '{s}')`,
  );
  await gateway.sql(`INSERT INTO quick_order (id, company_id) VALUES ('behind', 'acme')`);
  expect(await history('erase', 'quick-orders', 'behind')).toMatchObject({
    stdout: '1 revision erased.\n',
    stderr: '',
  });
  expect(await gateway.sql('SELECT resource FROM webhook_outbox')).toEqual([{ resource: 'tank' }]);
});

test('a user of the database without the right to erase reads what is missing, in one line', async () => {
  const role = `reader_${randomUUID().replaceAll('-', '')}`;
  await gateway.sql(`CREATE ROLE ${role} LOGIN PASSWORD 'x'; GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role};
    GRANT SELECT ON SEQUENCE webhook_outbox_id_seq TO ${role}`);
  onTestFinished(() => gateway.sql(`DROP OWNED BY ${role}; DROP ROLE ${role}`).then(() => {}));
  const url = Object.assign(new URL(gateway.url), { username: role, password: 'x' });
  expect(await runProgram('history', ['erase', 'tanks', 'a'], { DATABASE_URL: url.href })).toEqual({
    status: 1,
    stdout: '',
    stderr: 'The user of the database lacks a right: permission denied for table record_revision.\n',
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
