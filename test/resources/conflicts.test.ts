import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Data, openGateway, type TestGateway, tokenOf, watchStatements } from '../gateway.ts';
import { PATCHED, type PatchedRecord, tank } from '../records.ts';
import { create, insert, newCompany, stored } from '../rows.ts';
import { patcherOf } from './patching.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const conflictOf = (record: PatchedRecord, fields: string): string =>
  `mutation ($id: ID!, $input: ${record.input}!, $expectedVersion: Int) {
    answer: ${record.mutation}(id: $id, input: $input, expectedVersion: $expectedVersion) {
      __typename ... on ConflictError { currentVersion ${fields} } } }`;

/**
 * Sends an update that expects this version, three times: the second plans the document, and the third runs the plan.
 */
async function conflict(
  record: PatchedRecord,
  id: string,
  expectedVersion: number,
  fields: string,
  token?: string,
): Promise<Data> {
  const variables = { id, input: {}, expectedVersion };
  const ask = () => gateway.ask(conflictOf(record, fields), variables, token);
  const [first, ...others] = [await ask(), await ask(), await ask()];
  expect(first?.errors).toBeUndefined();
  for (const other of others) expect(other.data).toEqual(first?.data);
  return first?.data.answer;
}

/** Subscribes a company to the updates of a table. */
const watch = (companyId: string, table: string, more: Data = {}): Promise<unknown> => {
  const row = { company_id: companyId, workflow_id: 'w', node_id: 'n', webhook_url: 'http://127.0.0.1/', ...more };
  return gateway.sql(
    `INSERT INTO webhook_subscription (company_id, workflow_id, node_id, webhook_url, resource, actions, filter)
     SELECT company_id, workflow_id, node_id, webhook_url, $1, '{updated}', filter
     FROM jsonb_populate_record(NULL::webhook_subscription, $2)`,
    [table, JSON.stringify(row)],
  );
};

for (const record of PATCHED) {
  const { type, table, fields, scope } = record;
  const { names, samples, patch } = patcherOf(record, () => gateway);

  test(`a conflict of a ${table} has the record as it is now, in a second statement, also for a token that may only write it`, async () => {
    const { id } = await create(gateway, record, { version: 4 });
    const token = await tokenOf('acme', `${scope}:write`);
    const selection = `record { __typename ... on ${type} { ${Object.keys(fields).join(' ')} } }`;
    const sent = watchStatements(gateway.pool);
    const answer = await conflict(record, id, 3, selection, token);
    expect(sent).toHaveLength(6);
    expect(answer).toEqual({
      __typename: `${type}ConflictError`,
      currentVersion: 4,
      record: { __typename: type, ...(await stored(gateway, record, id)) },
    });
  });

  test(`a conflict of a ${table} names the fields that have changed since`, async () => {
    const { companyId, token } = await newCompany();
    await watch(companyId, table);
    const { id } = await create(gateway, record, { companyId });
    const [one = '', other = one] = names;
    const changed = async (since: number) =>
      (await conflict(record, id, since, 'changedFields', token)).changedFields.toSorted();
    const named = (...fields: string[]) => [...new Set([...fields, ...record.touched])].toSorted();
    for (const [index, name] of [one, other, one].entries())
      await patch(id, samples(index + 1, [name]), undefined, token);
    expect(await changed(1)).toEqual(named(one, other));
    // The day of a change is the same as before.
    expect(await changed(3)).toEqual(named(one).filter((name) => fields[name] !== 'Date' || name === one));
  });
}

const NAMES = 'changedFields record { ... on Tank { name } }';

/** Without the time: changes within a millisecond have the same. */
const named = ({ changedFields }: Data): string[] | null =>
  changedFields?.filter((name: string) => name !== 'lastModifiedDate') ?? null;

