import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../../src/auth/api-keys.ts';
import { type Data, openGateway, type TestGateway, tokenOf } from '../../gateway.ts';
import { openEvents } from '../../live/event-source.ts';
import { tank, task } from '../../records.ts';
import { create } from '../../rows.ts';
import { isOwn } from './narrowed.ts';
import { CHANGES, own, shown, tanks, watching } from './watching.ts';

let gateway: TestGateway;
let second: TestGateway;
beforeAll(async () => {
  gateway = await openGateway({ beatMs: 50 });
  second = await openGateway({ beatMs: 50, database: { url: gateway.url, drop: async () => {} } });
});
afterAll(async () => {
  await second.close();
  await gateway.close();
});

const { company, watch } = watching(() => gateway);

test('a record that comes into the rule is created and one that leaves it is deleted, with the image in sight alone', async () => {
  const { token, set, make } = await company();
  const { id } = await make({ customerId: 'c-3', name: 'theirs', note: 'secret' });
  const events = await watch(token);
  expect(await events.item()).toMatchObject({ __typename: 'Resync' });
  await set(id, { name: 'still theirs' });
  await set(id, { customer_id: 'c-1', name: 'mine' });
  expect(shown(await events.item())).toMatchObject({
    action: 'CREATED',
    changedFields: [],
    matches: true,
    tank: { id, name: 'mine', version: 3 },
  });
  await set(id, { customer_id: 'c-2', note: 'n' });
  expect(shown(await events.item())).toMatchObject({
    action: 'UPDATED',
    changedFields: ['customerId', 'note', 'lastModifiedDate'],
    tank: { customerId: 'c-2', version: 4 },
  });
  await set(id, { customer_id: 'c-3', name: 'theirs again', note: 'their secret' });
  expect(shown(await events.item())).toEqual({
    __typename: 'TankChange',
    action: 'DELETED',
    recordId: id,
    changedFields: [],
    matches: false,
    tank: { id, name: 'mine', note: 'n', customerId: 'c-2', version: 4 },
  });
  await set(id, { note: 'more' });
  await gateway.sql('DELETE FROM tank WHERE id = $1', [id]);
  const last = await make({ customerId: 'c-1', name: 'last' });
  expect(shown(await events.item())).toMatchObject({ action: 'CREATED', tank: { id: last.id } });
  await gateway.sql('DELETE FROM tank WHERE id = $1', [last.id]);
  expect(shown(await events.item())).toMatchObject({ action: 'DELETED', tank: { id: last.id, name: 'last' } });
});

test('a filter is compared with what is in sight, and cannot ask for the other image', async () => {
  const { token, set, make } = await company();
  const { id } = await make({ customerId: 'c-3', name: 'secret' });
  const probes = await watch(token, {
    watch: [
      { record: 'TANK', filter: { name: 'secret' } },
      { record: 'TANK', filter: { customer_id: 'c-3' } },
    ],
  });
  expect(await probes.item()).toMatchObject({ __typename: 'Resync' });
  await set(id, { customer_id: 'c-1', name: 'mine' });
  await set(id, { customer_id: 'c-3', name: 'secret' });
  await make({ customerId: 'c-1', name: 'secret' });
  expect(shown(await probes.item())).toMatchObject({ action: 'CREATED', tank: { name: 'secret', customerId: 'c-1' } });
});

test('two streams of one change, narrowed and not, get each its own, with its relations', async () => {
  const { id: companyId, token, make } = await company({ task: { assignee_id: 'd-1' }, tank: { customer_id: 'c-1' } });
  const whole = await tokenOf(companyId);
  const [mine, other] = [await make({ customerId: 'c-1' }), await make({ customerId: 'c-3' })];
  const streams = await Promise.all([token, whole].map((each) => watch(each, { watch: [{ record: 'TASK' }] })));
  for (const events of streams) expect(await events.item()).toMatchObject({ __typename: 'Resync' });
  for (const [entityId, assigneeId] of [
    [mine.id, 'd-2'],
    [other.id, 'd-1'],
    [mine.id, 'd-1'],
  ])
    await create(gateway, task, { companyId, entityType: 'tank', entityId, assigneeId });
  const entities = async (events: Awaited<ReturnType<typeof watch>> | undefined, count: number) => {
    const found: unknown[] = [];
    while (found.length < count) found.push((await events?.item())?.task.entity);
    return found;
  };
  expect(await entities(streams[0], 2)).toEqual([null, { id: mine.id }]);
  expect(await entities(streams[1], 3)).toEqual([{ id: mine.id }, { id: other.id }, { id: mine.id }]);
});

