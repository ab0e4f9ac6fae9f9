import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Data, openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { tank } from '../records.ts';
import { full, insert } from '../rows.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway({ pool: { size: 16, lockSeconds: 2 } });
});
afterAll(() => gateway.close());

const MANY = `mutation ($patches: [UpdateTankPatch!]!) {
  updateTanks(patches: $patches) {
    ... on UpdateTanksSuccess { results { __typename ... on Tank { id name version } ... on ConflictError { currentVersion }
      ... on InvalidRequestError { issues { path code } } } }
  }
}`;
const ONE = 'mutation ($id: ID!, $input: UpdateTankInput!) { updateTank(id: $id, input: $input) { __typename } }';
const WAITING = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
const waiting = (count: number) => expect.poll(() => gateway.sql(WAITING).then((rows) => rows.length)).toBe(count);

async function tanks(count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, () => full(tank));
  await insert(gateway, tank, ...rows);
  return rows.map(({ id }) => id);
}
const rename = (ids: string[], name: string) => ({ patches: ids.map((id) => ({ id, input: { name } })) });
const stored = (ids: string[]): Promise<Data[]> =>
  gateway.sql('SELECT id, name, version FROM tank WHERE id = ANY($1) ORDER BY array_position($1, id)', [ids]);
const shuffled = <Item>(items: Item[]): Item[] => items.toSorted(() => Math.random() - 0.5);

/** Holds the lock of a record until `release`. */
async function hold(id: string | undefined) {
  const holder = await gateway.pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM tank WHERE id = $1 FOR UPDATE', [id]);
  return {
    holder,
    async release(end = 'ROLLBACK'): Promise<void> {
      await holder.query(end);
      holder.release();
    },
  };
}

test('changes of the same records in different orders, beside changes of one, wait for each other and never deadlock', async () => {
  const ids = await tanks(100);
  const many = Array.from({ length: 60 }, (_, n) => gateway.ask(MANY, rename(shuffled(ids), `many ${n}`)));
  const singles = shuffled(ids).map((id) => gateway.ask(ONE, { id, input: { name: `one ${id}` } }));
  for (const { data, errors } of await Promise.all(many)) {
    expect(errors).toBeUndefined();
    expect(data.updateTanks.results.map(({ __typename }: Data) => __typename)).toEqual(ids.map(() => 'Tank'));
  }
  for (const { data } of await Promise.all(singles)) expect(data.updateTank).toEqual({ __typename: 'Tank' });
  expect((await stored(ids)).map(({ version }) => version)).toEqual(ids.map(() => 62));
});

test('when many expect the same versions, one changes all and the others change nothing', async () => {
  const ids = await tanks(50);
  const patches = (name: string) => shuffled(ids).map((id) => ({ id, input: { name }, expectedVersion: 1 }));
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => gateway.ask(MANY, { patches: patches(`${n}`) })),
  );
  const types = answers.map(({ data }) => new Set(data.updateTanks.results.map(({ __typename }: Data) => __typename)));
  expect(types.filter((all) => all.has('Tank'))).toEqual([new Set(['Tank'])]);
  expect(types.filter((all) => all.has('TankConflictError'))).toHaveLength(7);
  const rows = await stored(ids);
  expect(new Set(rows.map(({ name, version }) => `${name} ${version}`)).size).toBe(1);
});

test('a record that another transaction changes meanwhile is judged as it is after that', async () => {
  const [first, second, third] = (await tanks(3)).toSorted();
  const { holder, release } = await hold(second);
  await holder.query("UPDATE tank SET brand = 'theirs' WHERE id = $1", [second]);
  const asked = gateway.ask(MANY, {
    patches: [first, second, third].map((id) => ({ id, input: { name: 'mine' }, expectedVersion: 1 })),
  });
  const unguarded = gateway.ask(MANY, rename([`${second}`], 'last'));
  await waiting(2);
  await release('COMMIT');
  expect((await asked).data.updateTanks.results).toMatchObject([
    { __typename: 'Tank', name: 'mine', version: 2 },
    { __typename: 'TankConflictError' },
    { __typename: 'Tank', name: 'mine', version: 2 },
  ]);
  expect((await unguarded).data.updateTanks.results).toMatchObject([{ name: 'last', version: 3 }]);
  const [row] = await gateway.sql('SELECT name, brand FROM tank WHERE id = $1', [second]);
  expect(row).toEqual({ name: 'last', brand: 'theirs' });
});

