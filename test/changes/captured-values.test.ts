import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { models } from '../../src/generated/models.ts';
import { useDatabase } from '../webhooks/database.ts';

const database = useDatabase();
const { sql, subscribe, events, tank } = database;

test('no storable value makes a write fail', async () => {
  await subscribe({ id: 'a' });
  await subscribe({ id: 'b', filter: { metadata: { a: 1 } } });
  const nested = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
  await tank();
  await sql(`UPDATE tank SET metadata = $1::jsonb`, [nested]);
  await sql(`UPDATE tank SET fill_percentage = 'NaN', last_reading_date = '-infinity', alerts = NULL`);
  await sql(`UPDATE tank SET last_reading_date = '4713-01-01 BC', note = E'\\u0001"\\\\', alerts = '{""}'`);
  expect(await events()).toHaveLength(3);
});

test('a number, a day or a time that JSON and RFC 3339 lack is null in the event', async () => {
  await subscribe({ id: 'a', resource: 'tank', actions: ['updated'], filter: { name: 'odd' } });
  await subscribe({ id: 'b', resource: 'expiration', actions: ['created'] });
  await tank();
  for (const value of ['NaN', 'Infinity', '-Infinity'])
    await sql(`UPDATE tank SET name = 'odd', note = '"NaN"', fill_percentage = $1, last_reading_date = 'infinity'`, [
      value,
    ]);
  await sql(`UPDATE tank SET name = 'even', fill_percentage = 1, last_reading_date = '2026-03-01T08:00:00.1+05:30'`);
  for (const day of ['infinity', '-infinity', '12026-01-01', '0044-03-15 BC', '2026-03-01'])
    await sql(`INSERT INTO expiration (id, company_id, expiration_date) VALUES ($1, 'acme', $1::text::date)`, [day]);
  const found = await events();
  expect(found.map(({ data }) => [data.fill_percentage, data.last_reading_date, data.expiration_date])).toEqual([
    ...[1, 2, 3].map(() => [null, null, undefined]),
    [1, '2026-03-01T02:30:00.100Z', undefined],
    ...[1, 2, 3, 4].map(() => [undefined, undefined, null]),
    [undefined, undefined, '2026-03-01'],
  ]);
  expect(found[0].data.note).toBe('"NaN"');
});

test('a text that looks like a time stays as it is, whatever times are beside it', async () => {
  await subscribe();
  await tank();
  const texts = ['2026-03-01T02:30:00.100+00:00', '+00:00', '"last_reading_date":"2026-03-01T02:30:00.100+00:00"'];
  const times = [null, '2026-03-01T02:30:00.100Z', '2026-03-01T02:30:00.000Z'];
  const pairs = texts.flatMap((text) => times.map((time) => [text, time]));
  for (const pair of pairs) await sql('UPDATE tank SET note = $1, last_reading_date = $2', pair);
  expect((await events()).map(({ data }) => [data.note, data.last_reading_date])).toEqual(pairs);
});

test('an update names its changed columns, whatever their texts and lists contain', async () => {
  await subscribe();
  await tank();
  const lists = [
    '{}',
    '{a}',
    '{a,b}',
    '{b,a}',
    '{"note\\":1","x"}',
    '{"name\\\\","x\\":1"}',
    '{"",""}',
    '{",\\""}',
    null,
  ];
  const texts = ['', '","', '","note":"', '\\', '\\","', '{"', null];
  const objects = ['{}', '{"a":",\\"note\\":"}', '{"a":["b","c"],"note":1}'];
  const pick = <Value>(from: Value[], place: number) => from[place % from.length];
  for (let place = 0; place < 80; place++)
    await sql('UPDATE tank SET alerts = $1, note = $2, name = $3, metadata = $4', [
      pick(lists, place * 5),
      pick(texts, place >> 1),
      pick(texts, place + 3),
      pick(objects, place >> 3),
    ]);
  const written = await sql('SELECT before, after FROM webhook_outbox WHERE before IS NOT NULL ORDER BY id');
  const differences = written.map(({ before, after }) =>
    Object.keys(after).filter((name) => name !== 'version' && !isDeepStrictEqual(before[name], after[name])),
  );
  const found = (await events()).filter(({ action }) => action === 'updated');
  expect(found.map(({ changed }) => changed)).toEqual(differences);
  expect(new Set(differences.flat())).toEqual(new Set(['alerts', 'note', 'name', 'metadata', 'last_modified_date']));
});

