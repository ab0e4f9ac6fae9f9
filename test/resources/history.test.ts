import { randomUUID } from 'node:crypto';
import { print } from 'graphql';
import { beforeEach, expect, test } from 'vitest';
import { LifeOfATankDocument } from '../../operations/generated/graphql.ts';
import { eraseHistory, keepHistory } from '../../src/changes/keep-history.ts';
import { type Data, tokenOf } from '../gateway.ts';
import { useImports } from '../import/importing.ts';
import { isNullable, PATCHED, type PatchedRecord, sampleOf, tank } from '../records.ts';
import { create, insert, newCompany, snake, stored } from '../rows.ts';

const imports = useImports();
const keep = (ignore: string[] = []) => keepHistory(imports.gateway.pool, { keepDays: 30, ignore });
beforeEach(() => keep());

const FIELDS = 'version action occurredAt sequence actor { kind id } changedFields before after';
const ROOT = `query ($record: WatchedRecord!, $id: ID!, $first: Int, $after: String) {
  history(record: $record, id: $id, first: $first, after: $after) { nodes { ${FIELDS} } pageInfo { hasNextPage endCursor } totalCount }
}`;
const nameOf = ({ table }: PatchedRecord): string => table.toUpperCase();

/** The whole history of a record, newest first, read page by page. */
async function historyOf(record: PatchedRecord, id: string, token?: string, first = 7): Promise<Data[]> {
  const found: Data[] = [];
  for (let after: string | null = null; ; ) {
    const variables = { record: nameOf(record), id, first, after };
    const { data, errors } = await imports.gateway.ask(ROOT, variables, token);
    expect(errors).toBeUndefined();
    const { nodes, pageInfo } = data.history;
    found.push(...nodes);
    if (!pageInfo.hasNextPage) return found;
    after = pageInfo.endCursor;
  }
}
const rename = (id: string, name: string | null, token?: string) =>
  imports.gateway.ask(
    'mutation ($id: ID!, $name: String) { updateTank(id: $id, input: { name: $name }) { __typename } }',
    { id, name },
    token,
  );

const pick = <Each>(among: readonly Each[]): Each => among[Math.floor(Math.random() * among.length)] as Each;

/** Some of the fields that clients may set, with random values. */
function someOf(record: PatchedRecord): Data {
  const inputs = Object.entries(record.inputs);
  const chosen = Array.from({ length: 1 + Math.floor(Math.random() * 3) }, () => pick(inputs));
  return Object.fromEntries(
    chosen.map(([field, type]) => {
      const isNull = isNullable(record, field) && Math.random() < 0.2;
      return [field, isNull ? null : sampleOf(type, field, Math.floor(Math.random() * 3))];
    }),
  );
}

/** What a new record needs. */
const needed = ({ inputs, created }: PatchedRecord): Data =>
  Object.fromEntries(
    Object.entries({ ...inputs, ...created }).flatMap(([field, type]) =>
      type.endsWith('!') ? [[field, sampleOf(type, field, 1)]] : [],
    ),
  );

/** Changes a record of this id in some way, if it is there; else creates it in some way. */
function writesOf(record: PatchedRecord, id: string): (() => Promise<unknown>)[] {
  const { type, table, mutation, input } = record;
  const { ask, sql } = imports.gateway;
  const updateAsked = () =>
    ask(`mutation ($id: ID!, $input: ${input}!) { ${mutation}(id: $id, input: $input) { __typename } }`, {
      id,
      input: someOf(record),
    });
  const updateSql = () => {
    const values = Object.entries(someOf(record)).map(([field, value]): [string, unknown] => [snake(field), value]);
    const columns = values.map(([column]) => column).join(', ');
    return sql(
      `UPDATE ${table} SET (${columns}) = (SELECT ${columns} FROM jsonb_populate_record(NULL::${table}, $2)) WHERE id = $1`,
      [id, JSON.stringify(Object.fromEntries(values))],
    );
  };
  const updates = [updateAsked, updateSql];
  return [
    () =>
      ask(`mutation ($input: Create${type}Input!) { create${type}(input: $input) { __typename } }`, {
        input: { id, ...needed(record), ...someOf(record) },
      }),
    () => insert(imports.gateway, record, { ...needed(record), ...someOf(record), id, companyId: 'acme', version: 1 }),
    ...updates,
    ...updates,
    () => ask(`mutation ($id: ID!) { delete${type}(id: $id) { __typename } }`, { id }),
    () => sql(`DELETE FROM ${table} WHERE id = $1`, [id]),
  ];
}

