import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Data, openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { PATCHED, type StoredRecord, shipTo, tank, task } from '../records.ts';
import { create, newCompany, snake, stored } from '../rows.ts';
import { openEvents } from './event-source.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway({ beatMs: 50 });
});
afterAll(() => gateway.close());

const TANK = `subscription Watch($id: ID!, $since: String) {
  tankChanged(id: $id, since: $since) {
    __typename
    ... on Resync { cursor }
    ... on TankChange { action recordId changedFields matches sequence occurredAt cursor tank { id name version } }
  }
}`;
const CHANGES = `subscription ($watch: [WatchInput!]!) {
  changes(watch: $watch) {
    __typename
    ... on Change { action recordId matches }
    ... on TankChange { tank { name shipTo { name } } }
  }
}`;
const UPDATE = 'mutation ($id: ID!, $name: String) { updateTank(id: $id, input: { name: $name }) { __typename } }';

/** A company of its own: nobody has watched its records before. */
async function company() {
  const { companyId, token } = await newCompany();
  return {
    companyId,
    token,
    make: (record: StoredRecord, values: Data = {}) => create(gateway, record, { companyId, ...values }),
    rename: (id: string, name: string) => gateway.ask(UPDATE, { id, name }, token),
    watch: (query: string, variables: object) => openEvents(gateway, query, { variables, token }),
  };
}