test('a conflict selects as much of the record as it shows, with its relations under their own scopes', async () => {
  const { id } = await create(gateway, tank, { version: 2, shipToId: 'none' });
  const ask = async (token?: string) => {
    const selection = 'record { ... on Tank { shipTo { name } } ... on Task { title } }';
    return gateway.ask(conflictOf(tank, selection), { id, input: {}, expectedVersion: 1 }, token);
  };
  expect((await ask()).data.answer.record).toEqual({ shipTo: null });
  const { data, errors } = await ask(await tokenOf('acme', 'tanks:write'));
  expect(data.answer).toMatchObject({ currentVersion: 2, record: { shipTo: null } });
  expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN', missingScope: 'ship-tos:read' } }]);
});

test('changes that nobody watched, or of which one is missing, name no fields', async () => {
  const { companyId, token } = await newCompany();
  const { id } = await create(gateway, tank, { companyId });
  const rename = (name: string) => gateway.sql('UPDATE tank SET name = $2 WHERE id = $1', [id, name]);
  const changed = async (since: number) => named(await conflict(tank, id, since, NAMES, token));
  await rename('a');
  expect(await changed(1)).toBeNull();
  await watch(companyId, 'tank', { filter: { name: 'c' } });
  await rename('b');
  await rename('c');
  await rename('d');
  expect(await changed(3)).toEqual(['name']);
  expect(await changed(2)).toBeNull();
  // A client that is ahead, such as after a restore.
  expect(await changed(9)).toBeNull();
  await gateway.sql('DELETE FROM webhook_event WHERE resource_id = $1 AND version = 4', [id]);
  expect(await changed(3)).toBeNull();
});

test('the events of a deleted record of the same id are not counted', async () => {
  const { companyId, token } = await newCompany();
  await watch(companyId, 'tank', { filter: { note: 'watched' } });
  const { id } = await create(gateway, tank, { companyId, note: 'watched' });
  const changed = async (since: number) => named(await conflict(tank, id, since, NAMES, token));
  const set = (field: string, value: string) => gateway.sql(`UPDATE tank SET ${field} = $2 WHERE id = $1`, [id, value]);
  const replace = async (note: string) => {
    await gateway.sql('DELETE FROM tank WHERE id = $1', [id]);
    await insert(gateway, tank, { id, companyId, note, externalId: 'e', version: 1 });
  };
  await set('brand', 'a');
  await set('brand', 'b');
  await replace('watched');
  await set('name', 'c');
  expect(await changed(4)).toEqual(['name']);
  expect(await changed(1)).toBeNull();
  // Its third version is not watched.
  await replace('watched');
  await set('note', 'd');
  await set('note', 'e');
  expect(await changed(6)).toBeNull();
  // Nothing of it is watched.
  await gateway.sql(`UPDATE webhook_subscription SET actions = '{updated,deleted}' WHERE company_id = $1`, [companyId]);
  await set('note', 'watched');
  await replace('f');
  for (const name of ['g', 'h', 'i']) await set('name', name);
  expect(await changed(12)).toBeNull();
});

test('changes by another company, before a record moved here, are not named', async () => {
  const [here, there] = [await newCompany(), await newCompany()];
  for (const { companyId } of [here, there]) await watch(companyId, 'tank');
  const { id } = await create(gateway, tank, { companyId: there.companyId });
  await gateway.sql(`UPDATE tank SET note = 'secret' WHERE id = $1`, [id]);
  await gateway.sql('UPDATE tank SET company_id = $2 WHERE id = $1', [id, here.companyId]);
  await gateway.sql(`UPDATE tank SET name = 'b' WHERE id = $1`, [id]);
  const changed = async (since: number, token?: string) => named(await conflict(tank, id, since, NAMES, token));
  expect(await changed(3, here.token)).toEqual(['name']);
  for (const since of [1, 2]) expect(await changed(since, here.token)).toBeNull();
  const everywhere = await tokenOf(undefined, 'companies:all tanks:write');
  expect(await changed(1, everywhere)).toBeNull();
  expect((await conflict(tank, id, 1, NAMES, there.token)).__typename).toBe('NotFoundError');
});

