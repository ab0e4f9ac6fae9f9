import { randomUUID } from 'node:crypto';
import { print } from 'graphql';
import { expect, test } from 'vitest';
import { LifeOfATankDocument } from '../../operations/generated/graphql.ts';
import { type Data, tokenOf } from '../gateway.ts';
import { PATCHED, tank } from '../records.ts';
import { create, newCompany, stored } from '../rows.ts';
import { FIELDS, nameOf, ROOT, useHistories } from './histories.ts';

const { imports, historyOf, rename } = useHistories();

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