/** The state before a revision, by the state after it. Undefined: there is no such record. */
function stateBefore(record: PatchedRecord, id: string, { action, version, before }: Data, state: Data | undefined) {
  if (action === 'CREATED') return undefined;
  if (action === 'UPDATED') return { ...state, ...before, version: version - 1 };
  const nothing = Object.fromEntries(Object.keys(record.fields).map((field) => [field, null]));
  return { ...nothing, ...before, id, companyId: 'acme', version };
}

for (const record of PATCHED)
  test(`folding the history of ${record.many} backwards from the row of today gives every earlier version`, async () => {
    const ids = [randomUUID(), randomUUID()];
    const states = new Map(ids.map((id): [string, (Data | undefined)[]] => [id, [undefined]]));
    for (let writes = 0; writes < 80; writes++) {
      const id = pick(ids);
      if (record === tank && writes % 20 === 19) {
        const lines = ids.map((each) => `${each},Import ${writes}`).join('\n');
        expect(await imports.run(imports.write(`id,name\n${lines}\n`))).toMatchObject({ stderr: '' });
      } else await pick(writesOf(record, id))().catch(() => {});
      for (const [each, seen] of states) {
        const row = await stored(imports.gateway, record, each);
        if (JSON.stringify(row) !== JSON.stringify(seen.at(-1))) seen.push(row);
      }
    }
    for (const [id, seen] of states) {
      expect(seen.length).toBeGreaterThan(2);
      const revisions = await historyOf(record, id);
      expect(revisions).toHaveLength(seen.length - 1);
      let state = await stored(imports.gateway, record, id);
      for (const [index, revision] of revisions.entries()) {
        expect(state).toEqual(seen.at(-1 - index));
        expect(state ?? {}).toMatchObject(revision.after);
        state = stateBefore(record, id, revision, state);
      }
      expect(state).toBeUndefined();
      expect(revisions.map(({ sequence }) => sequence)).toEqual(
        revisions.map(({ sequence }) => sequence).toSorted((a, b) => b - a),
      );
    }
  });

test('while writers and readers are at the same record, its history has each version once and in its order', async () => {
  const { id } = await create(imports.gateway, tank);
  let isWriting = true;
  const reader = async () => {
    while (isWriting) {
      const versions = (await historyOf(tank, id, undefined, 200)).map(({ version }) => version);
      expect(versions).toEqual(versions.map((_, index) => versions.length - index));
    }
  };
  const writer = async (name: string) => {
    for (let turn = 0; turn < 25; turn++)
      await (name === 'sql'
        ? imports.gateway.sql('UPDATE tank SET brand = $2 WHERE id = $1', [id, `${turn}`])
        : rename(id, `${name} ${turn}`));
  };
  const readers = [reader(), reader()];
  await Promise.all(['a', 'b', 'c', 'sql'].map(writer));
  isWriting = false;
  await Promise.all(readers);
  let state = await stored(imports.gateway, tank, id);
  for (const revision of await historyOf(tank, id)) {
    expect(state).toMatchObject({ ...revision.after, version: revision.version });
    state = stateBefore(tank, id, revision, state);
  }
  expect(state).toBeUndefined();
});

test('a record has its history, which shows what its reader has just changed', async () => {
  const { id } = await create(imports.gateway, tank);
  await rename(id, 'Tank 1');
  const { data, errors } = await imports.gateway.ask(
    `query ($id: ID!) { tank(id: $id) { history(first: 1) { totalCount edges { cursor node { ${FIELDS} } } } } }`,
    { id },
  );
  expect(errors).toBeUndefined();
  const now = await stored(imports.gateway, tank, id);
  expect(data.tank.history).toMatchObject({
    totalCount: 2,
    edges: [
      {
        node: {
          action: 'UPDATED',
          version: 2,
          actor: { kind: 'USER', id: null },
          changedFields: ['name', 'lastModifiedDate'],
          before: { name: 'name №0' },
          after: { name: 'Tank 1', lastModifiedDate: now?.lastModifiedDate },
        },
      },
    ],
  });
});