test('a change of the watched tank arrives after its commit, and one of another tank does not', async () => {
  const { make, rename, watch } = await company();
  const [{ id }, other] = [await make(tank), await make(tank)];
  const events = await watch(TANK, { id });
  expect(events.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(await events.item()).toMatchObject({ __typename: 'Resync' });
  await rename(other.id, 'other');
  await rename(id, 'new');
  const { occurredAt, ...change } = await events.item();
  expect(Date.parse(occurredAt)).toBeGreaterThan(Date.now() - 60_000);
  expect(change).toEqual({
    __typename: 'TankChange',
    action: 'UPDATED',
    recordId: id,
    changedFields: ['name', 'lastModifiedDate'],
    matches: true,
    sequence: expect.any(Number),
    cursor: events.lastId(),
    tank: { id, name: 'new', version: 2 },
  });
});

for (const record of PATCHED)
  test(`a change of ${record.one} has the record with every field, as a query has it`, async () => {
    const { make, watch, token } = await company();
    const { id } = await make(record);
    const fields = Object.keys(record.fields).join(' ');
    const document = `subscription ($id: ID!) { ${record.one}Changed(id: $id) { ... on ${record.type}Change { ${record.one} { ${fields} } } } }`;
    const events = await watch(document, { id });
    await events.item();
    const [field = ''] = Object.keys(record.inputs);
    await gateway.sql(`UPDATE ${record.table} SET ${snake(field)} = 'another' WHERE id = $1`, [id]);
    const item = await events.item();
    const { data } = await gateway.ask(`query ($id: ID!) { ${record.one}(id: $id) { ${fields} } }`, { id }, token);
    expect(item[record.one]).toEqual(data[record.one]);
    expect(item[record.one][field]).toBe('another');
    expect(item[record.one]).toEqual(await stored(gateway, record, id));
  });

test('changes of a record arrive in their order, from every writer', async () => {
  const { make, rename, watch } = await company();
  const { id } = await make(tank);
  const events = await watch(TANK, { id });
  await events.item();
  const renamed = await Promise.all(Array.from({ length: 60 }, (_, n) => rename(id, `name ${n}`)));
  for (const { errors } of renamed) expect(errors).toBeUndefined();
  const items: Data[] = [];
  while (items.length < 60) items.push(await events.item());
  expect(items.map((item) => item.tank.version)).toEqual(Array.from({ length: 60 }, (_, n) => n + 2));
  expect(items.map(({ sequence }) => sequence)).toEqual(
    items.map(({ sequence }) => sequence).toSorted((a, b) => a - b),
  );
});

test('a record that is created, changed and deleted sends three changes', async () => {
  const { make, watch } = await company();
  const events = await watch(CHANGES, { watch: [{ record: 'TASK' }] });
  await events.item();
  const { id } = await make(task);
  await gateway.sql("UPDATE task SET title = 'new' WHERE id = $1", [id]);
  await gateway.sql('DELETE FROM task WHERE id = $1', [id]);
  const items = [await events.item(), await events.item(), await events.item()];
  expect(items).toEqual([
    { __typename: 'TaskChange', action: 'CREATED', recordId: id, matches: true },
    { __typename: 'TaskChange', action: 'UPDATED', recordId: id, matches: true },
    { __typename: 'TaskChange', action: 'DELETED', recordId: id, matches: false },
  ]);
});

test('a filter reports when a record starts to match, changes, and stops matching', async () => {
  const { make, watch } = await company();
  const filter = { status: 'low', metadata: { zone: ['north'] } };
  const events = await watch(CHANGES, { watch: [{ record: 'TANK', filter }] });
  await events.item();
  const [{ id }, other] = [await make(tank), await make(tank)];
  const set = (values: string, of = id) => gateway.sql(`UPDATE tank SET ${values} WHERE id = $1`, [of]);
  await set("status = 'low'", other.id);
  await set(`status = 'low', name = 'enters', metadata = '{"zone": ["south", "north"], "more": 1}'`);
  await set("name = 'stays'");
  await set("status = 'full', name = 'leaves'");
  await set("name = 'is away'");
  await set(`status = 'low', metadata = '{"zone": ["north"]}', name = 'the end'`, other.id);
  const seen: unknown[] = [];
  while (seen.length < 4) {
    const { matches, tank: shown } = await events.item();
    seen.push([shown.name, matches]);
  }
  expect(seen).toEqual([
    ['enters', true],
    ['stays', true],
    ['leaves', false],
    ['the end', true],
  ]);
});

test('one connection watches several types and named records', async () => {
  const { make, rename, watch } = await company();
  const [one, other, job] = [await make(tank), await make(tank), await make(task)];
  const records = [
    { record: 'TANK', ids: [one.id] },
    { record: 'TASK', ids: [job.id] },
  ];
  const events = await watch(CHANGES, { watch: records });
  await events.item();
  await rename(other.id, 'x');
  await gateway.sql("UPDATE task SET title = 'x' WHERE id = $1", [job.id]);
  await rename(one.id, 'x');
  expect([await events.item(), await events.item()].map(({ recordId }) => recordId)).toEqual([job.id, one.id]);
});

test('another company’s change never arrives, not even of a record that is watched by its id', async () => {
  const [own, other] = [await company(), await company()];
  const { id } = await other.make(tank);
  const byId = await own.watch(TANK, { id });
  const all = await own.watch(CHANGES, { watch: [{ record: 'TANK' }] });
  const theirs = await other.watch(TANK, { id });
  for (const events of [byId, all, theirs]) await events.item();
  await other.rename(id, 'theirs');
  expect((await theirs.item()).tank.name).toBe('theirs');
  const made = await own.make(tank);
  expect(await all.item()).toMatchObject({ action: 'CREATED', recordId: made.id });
  await gateway.sql('UPDATE tank SET company_id = $2 WHERE id = $1', [id, own.companyId]);
  expect(await byId.item()).toMatchObject({ action: 'CREATED', recordId: id });
  expect(await theirs.item()).toMatchObject({ action: 'DELETED', recordId: id, matches: false });
});

test('a relation is read within the company', async () => {
  const [own, other] = [await company(), await company()];
  const places = [await own.make(shipTo, { name: 'Own' }), await other.make(shipTo, { name: 'Theirs' })];
  const { id } = await own.make(tank);
  const events = await own.watch(CHANGES, { watch: [{ record: 'TANK', ids: [id] }] });
  await events.item();
  for (const place of places) await gateway.sql('UPDATE tank SET ship_to_id = $2 WHERE id = $1', [id, place.id]);
  expect((await events.item()).tank.shipTo).toEqual({ name: 'Own' });
  expect((await events.item()).tank.shipTo).toBeNull();
});

const failure = async (token: string | undefined, document = TANK, variables: object = { id: 'x' }) => {
  const events = await openEvents(gateway, document, { variables, ...(token !== undefined && { token }) });
  const sent = await events.next();
  return [sent?.data?.errors?.[0]?.extensions, (await events.next())?.event];
};

test('a live operation needs the scopes that read its records, and a token of one company', async () => {
  const tasksOnly = await tokenOf('acme', 'tasks:read');
  const lacking = [{ code: 'FORBIDDEN', missingScope: 'tanks:read' }, 'complete'];
  expect(await failure(tasksOnly)).toMatchObject(lacking);
  expect(await failure(tasksOnly, CHANGES, { watch: [{ record: 'TASK' }, { record: 'TANK' }] })).toMatchObject(lacking);
  expect(await failure('nonsense')).toMatchObject([{ code: 'UNAUTHENTICATED' }, 'complete']);
  const operator = await tokenOf(undefined, 'companies:all tanks:read');
  expect(await failure(operator)).toMatchObject([{ code: 'FORBIDDEN' }, 'complete']);
});

test('arguments that cannot match are refused', async () => {
  const watch = [{ record: 'TANK', filter: { shipToId: 'x' } }];
  const [extensions] = await failure(undefined, CHANGES, { watch });
  expect(extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    issues: [{ path: ['watch', '0', 'filter', 'shipToId'] }],
  });
  for (const filter of [{ note: 'x'.repeat(16 * 1024) }, { metadata: { a: Array(101).fill(1) } }])
    expect((await failure(undefined, CHANGES, { watch: [{ record: 'TANK', filter }] }))[0]).toMatchObject({
      issues: [{ path: ['watch', '0', 'filter'], code: 'TOO_LONG' }],
    });
  expect((await failure(undefined, CHANGES, { watch: [] }))[0]).toMatchObject({ issues: [{ path: ['watch'] }] });
  const ids = Array.from({ length: 501 }, String);
  const many = {
    watch: [
      { record: 'TANK', ids },
      { record: 'TASK', ids },
    ],
  };
  expect((await failure(undefined, CHANGES, many))[0]).toMatchObject({
    issues: [{ path: ['watch'], code: 'TOO_LONG' }],
  });
  expect((await failure(undefined, TANK, { id: 'x', since: '?' }))[0]).toMatchObject({ issues: [{ path: ['since'] }] });
});

