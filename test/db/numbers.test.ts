import { cpSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { MIGRATIONS } from '../../src/paths.ts';
import { migrate } from '../../src/postgres/migrate.ts';
import { databaseName } from '../gateway.ts';
import { databaseUrl, onServer } from '../postgres.ts';
import { temporary } from '../programs.ts';

test('sequences go on rising over the upgrade from the release that drew them in the triggers', async () => {
  const { url: server } = inject('postgres');
  const name = databaseName();
  await onServer(server, `CREATE DATABASE ${name}`);
  const url = databaseUrl(server, name);
  const baseline = temporary();
  for (const file of ['20261123150000_baseline', 'migration_lock.toml'])
    cpSync(join(MIGRATIONS, file), join(baseline, file), { recursive: true });
  await migrate(url, baseline);
  const client = new pg.Client(url);
  onTestFinished(async () => {
    await client.end();
    await onServer(server, `DROP DATABASE ${name} WITH (FORCE)`);
  });
  await client.connect();
  const rename = (to: string) => client.query('UPDATE tank SET name = $1', [to]);
  await client.query(`INSERT INTO tank (id, company_id) VALUES ('t1', 'acme');
    INSERT INTO webhook_subscription (id, company_id, workflow_id, node_id, webhook_url, resource, actions)
    VALUES ('s', 'acme', 'w', 'n', 'http://127.0.0.1/', 'tank', '{updated}');
    SELECT setval('webhook_outbox_id_seq', (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)`);
  await rename('set aside');
  await client.query(`UPDATE webhook_outbox SET error = 'for later'`);
  await rename('opened');
  // Gateways of that release go on calling it with these arguments.
  const open = () =>
    client.query({ name: 'open_outbox', text: 'SELECT opened FROM open_outbox($1, $2)', values: [9, 0] });
  await open();
  await rename('waits');
  await migrate(url, MIGRATIONS);
  await rename('written after');
  await open();
  await client.query('UPDATE webhook_outbox SET error = NULL');
  await open();
  const { rows } = await client.query(`SELECT data ->> 'name' AS name FROM webhook_event ORDER BY sequence`);
  expect(rows.map((row) => row.name)).toEqual(['set aside', 'opened', 'waits', 'written after']);
});