test('the changed fields of many conflicts are a few statements, not one for each', async () => {
  const { companyId, token } = await newCompany();
  await watch(companyId, 'tank');
  const records = await Promise.all(Array.from({ length: 40 }, () => create(gateway, tank, { companyId })));
  await gateway.sql("UPDATE tank SET name = 'a' WHERE company_id = $1", [companyId]);
  const patches = records.map(({ id }) => ({ id, input: {}, expectedVersion: 1 }));
  const sent = watchStatements(gateway.pool);
  const { data } = await gateway.ask(
    `mutation ($patches: [UpdateTankPatch!]!) { updateTanks(patches: $patches) {
      ... on UpdateTanksSuccess { results { ... on ConflictError { changedFields } } } } }`,
    { patches },
    token,
  );
  expect(data.updateTanks.results.map(named)).toEqual(Array(40).fill(['name']));
  expect(sent.length).toBeLessThan(20);
});

test('an answer names the changed fields of conflicts over 10,000 changes in all, and null of those beyond', async () => {
  const { companyId, token } = await newCompany();
  const ids = Array.from({ length: 12 }, (_, n) => `${companyId} ${n}`);
  await insert(gateway, tank, ...ids.map((id) => ({ id, companyId, version: 1_001 })));
  await gateway.sql(
    `INSERT INTO webhook_event (company_id, resource, action, resource_id, data, changed, version, sequence)
     SELECT $1, 'tank', 'updated', id, '{}', '{name}', version, nextval('webhook_outbox_id_seq')
     FROM unnest($2::text[]) id CROSS JOIN generate_series(2, 1001) version`,
    [companyId, ids],
  );
  const { data } = await gateway.ask(
    `mutation ($patches: [UpdateTankPatch!]!) { updateTanks(patches: $patches) {
      ... on UpdateTanksSuccess { results { ... on ConflictError { changedFields } } } } }`,
    { patches: ids.map((id) => ({ id, input: {}, expectedVersion: 1 })) },
    token,
  );
  const found = data.updateTanks.results.map(({ changedFields }: Data) => changedFields);
  expect(found).toEqual([...Array(10).fill(['name']), null, null]);
  for (const id of ids) expect((await conflict(tank, id, 1, 'changedFields', token)).changedFields).toEqual(['name']);
});

/** Runs `write` before the next statement that looks a record of the table up. */
function beforeLookup(table: string, write: () => Promise<unknown>): void {
  const { query } = pg.Client.prototype;
  const restore = (): void => {
    pg.Client.prototype.query = query;
  };
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [config] = args as [string | { text: string }];
    const { text } = typeof config === 'string' ? { text: config } : config;
    if (!new RegExp(`^SELECT .* JOIN "${table}" `, 's').test(text)) return Reflect.apply(query, this, args);
    restore();
    return write().then(() => Reflect.apply(query, this, args));
  } as typeof query;
  onTestFinished(restore);
}

for (const record of PATCHED) {
  const { samples, patch, read } = patcherOf(record, () => gateway);

  test(`an update of ${record.many} is written if the record reaches the expected version while it is refused`, async () => {
    const { id } = await create(gateway, record);
    beforeLookup(record.table, () => patch(id, samples(1)));
    expect(await patch(id, samples(2), 2)).toMatchObject({ __typename: record.type, version: 3 });
    expect(await read(id)).toMatchObject({ ...samples(2), version: 3 });

    beforeLookup(record.table, () => patch(id, samples(3)));
    const type = record.input.replace(/Input$/, '');
    const many = `mutation ($patches: [${type}Patch!]!) { answer: ${record.mutation}s(patches: $patches) {
      ... on ${type}sSuccess { results { __typename ... on ${record.type} { version } } } } }`;
    const { data } = await gateway.ask(many, { patches: [{ id, input: samples(4), expectedVersion: 4 }] });
    expect(data.answer.results).toEqual([{ __typename: record.type, version: 5 }]);
    expect(await read(id)).toMatchObject({ ...samples(4), version: 5 });
  });
}
