import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../../src/auth/api-keys.ts';
import { KEY_LENGTH } from '../../../src/records/values.ts';
import { type Data, openGateway, type TestGateway, tokenOf } from '../../gateway.ts';
import { openEvents } from '../../live/event-source.ts';
import { tank, task } from '../../records.ts';
import { create } from '../../rows.ts';
import { COLUMNS, camel, isOwn, NAMES, narrowed, OWNED, type Own, recordOf } from './narrowed.ts';

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

const CHANGES = `subscription ($watch: [WatchInput!]!, $since: String) { changes(watch: $watch, since: $since) { __typename
  ... on Resync { cursor }
  ... on Change { action recordId changedFields matches cursor }
  ... on TankChange { tank { id name note customerId version } }
  ... on TaskChange { task { id assigneeId entity { ... on Tank { id } } } } } }`;
const tanks = [{ record: 'TANK' }];
const own: Own = { tank: { customer_id: ['c-1', 'c-2'] } };
/** A token of a new company, whose records nobody has watched before. */
async function company(rules: Own = own, scope?: string) {
  const id = randomUUID();
  const token = await narrowed(rules, scope, id);
  const set = (record: string, values: Data) =>
    gateway.sql(`UPDATE tank SET ${Object.keys(values).map((key, n) => `${key} = $${n + 2}`)} WHERE id = $1`, [
      record,
      ...Object.values(values),
    ]);
  return { id, token, set, make: (values: Data) => create(gateway, tank, { companyId: id, ...values }) };
}
const watch = (token: string, variables: object = { watch: tanks }, to = gateway) =>
  openEvents(to, CHANGES, { variables, token });
const shown = ({ cursor, ...item }: Data) => item;

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

const HUGE = { large: 300_000, huge: 9_000_000 };
test.each(Object.entries(HUGE))(
  'a hidden record sends nothing however %s it is, and one in sight as for a whole token',
  async (_size, length) => {
    const { id: companyId, token, set, make } = await company();
    const text = 'x'.repeat(length);
    const large = { brand: text };
    const [mine, other, moved] = [
      await make({ customerId: 'c-1' }),
      await make({ customerId: 'c-3', name: 'secret' }),
      await make({ customerId: 'c-3' }),
    ];
    const byId = await narrowed({ tank: { id: [mine.id, moved.id] } }, undefined, companyId);
    const placed = await narrowed({ tank: { customer_id: 'c-1', location_id: 'l' } }, undefined, companyId);
    const [all, both, named] = [await watch(token), await watch(placed), await watch(byId)];
    const probe = await watch(token, {
      watch: [
        { record: 'TANK', ids: [other.id] },
        { record: 'TANK', ids: [mine.id] },
      ],
    });
    for (const events of [all, both, named, probe]) expect(await events.item()).toMatchObject({ __typename: 'Resync' });
    for (const brand of [text, `${text}y`, 'small']) await set(other.id, { brand });
    const gone = await make({ customerId: text.slice(0, 300), ...large });
    await gateway.sql('DELETE FROM tank WHERE id = $1', [gone.id]);
    await set(mine.id, large);
    for (const events of [all, probe, named])
      expect(shown(await events.item())).toMatchObject({
        action: 'UPDATED',
        recordId: mine.id,
        changedFields: ['brand', 'lastModifiedDate'],
      });
    await set(moved.id, { customer_id: 'c-2', ...large });
    expect(shown(await all.item())).toMatchObject({
      action: 'CREATED',
      recordId: moved.id,
      changedFields: [],
      matches: true,
      tank: { customerId: 'c-2' },
    });
    await set(moved.id, { customer_id: 'c-3', brand: 'small', note: 'their secret' });
    expect(shown(await all.item())).toEqual({
      __typename: 'TankChange',
      action: 'DELETED',
      recordId: moved.id,
      changedFields: [],
      matches: false,
      tank: null,
    });
    // In one transaction: the record of the first change is read from the table, where it is gone for sure.
    const made = randomUUID();
    await gateway.sql(
      `INSERT INTO tank (id, company_id, customer_id, brand)
       VALUES ('${made}', '${companyId}', 'c-1', repeat('x', ${length})); DELETE FROM tank WHERE id = '${made}'`,
    );
    for (const action of ['CREATED', 'DELETED'])
      expect(shown(await all.item())).toMatchObject({ action, recordId: made, tank: null });
    await set(mine.id, { location_id: 'l', brand: 'small', note: 'small again' });
    for (const events of [all, probe])
      expect(await events.item()).toMatchObject({ action: 'UPDATED', tank: { note: 'small again' } });
    expect(await both.item()).toMatchObject({ action: 'CREATED', recordId: mine.id });
  },
);

test('what is kept of a large record is enough for each rule, also if an id is large', async () => {
  const { id: companyId } = await company();
  const events = await watch(await tokenOf(companyId), {
    watch: OWNED.map(({ table }) => ({ record: table.toUpperCase() })),
  });
  expect(await events.item()).toMatchObject({ __typename: 'Resync' });
  const filled: Record<string, string> = {
    tank: 'note',
    task: 'description',
    expiration: 'description',
    quick_order: 'orderDate',
    ship_to: 'note',
  };
  for (const name of NAMES) {
    const [column = ''] = (COLUMNS[name] ?? []).slice(1);
    const large = { [camel(column)]: 'é'.repeat(20_000), [filled[name] ?? '']: 'x'.repeat(250_000) };
    const { id } = await create(gateway, recordOf(name), { companyId, ...large });
    expect(await events.item()).toMatchObject({ recordId: id });
    const [kept] = await gateway.sql('SELECT data, truncated FROM live_change WHERE record_id = $1', [id]);
    expect([kept?.truncated, kept?.data]).toEqual([
      true,
      expect.objectContaining({ id, [column]: 'é'.repeat(KEY_LENGTH + 1) }),
    ]);
    expect(Object.keys(kept?.data)).toEqual(expect.arrayContaining(COLUMNS[name] ?? []));
  }
});

test('a change that says too little of a large record is a Resync for those whose rule it may concern', async () => {
  const { id: companyId, token, set, make } = await company();
  const { id } = await make({ customerId: 'c-1' });
  const events = await watch(token);
  const since = (await events.item()).cursor;
  await set(id, { note: 'x'.repeat(300_000) });
  await events.item();
  // As an earlier version has kept it.
  await gateway.sql(`UPDATE live_change SET data = '{}', was = NULL WHERE record_id = $1 AND truncated`, [id]);
  const again = await watch(token, { watch: tanks, since });
  expect(await again.item()).toMatchObject({ __typename: 'Resync' });
  const byId = await watch(await narrowed({ tank: { id } }, undefined, companyId), { watch: tanks, since });
  expect(await byId.item()).toMatchObject({ action: 'UPDATED', recordId: id });
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