test('the history of a deleted record is found by its id and in the deletions, and goes on when it is created again', async () => {
  const { id } = await create(imports.gateway, tank);
  await rename(id, 'Tank 1');
  await imports.gateway.ask('mutation ($id: ID!) { deleteTank(id: $id) { __typename } }', { id });
  const actions = async () => (await historyOf(tank, id)).map(({ action, version }) => [action, version]);
  const lifetime = [
    ['DELETED', 2],
    ['UPDATED', 2],
    ['CREATED', 1],
  ];
  expect(await actions()).toEqual(lifetime);
  const { data } = await imports.gateway.ask(
    '{ deletions(record: TANK) { nodes { recordId history { nodes { action version before } } } } }',
  );
  const deleted = data.deletions.nodes.find((node: Data) => node.recordId === id);
  expect(deleted.history.nodes.map(({ action, version }: Data) => [action, version])).toEqual(lifetime);
  expect(deleted.history.nodes[0].before).toMatchObject({
    name: 'Tank 1',
    brand: 'brand №0',
    alerts: ['alerts 0', 'a, "b" {c} \\d', '', 'NULL'],
  });
  await create(imports.gateway, tank, { id });
  expect(await actions()).toEqual([['CREATED', 3], ...lifetime]);
});

test('the ready document of a whole life shows it', async () => {
  const { data, errors } = await imports.gateway.ask(print(LifeOfATankDocument), { id: randomUUID() });
  expect(errors).toBeUndefined();
  expect(data.undone.history.nodes.map(({ action, version }: Data) => [action, version])).toEqual([
    ['CREATED', 3],
    ['DELETED', 2],
    ['UPDATED', 2],
    ['CREATED', 1],
  ]);
});

test('another company finds nothing by the id of a record, and one that moves has a history in each', async () => {
  const { companyId, token } = await newCompany();
  const { id } = await create(imports.gateway, tank);
  await rename(id, 'Tank 1');
  expect(await historyOf(tank, id, token)).toEqual([]);
  await imports.gateway.sql('UPDATE tank SET company_id = $2 WHERE id = $1', [id, companyId]);
  await rename(id, 'Tank 2', token);
  const actionsOf = (found: Data[]) => found.map(({ action }) => action);
  expect(actionsOf(await historyOf(tank, id))).toEqual(['DELETED', 'UPDATED', 'CREATED']);
  const there = await historyOf(tank, id, token);
  expect(actionsOf(there)).toEqual(['UPDATED', 'CREATED']);
  expect(JSON.stringify(there)).not.toContain('name №0');
  const { data } = await imports.gateway.ask(
    'query ($id: ID!) { tank(id: $id) { history { totalCount nodes { action } } } }',
    { id },
    await tokenOf(undefined, 'companies:all tanks:read history:read'),
  );
  expect(data.tank.history).toEqual({ totalCount: 2, nodes: [{ action: 'UPDATED' }, { action: 'CREATED' }] });
});

for (const record of PATCHED)
  test(`the history of ${record.many} needs history:read and ${record.scope}:read`, async () => {
    const { id } = await create(imports.gateway, record);
    const field = `query ($id: ID!) { ${record.one}(id: $id) { history { nodes { version } } } }`;
    const refusals = [
      [ROOT, `${record.scope}:read`, 'history:read'],
      [ROOT, 'history:read', `${record.scope}:read`],
      [field, `${record.scope}:read`, 'history:read'],
    ] as const;
    for (const [query, scope, missingScope] of refusals) {
      const { data, errors } = await imports.gateway.ask(
        query,
        { id, record: nameOf(record) },
        await tokenOf('acme', scope),
      );
      expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN', missingScope } }]);
      expect(JSON.stringify(data)).not.toContain('nodes');
    }
    const token = await tokenOf('acme', `history:read ${record.scope}:read`);
    expect(await historyOf(record, id, token)).toHaveLength(1);
  });

