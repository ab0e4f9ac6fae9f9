import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway } from '../gateway.ts';
import { tank, task } from '../records.ts';
import { create, stored } from '../rows.ts';
import { restoring } from './restoring.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const { restore, remove } = restoring(() => gateway);

test.each([
  ['INSERT', `INSERT INTO tank (id, company_id) VALUES ($1, 'acme')`],
  ['UPDATE of the id', `UPDATE tank SET id = $1 WHERE id = $1 || '-other'`],
])('an %s whose transaction does not see the deletion fails with 40001', async (_name, text) => {
  for (const level of ['REPEATABLE READ', 'SERIALIZABLE']) {
    const id = randomUUID();
    await gateway.sql(`INSERT INTO tank (id, company_id) VALUES ($1, 'acme'), ($1 || '-other', 'acme')`, [id]);
    const client = await gateway.pool.connect();
    try {
      await client.query(`BEGIN ISOLATION LEVEL ${level}`);
      await client.query('SELECT FROM tank LIMIT 1');
      await remove(tank, id);
      await expect(client.query(text, [id])).rejects.toMatchObject({ code: '40001' });
      await client.query('ROLLBACK');
      // Again, in a transaction that sees it.
      await client.query(`BEGIN ISOLATION LEVEL ${level}`);
      await client.query(text, [id]);
      await client.query('COMMIT');
      expect(await gateway.sql('SELECT version FROM tank WHERE id = $1', [id])).toEqual([{ version: 2 }]);
    } finally {
      client.release(true);
    }
  }
});

test('values that no input takes come back as they were', async () => {
  const deep = `${'{"a":'.repeat(60)}1${'}'.repeat(60)}`;
  const { id } = await create(gateway, tank, {
    fillPercentage: 103,
    latitude: "41°03'N",
    longitude: '181',
    externalId: ' 1E5 ',
    name: 'n'.repeat(300),
    lastReadingDate: 'infinity',
    alerts: null,
    metadata: {},
  });
  await gateway.sql(
    `UPDATE tank SET metadata = $2::jsonb, last_reading = '[{"iccid": 8901260852290847433, "volts": 12.50}]' WHERE id = $1`,
    [id, deep],
  );
  const row = async () =>
    (await gateway.sql(`SELECT (to_jsonb(t) - 'version')::text AS row FROM tank t WHERE id = $1`, [id]))[0]?.row;
  const before = await row();
  await gateway.sql('DELETE FROM tank WHERE id = $1', [id]);
  const restored = await gateway.ask(
    'mutation ($id: ID!) { restoreTank(id: $id, version: 2) { ... on Tank { version } } }',
    { id },
  );
  expect(restored.data).toEqual({ restoreTank: { version: 3 } });
  expect(await row()).toBe(before);
  const { id: unassigned } = await create(gateway, task, { assigneeId: 'a' });
  await gateway.sql('UPDATE task SET assigned_at = NULL WHERE id = $1', [unassigned]);
  await gateway.sql('DELETE FROM task WHERE id = $1', [unassigned]);
  expect(await restore(task, unassigned, 2)).toMatchObject({ assigneeId: 'a', assignedAt: null });
});

test('a writer whose session shortens numbers deletes what comes back with all digits', async () => {
  const { id } = await create(gateway, tank, { readingVolume: 0.1 + 0.2, daysToEmpty: -0 });
  await gateway.sql(`UPDATE tank SET last_reading_date = '1900-01-02 12:00:00.123+00' WHERE id = $1`, [id]);
  const before = await stored(gateway, tank, id);
  await gateway.pool.query(
    `BEGIN; SET LOCAL extra_float_digits = -15; SET LOCAL datestyle = 'SQL, DMY'; SET LOCAL timezone = 'Asia/Kathmandu';
    DELETE FROM tank WHERE id = '${id}'; COMMIT`,
  );
  expect(await restore(tank, id, 2)).toMatchObject({ version: 3 });
  expect(await stored(gateway, tank, id)).toEqual({ ...before, version: 3 });
});

test('a JSON null comes back as null, and a list begins at its first item', async () => {
  const { id } = await create(gateway, tank);
  await gateway.sql(`UPDATE tank SET last_reading = 'null', alerts = '[2:3]={leak,low}' WHERE id = $1`, [id]);
  await gateway.sql('DELETE FROM tank WHERE id = $1', [id]);
  expect(await restore(tank, id, 2)).toMatchObject({ alerts: ['leak', 'low'], lastReading: null });
  const [row] = await gateway.sql('SELECT last_reading, alerts::text FROM tank WHERE id = $1', [id]);
  expect(row).toEqual({ last_reading: null, alerts: '{leak,low}' });
});

test('a column that the table has got since the deletion has its default, and one that it has lost is ignored', async () => {
  const { id } = await create(gateway, tank);
  await gateway.sql('ALTER TABLE tank ADD COLUMN lost text');
  await gateway.sql('DELETE FROM tank WHERE id = $1', [id]);
  await gateway.sql(`ALTER TABLE tank DROP COLUMN lost, ADD COLUMN got text NOT NULL DEFAULT 'by default'`);
  try {
    expect(await restore(tank, id, 1)).toMatchObject({ id, version: 2 });
    expect(await restore(tank, id, 1)).toMatchObject({ id, version: 2 });
    expect(await gateway.sql('SELECT got FROM tank WHERE id = $1', [id])).toEqual([{ got: 'by default' }]);
  } finally {
    await gateway.sql('ALTER TABLE tank DROP COLUMN got');
  }
});

test('a deleted subscription leaves no copy of its secrets', async () => {
  const id = randomUUID();
  await gateway.sql(
    `INSERT INTO webhook_subscription (id, company_id, workflow_id, workflow_name, node_id, webhook_url, resource, actions, secret)
     VALUES ($1, 'acme', 'w', 'w', 'n', 'https://example.com', 'tank', '{created}', 'x')`,
    [id],
  );
  await gateway.sql('DELETE FROM webhook_subscription WHERE id = $1', [id]);
  expect(
    await gateway.sql(`SELECT data FROM record_deletion WHERE id = $1 AND record_type = 'webhook_subscription'`, [id]),
  ).toEqual([{ data: null }]);
});