test('a filter nested too deeply to match cannot be stored', async () => {
  const nested = (depth: number) => JSON.parse('{"a":['.repeat(depth / 2) + 1 + ']}'.repeat(depth / 2));
  await subscribe({ id: 'a', filter: nested(64) });
  await expect(subscribe({ id: 'b', filter: nested(66) })).rejects.toThrow('webhook_subscription_filter');
});

test('a table can be altered while changes wait in the outbox', async () => {
  await subscribe();
  await tank();
  const steps: [alter: string, update: string][] = [
    ['SELECT', `note = '1'`],
    [`ALTER TABLE tank ADD COLUMN colour text DEFAULT 'grey'`, `note = '2'`],
    ['ALTER TABLE tank RENAME COLUMN colour TO paint', `paint = 'blue'`],
    ['ALTER TABLE tank ALTER COLUMN note TYPE varchar(9)', `note = '3'`],
    ['ALTER TABLE tank DROP COLUMN paint', `note = '4'`],
    ['ALTER TABLE tank ALTER COLUMN note TYPE text', `note = '5'`],
  ];
  const client = await database.pool.connect();
  for (const [alter, update] of steps) {
    await sql(alter);
    await client.query(`UPDATE tank SET ${update}`);
  }
  client.release();
  const found = await events();
  expect(
    found.map(({ data, changed, truncated }) => [
      data.note,
      data.colour,
      data.paint,
      changed.find((name: string) => name !== 'last_modified_date'),
      truncated,
    ]),
  ).toEqual([
    ['1', undefined, undefined, 'note', false],
    ['2', 'grey', undefined, 'note', false],
    ['2', undefined, 'blue', 'paint', false],
    ['3', undefined, 'blue', 'note', false],
    ['4', undefined, undefined, 'note', false],
    ['5', undefined, undefined, 'note', false],
  ]);
});

test('an update names a list in the last column that becomes shorter or longer', async () => {
  await subscribe();
  await tank();
  await sql('ALTER TABLE tank ADD COLUMN tags text[]');
  for (const tags of ['{a,b}', '{a}', '{a,b,c}', '{}', null]) await sql('UPDATE tank SET tags = $1', [tags]);
  await sql('ALTER TABLE tank DROP COLUMN tags');
  const names = (await events()).map(({ changed }) => changed.filter((name: string) => name !== 'last_modified_date'));
  expect(names).toEqual(Array(5).fill(['tags']));
});

test("the loop's updates of a subscription do not change its version", async () => {
  await subscribe();
  await sql(
    `UPDATE webhook_subscription SET consecutive_failures = 3, failing_since = now(), breaker_open_until = now(), breaker_trips = 1`,
  );
  expect((await sql('SELECT version FROM webhook_subscription'))[0].version).toBe(1);
  await sql(`UPDATE webhook_subscription SET state = 'paused'`);
  expect((await sql('SELECT version FROM webhook_subscription'))[0].version).toBe(2);
});

test('the column that an update sets to its time is the one that the schema marks as modified', async () => {
  const functions =
    await sql(`SELECT substr(proname, 7) AS table, (regexp_match(prosrc, 'NEW\\.(\\w+) := \\(?moment'))[1] AS column
    FROM pg_proc WHERE proname LIKE 'touch\\_%' AND prosrc LIKE '%moment%'`);
  const marked = Object.values(models)
    .filter(({ table }) => functions.some((each) => each.table === table))
    .map(({ table, fields }) => ({ table, column: fields.find(({ modified }) => modified)?.column ?? null }));
  expect(functions.length).toBeGreaterThan(5);
  expect(new Set(functions)).toEqual(new Set(marked));
});