test('a page has its bounds, and a foreign cursor is refused', async () => {
  const { id } = await create(imports.gateway, tank);
  const ask = async (args: string) =>
    (
      await imports.gateway.ask(`query ($id: ID!) { history(record: TANK, id: $id, ${args}) { nodes { version } } }`, {
        id,
      })
    ).errors?.[0]?.message;
  expect(await ask('first: 201')).toBe('first: must be between 0 and 200');
  expect(await ask('after: "x"')).toBe('after: is not a valid cursor for this sort order');
  const made = Buffer.from('["SEQUENCE","x","y"]').toString('base64url');
  expect(await ask(`after: "${made}"`)).toContain('after: is not a valid cursor for this sort order');
  expect(await ask('last: 1')).toBeUndefined();
});

test('the values of ignored columns are left out, and an update of nothing else is passed over', async () => {
  await keep(['tank.reading_volume', 'note']);
  const { id } = await create(imports.gateway, tank, { note: 'secret' });
  await imports.gateway.sql('UPDATE tank SET reading_volume = 7 WHERE id = $1', [id]);
  await imports.gateway.sql(`UPDATE tank SET reading_volume = 8, note = 'other secret', name = 'x' WHERE id = $1`, [
    id,
  ]);
  const found = await historyOf(tank, id);
  expect(found).toMatchObject([
    {
      action: 'UPDATED',
      version: 3,
      changedFields: expect.arrayContaining(['name', 'readingVolume', 'note']),
      before: { name: 'name №0' },
      after: { name: 'x' },
    },
    { action: 'CREATED', version: 1 },
  ]);
  expect(JSON.stringify(found)).not.toMatch(/secret|readingVolume":/);
  await keep();
  await imports.gateway.sql('UPDATE tank SET reading_volume = 9 WHERE id = $1', [id]);
  expect((await historyOf(tank, id))[0]).toMatchObject({ version: 4, before: { readingVolume: 8 } });
});

test('a value of more than 8 KB is a mark', async () => {
  const long = 'x'.repeat(8200);
  const { id } = await create(imports.gateway, tank, { metadata: { long }, note: 'x'.repeat(8190) });
  await imports.gateway.sql(`UPDATE tank SET metadata = '{"a": 1}', note = note || 'x' WHERE id = $1`, [id]);
  const cut = { $cut: true };
  expect(await historyOf(tank, id)).toMatchObject([
    { before: { metadata: cut, note: 'x'.repeat(8190) }, after: { metadata: { a: 1 }, note: cut } },
    { action: 'CREATED', after: { metadata: cut, note: 'x'.repeat(8190) } },
  ]);
  // Nor is one kept of a record that is too large to be parsed.
  await imports.gateway.sql(`UPDATE tank SET note = $2, name = 'y' WHERE id = $1`, [id, 'x'.repeat(8_100_000)]);
  expect((await historyOf(tank, id))[0]).toMatchObject({
    before: { name: cut, note: cut },
    after: { name: cut, note: cut },
  });
});

test('the mark of a value that was cut is refused in an update and in a creation', async () => {
  const { id } = await create(imports.gateway, tank);
  const undo = `mutation ($id: ID!, $metadata: JSONObject) {
    updateTank(id: $id, input: { name: "x", metadata: $metadata }) { ...refusal }
    createTank(input: { name: "x", metadata: $metadata }) { ...refusal }
  } fragment refusal on InvalidRequestError { issues { path code message } }`;
  const { data } = await imports.gateway.ask(undo, { id, metadata: { $cut: true } });
  const message = 'is the mark of a value that the history has cut; omit it';
  const refusal = { issues: [{ path: ['input', 'metadata'], code: 'INVALID', message }] };
  expect(data).toEqual({ updateTank: refusal, createTank: refusal });
  expect(await stored(imports.gateway, tank, id)).toMatchObject({ metadata: {}, version: 1 });
});

test('a conflict names the changed fields of every change that the history has', async () => {
  const { id } = await create(imports.gateway, tank);
  await rename(id, 'Tank 1');
  await imports.gateway.sql(`UPDATE tank SET status = 'x' WHERE id = $1`, [id]);
  const changed = async (since: number) => {
    const { data } = await imports.gateway.ask(
      `mutation ($id: ID!, $since: Int) { updateTank(id: $id, input: {}, expectedVersion: $since) {
        ... on ConflictError { changedFields } } }`,
      { id, since },
    );
    return data.updateTank.changedFields;
  };
  expect(await changed(1)).toEqual(['name', 'status', 'lastModifiedDate']);
  expect(await changed(2)).toEqual(['status', 'lastModifiedDate']);
  await imports.gateway.sql('DELETE FROM record_revision WHERE version = 2');
  expect(await changed(1)).toBeNull();
});

test('erasing a history also takes the changes that wait, and leaves those of other records and companies', async () => {
  const [{ id }, other] = [await create(imports.gateway, tank), await create(imports.gateway, tank)];
  await rename(id, 'Tank 1');
  await eraseHistory(imports.gateway.pool, imports.gateway.prisma, { resource: 'task', id });
  await eraseHistory(imports.gateway.pool, imports.gateway.prisma, { resource: 'tank', id, company: 'globex' });
  expect(await historyOf(tank, id)).toHaveLength(2);
  await rename(id, 'Tank 2');
  expect(
    await eraseHistory(imports.gateway.pool, imports.gateway.prisma, { resource: 'tank', id, company: 'acme' }),
  ).toBe(3);
  expect(await historyOf(tank, id)).toEqual([]);
  expect(await historyOf(tank, other.id)).toHaveLength(1);
  await rename(id, 'Tank 3');
  expect(await historyOf(tank, id)).toMatchObject([{ version: 4 }]);
});

test('erasing a history also takes the changes of the record that were set aside, which cannot come back', async () => {
  const { sql, pool, prisma } = imports.gateway;
  const [{ id }, other] = [await create(imports.gateway, tank), await create(imports.gateway, tank)];
  await sql('UPDATE webhook_outbox SET error = $1', ['for later']);
  await eraseHistory(pool, prisma, { resource: 'tank', id, company: 'globex' });
  await eraseHistory(pool, prisma, { resource: 'task', id });
  expect(await sql('SELECT FROM webhook_outbox')).toHaveLength(2);
  await eraseHistory(pool, prisma, { resource: 'tank', id, company: 'acme' });
  await sql('UPDATE webhook_outbox SET error = NULL');
  expect(await historyOf(tank, id)).toEqual([]);
  expect(await historyOf(tank, other.id)).toHaveLength(1);
});

test('without history a write leaves nothing behind, and nobody has one', async () => {
  const { sql, pool } = imports.gateway;
  await sql('DELETE FROM change_watch');
  await sql('DELETE FROM history_watch');
  await keepHistory(pool, { keepDays: 0, ignore: ['note'] });
  const { id } = await create(imports.gateway, tank);
  await rename(id, 'Tank 1');
  expect(
    await sql(
      `SELECT 1 FROM webhook_outbox UNION ALL SELECT 2 FROM change_watch UNION ALL SELECT 3 FROM history_watch`,
    ),
  ).toEqual([]);
  expect(await historyOf(tank, id)).toEqual([]);
});

test('a record of no company has no history', async () => {
  const { id } = await create(imports.gateway, tank, { companyId: null });
  await imports.gateway.sql(`UPDATE tank SET name = 'x' WHERE id = $1`, [id]);
  await imports.gateway.sql('DELETE FROM tank WHERE id = $1', [id]);
  expect(await imports.gateway.sql('SELECT resource FROM webhook_outbox')).toEqual([]);
});

test('a conflict never names the fields of an earlier life of the record', async () => {
  const id = randomUUID();
  const { gateway } = imports;
  const { token } = await newCompany();
  const send = async (operation: string) =>
    (await gateway.ask(`mutation ($id: ID!) { x: ${operation} }`, { id }, token)).data.x;
  const update = (input: string, expected = '') =>
    send(`updateTank(id: $id, input: { ${input} }${expected}) { __typename ... on ConflictError { changedFields } }`);
  await send('createTank(input: { id: $id, name: "n" }) { __typename }');
  await update('name: "a"');
  await update('brand: "b"');
  // Opens the outbox.
  await historyOf(tank, id, token);
  await send('deleteTank(id: $id) { __typename }');
  await send('restoreTank(id: $id, version: 3) { __typename }');
  await update('status: "s"');
  await update('fillPercentage: 5');
  const conflictAt = (version: number) => update('name: "z"', `, expectedVersion: ${version}`);
  const conflict = { __typename: 'TankConflictError' };
  expect(await conflictAt(2)).toEqual({ ...conflict, changedFields: null });
  expect(await conflictAt(5)).toEqual({ ...conflict, changedFields: ['fillPercentage', 'lastModifiedDate'] });
});