test('a stream ends with its token, and its line in the log has the company', async () => {
  const token = await tokenOf('acme', undefined, '2s');
  const events = await openEvents(gateway, TANK, { variables: { id: 'x' }, token });
  expect((await events.item()).__typename).toBe('Resync');
  const sent = await events.next();
  expect(sent?.data?.errors).toMatchObject([
    { message: 'The token has expired.', extensions: { code: 'UNAUTHENTICATED' } },
  ]);
  expect((await events.next())?.event).toBe('complete');
  expect(await events.next()).toBeUndefined();
  const line = () => gateway.logged.findLast(({ msg, kind }) => msg === 'request' && kind === 'subscription');
  await expect.poll(line).toMatchObject({ company: 'acme', result: 'UNAUTHENTICATED' });
});

test('the change that an expired token does not get is sent to the next one, which resumes', async () => {
  const other = await openGateway({ beatMs: 60_000 });
  onTestFinished(() => other.close());
  const { id } = await create(other, tank, { companyId: 'acme' });
  const token = await tokenOf('acme', undefined, '2s');
  const events = await openEvents(other, TANK, { variables: { id }, token });
  expect((await events.item()).__typename).toBe('Resync');
  const refusal = async () => (await other.ask('{ tank(id: "x") { id } }', {}, token)).errors?.[0]?.extensions.code;
  await expect.poll(refusal, { timeout: 10_000 }).toBe('UNAUTHENTICATED');
  await other.sql("UPDATE tank SET name = 'new' WHERE id = $1", [id]);
  expect((await events.next())?.data?.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  const resumed = await openEvents(other, TANK, { variables: { id }, lastId: events.lastId() });
  expect((await resumed.item()).tank?.name).toBe('new');
});

test('a live operation can be asked for by GET, and other operations as an event stream', async () => {
  const { make, rename, token } = await company();
  const { id } = await make(tank);
  const events = await openEvents(gateway, TANK, { variables: { id }, method: 'GET', token });
  expect((await events.item()).__typename).toBe('Resync');
  await rename(id, 'new');
  expect((await events.item()).tank.name).toBe('new');
  const query = await openEvents(gateway, '{ tank(id: "none") { id } }');
  expect(await query.next()).toMatchObject({ event: 'next', data: { data: { tank: null } } });
  expect((await query.next())?.event).toBe('complete');
});

test('a client that takes no event stream is refused before anything is opened', async () => {
  const { status, errors } = await gateway.ask(TANK, { id: 'x' });
  expect([status, errors?.[0]?.extensions.code]).toEqual([406, 'BAD_REQUEST']);
});

test('a stream that ends has its line in the log', async () => {
  const events = await openEvents(gateway, TANK, { variables: { id: 'logged' } });
  await events.item();
  events.close();
  const line = { kind: 'subscription', operation: 'Watch', company: 'acme', status: 200, result: 'ok', aborted: true };
  const requestId = events.response.headers.get('x-request-id');
  await expect
    .poll(() => gateway.logged)
    .toContainEqual(expect.objectContaining({ ...line, requestId, msg: 'request' }));
});