test('a record that another company takes meanwhile is not found', async () => {
  const [first, second] = await tanks(2);
  const { holder, release } = await hold(second);
  await holder.query("UPDATE tank SET company_id = 'globex' WHERE id = $1", [second]);
  const asked = gateway.ask(MANY, rename([`${first}`, `${second}`], 'mine'));
  await waiting(1);
  await release('COMMIT');
  const { results } = (await asked).data.updateTanks;
  expect(results.map(({ __typename }: Data) => __typename)).toEqual(['Tank', 'NotFoundError']);
  expect(await stored([`${second}`])).toMatchObject([{ name: full(tank).name }]);
});

test('one record that another transaction holds for two seconds stops all patches, which can be repeated', async () => {
  const ids = await tanks(10);
  const { release } = await hold(ids[5]);
  const { data, errors } = await gateway.ask(MANY, rename(ids, 'mine'));
  expect(data).toEqual({ updateTanks: null });
  expect(errors).toMatchObject([{ path: ['updateTanks'], extensions: { code: 'RECORD_LOCKED', retryable: true } }]);
  expect((await stored(ids)).map(({ version }) => version)).toEqual(ids.map(() => 1));
  await release();
  const again = await gateway.ask(MANY, rename(ids, 'mine'));
  expect(again.data.updateTanks.results).toMatchObject(ids.map((id) => ({ id, name: 'mine', version: 2 })));
});

test('written records are returned even if the reasons for the others cannot be read', async () => {
  const [held, stale, absent] = [...(await tanks(2)).toSorted(), 'absent'];
  const { release } = await hold(held);
  const asked = gateway.ask(MANY, {
    patches: [held, stale, absent].map((id, n) => ({ id, input: { name: 'mine' }, expectedVersion: n + 1 })),
  });
  await waiting(1);
  // Gets the table as soon as the write has ended, and so before the conflicts are read.
  const locker = await gateway.pool.connect();
  await locker.query('BEGIN');
  const locked = locker.query('LOCK TABLE tank');
  await waiting(2);
  await release();
  await locked;
  const { data, errors } = await asked;
  await locker.query('ROLLBACK');
  locker.release();
  expect(errors).toBeUndefined();
  expect(data.updateTanks.results).toEqual([
    { __typename: 'Tank', id: held, name: 'mine', version: 2 },
    { __typename: 'InvalidRequestError', issues: [{ path: ['patches', '1', 'expectedVersion'], code: 'INVALID' }] },
    { __typename: 'InvalidRequestError', issues: [{ path: ['patches', '2', 'expectedVersion'], code: 'INVALID' }] },
  ]);
});

test('a thousand changes are a thousand events, each with the version that the answer has', async () => {
  await gateway.sql(
    `INSERT INTO webhook_subscription (company_id, workflow_id, node_id, webhook_url, resource, actions)
     VALUES ('acme', 'w', 'n', 'https://example.com/', 'tank', '{updated}')`,
  );
  const ids = await tanks(1_000);
  const { results } = (await gateway.ask(MANY, rename(ids, 'new'))).data.updateTanks;
  const again = (await gateway.ask(MANY, rename(ids.toReversed(), 'newer'))).data.updateTanks.results;
  while ((await gateway.sql('SELECT opened FROM open_outbox(500)'))[0]?.opened > 0);
  const events = await gateway.sql(
    `SELECT resource_id AS id, array_agg(data ->> 'name' ORDER BY sequence) AS names, array_agg(version ORDER BY sequence) AS versions
     FROM webhook_event WHERE resource_id = ANY ($1) GROUP BY resource_id ORDER BY array_position($1, resource_id)`,
    [ids],
  );
  expect(events).toEqual(ids.map((id) => ({ id, names: ['new', 'newer'], versions: [2, 3] })));
  expect([results, again].map((all) => new Set(all.map(({ version }: Data) => version)))).toEqual([
    new Set([2]),
    new Set([3]),
  ]);
});

test('equal values and no values are no change, and send no event', async () => {
  const ids = await tanks(3);
  const before = await gateway.sql('SELECT count(*) FROM webhook_outbox');
  const patches = ids.map((id, n) => ({ id, input: n === 0 ? {} : { name: full(tank).name } }));
  const { results } = (await gateway.ask(MANY, { patches })).data.updateTanks;
  expect(results).toMatchObject(ids.map((id) => ({ id, version: 1 })));
  expect(await gateway.sql('SELECT count(*) FROM webhook_outbox')).toEqual(before);
});

test('a token of another company cannot distinguish a record from an absent one', async () => {
  const ids = await tanks(2);
  const token = await tokenOf('globex');
  const patches = ids.map((id, n) => ({ id, input: { name: 'theirs' }, expectedVersion: n === 0 ? 1 : null }));
  const { results } = (await gateway.ask(MANY, { patches }, token)).data.updateTanks;
  expect(results).toEqual([{ __typename: 'NotFoundError' }, { __typename: 'NotFoundError' }]);
});