test('a stream that resumes gets what its token sees, as one that was open', async () => {
  const { token, set, make } = await company();
  const { id } = await make({ customerId: 'c-1', name: 'mine' });
  const events = await watch(token);
  const since = (await events.item()).cursor;
  await set(id, { customer_id: 'c-3', name: 'secret' });
  await set(id, { name: 'more secret' });
  await set(id, { customer_id: 'c-2', name: 'back' });
  const expected = [
    { action: 'DELETED', tank: { name: 'mine', customerId: 'c-1' } },
    { action: 'CREATED', changedFields: [], tank: { name: 'back' } },
  ];
  expect([await events.item(), await events.item()]).toMatchObject(expected);
  const again = await watch(token, { watch: tanks, since });
  expect([await again.item(), await again.item()]).toMatchObject(expected);
});

test('a stream ends when its API key sees other records than at its beginning', async () => {
  const { id, hash, key } = createKey();
  const companyId = randomUUID();
  await gateway.sql(
    `INSERT INTO api_key (id, company_id, scopes, hash, own) VALUES ($1, $2, '{tanks:read:own}', $3, '{"tank":{"customer_id":"c-1"}}')`,
    [id, companyId, hash],
  );
  const events = await watch(key);
  expect(await events.item()).toMatchObject({ __typename: 'Resync' });
  await gateway.sql(`UPDATE api_key SET own = '{"tank":{"customer_id":"c-2"}}' WHERE id = $1`, [id]);
  expect((await events.next())?.data).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
});

test('a live operation on a type without a scope is refused, also beside others', async () => {
  const { token } = await company();
  const events = await watch(token, { watch: [...tanks, { record: 'TASK' }] });
  expect((await events.next())?.data).toMatchObject({ errors: [{ extensions: { missingScope: 'tasks:read' } }] });
});

test('a mirror of a narrowed token equals its list, through moves, large records, lost connections and another gateway', async () => {
  const { id: companyId, token, make } = await company();
  const rows = await Promise.all(Array.from({ length: 12 }, (_, n) => make({ customerId: `c-${n % 4}` })));
  const mirror = new Map<string, Data>();
  const list = async () => {
    const { data } = await gateway.ask(
      '{ tanks(first: 200) { nodes { id name note customerId version } } }',
      {},
      token,
    );
    return new Map<string, Data>(data.tanks.nodes.map((row: Data) => [row.id, row]));
  };
  let since: string | null = null;
  const apply = async (item: Data) => {
    since = item.cursor;
    if (item.__typename === 'Resync') {
      mirror.clear();
      for (const [id, row] of await list()) mirror.set(id, row);
    } else if (item.matches) mirror.set(item.recordId, item.tank);
    else mirror.delete(item.recordId);
    if (item.tank) expect(isOwn(own, 'tank', item.tank)).toBe(true);
  };
  const steps = fc.sample(
    fc.record({
      row: fc.nat(11),
      customer: fc.nat(3),
      name: fc.constantFrom('a', 'b'),
      isLarge: fc.nat(9).map((n) => n === 0),
    }),
    { numRuns: 240, seed: 5 },
  );
  for (let round = 0; round < 6; round++) {
    const hangUp = new AbortController();
    const events = await openEvents(round % 2 === 0 ? gateway : second, CHANGES, {
      variables: { watch: tanks, since },
      token,
      signal: hangUp.signal,
    });
    if (since === null) await apply(await events.item());
    for (const { row, customer, name, isLarge } of steps.slice(round * 40, round * 40 + 40)) {
      const id = rows[row]?.id;
      const metadata = isLarge ? JSON.stringify({ huge: 'x'.repeat(260_000) }) : '{}';
      const { rowCount } = await gateway.pool.query(
        'UPDATE tank SET customer_id = $2, name = $3, metadata = $4 WHERE id = $1',
        [id, `c-${customer}`, name, metadata],
      );
      if (rowCount === 0) await create(gateway, tank, { companyId, id, customerId: `c-${customer}` });
      else if (customer === 3 && name === 'b') await gateway.sql('DELETE FROM tank WHERE id = $1', [id]);
    }
    const marker = await make({ customerId: 'c-1', name: `round ${round}` });
    // The connection is lost in the middle of what the round has changed, except in the last one.
    for (let taken = 0; round === 5 || taken < 9; taken++) {
      const item = await events.item();
      await apply(item);
      if (item.recordId === marker.id || (item.__typename === 'Resync' && mirror.has(marker.id) && round < 5)) break;
    }
    hangUp.abort();
  }
  // A Resync may have read the marker's list already: what follows it is the same again.
  expect(mirror).toEqual(await list());
});
