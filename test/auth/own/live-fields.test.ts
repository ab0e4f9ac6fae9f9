import { randomUUID } from 'node:crypto';
import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { schema } from '../../../src/schema.ts';
import { type Data, openGateway, type TestGateway } from '../../gateway.ts';
import { openEvents } from '../../live/event-source.ts';
import { PATCHED, type PatchedRecord } from '../../records.ts';
import { create, snake } from '../../rows.ts';
import { COLUMNS, camel, narrowed, OWNED, ownScopes } from './narrowed.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

test('every live operation is of one of the records, or of all', () => {
  const names = Object.keys(schema.getSubscriptionType()?.getFields() ?? {});
  expect(names.toSorted()).toEqual(['changes', ...PATCHED.map(({ one }) => `${one}Changed`)].toSorted());
});

/** The results of a live operation, over SSE and over a WebSocket. */
async function listen(query: string, token: string): Promise<(() => Promise<Data>)[]> {
  const events = await openEvents(gateway, query, { token });
  const url = `${gateway.address.replace('http', 'ws')}/graphql`;
  const client = createClient({
    url,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${token}` },
  });
  onTestFinished(() => void client.dispose());
  const results = client.iterate<Data>({ query });
  return [events.item, async () => (await results.next()).value?.data?.it];
}

/** Changes a record out of sight, moves it in and out, and returns what the streams of a narrowed token get. */
async function seenOf(record: PatchedRecord, column: string, field: string, args: (id: string) => string) {
  const { table, type, one, fields } = record;
  const companyId = randomUUID();
  const own = { [table]: { [column]: 'in' } };
  const token = await narrowed(own, ownScopes(own), companyId);
  const [{ id }, hidden] = [
    await create(gateway, record, { companyId, [camel(column)]: 'out' }),
    await create(gateway, record, { companyId, [camel(column)]: 'out' }),
  ];
  const selected = `action matches changedFields ${one} { ${Object.keys(fields).join(' ')} }`;
  const streams = await listen(
    `subscription { it: ${field}(${args(id)}) { __typename ... on ${type}Change { ${selected} } } }`,
    token,
  );
  for (const next of streams) expect(await next()).toEqual({ __typename: 'Resync' });
  const text =
    Object.keys(fields).find(
      (name) => fields[name]?.startsWith('String') && name !== 'entityType' && name !== 'ownerType',
    ) ?? '';
  const write = (of: string, value: string, mark: string) =>
    gateway.sql(`UPDATE ${table} SET ${column} = $2, ${snake(text)} = $3 WHERE id = $1`, [of, value, mark]);
  const remove = (of: string) => gateway.sql(`DELETE FROM ${table} WHERE id = $1`, [of]);
  for (const of of [id, hidden.id]) await write(of, 'out', 'secret');
  for (const [value, mark] of [
    ['in', 'a'],
    ['in', 'b'],
    ['out', 'secret'],
    ['out', 'secret too'],
    ['in', 'c'],
  ])
    await write(id, value ?? '', mark ?? '');
  await remove(hidden.id);
  await remove(id);
  return Promise.all(
    streams.map(async (next) => {
      const got: unknown[] = [];
      while (got.length < 5) {
        const item = await next();
        expect(JSON.stringify(item)).not.toMatch(/secret|"out"/);
        got.push([item.action, item[one][text], item.matches, item.changedFields.length > 0]);
      }
      return got;
    }),
  );
}

for (const record of OWNED)
  test(`live operations on ${record.many} show what each rule leaves in sight, over both transports`, async () => {
    const expected = [
      ['CREATED', 'a', true, false],
      ['UPDATED', 'b', true, true],
      ['DELETED', 'b', false, false],
      ['CREATED', 'c', true, false],
      ['DELETED', 'c', false, false],
    ];
    const watch = `watch: [{ record: ${record.table.toUpperCase()} }]`;
    for (const column of COLUMNS[record.table]?.slice(1) ?? []) {
      expect(await seenOf(record, column, `${record.one}Changed`, (id) => `id: "${id}"`)).toEqual([expected, expected]);
      expect(await seenOf(record, column, 'changes', () => watch)).toEqual([expected, expected]);
    }
  });
