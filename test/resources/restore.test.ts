import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { PATCHED, tank } from '../records.ts';
import { create, full, insert, newCompany, stored } from '../rows.ts';
import { restoring } from './restoring.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const { ask, restore, restoreMany, remove, createTank } = restoring(() => gateway);

for (const record of PATCHED) {
  const { type, table, many, scope } = record;

  test(`restore${type} gives back the record as it was, at the next version, whoever has deleted it`, async () => {
    for (const bySql of [false, true]) {
      const { id } = await create(gateway, record, { version: 7 });
      const before = await stored(gateway, record, id);
      if (bySql) await gateway.sql(`DELETE FROM ${table} WHERE id = $1`, [id]);
      else await remove(record, id);
      const restored = await restore(record, id, 7);
      expect(restored).toEqual({ __typename: type, ...before, version: 8 });
      expect(await stored(gateway, record, id)).toEqual({ ...before, version: 8 });
      expect(await restore(record, id, 7), 'a repeat').toEqual(restored);
    }
  });

  test(`restore${type}s judges each deletion alone`, async () => {
    const { companyId, token } = await newCompany();
    const ids = Array.from({ length: 5 }, () => randomUUID());
    const [first, second, foreign, third, there] = ids;
    const companyOf = (id: string) => (id === foreign ? 'globex' : companyId);
    await insert(gateway, record, ...ids.map((id) => full(record, { id, companyId: companyOf(id) })));
    await gateway.sql(`DELETE FROM ${table} WHERE id = ANY ($1)`, [[first, second, foreign, third]]);
    const asked = [
      { id: first, version: 1 },
      { id: second, version: 2 },
      { id: foreign, version: 1 },
      { id: first, version: 1 },
      { id: there, version: 1 },
      { id: third, version: 1 },
    ];
    expect(await restoreMany(record, asked, token)).toMatchObject([
      { __typename: type, id: first, version: 2 },
      { issues: [{ path: ['records', '1', 'version'], code: 'INCOMPATIBLE' }] },
      { __typename: 'NotFoundError' },
      { issues: [{ path: ['records', '3', 'id'], code: 'DUPLICATE' }] },
      { __typename: 'NotFoundError' },
      { __typename: type, id: third, version: 2 },
    ]);
    const rows = await gateway.sql(`SELECT id FROM ${table} WHERE id = ANY ($1) ORDER BY id`, [ids]);
    expect(rows.map(({ id }) => id)).toEqual([first, third, there].sort());
  });

  test(`restore${type} needs the scope ${scope}:create, and a token of one company`, async () => {
    const { id, companyId } = await create(gateway, record);
    await remove(record, id);
    const unable = await tokenOf(companyId, `${scope}:write ${scope}:read ${scope}:delete`);
    expect(await restore(record, id, 1, unable)).toMatchObject({ missingScope: `${scope}:create` });
    expect(await restore(record, id, 1, null)).toMatchObject({ reason: 'UNAUTHENTICATED' });
    const every = await tokenOf(companyId, `companies:all ${scope}:create`);
    expect(await restore(record, id, 1, every)).toMatchObject({ reason: 'FORBIDDEN', missingScope: null });
    expect(await restore(record, `${id}\0`, 1)).toMatchObject({ __typename: 'NotFoundError' });
    expect(await restore(record, id, 1, await tokenOf(companyId, `${scope}:create`))).toMatchObject({ id });
  });

  test(`deletions of ${many} have the version that restore${type} takes, and a copy gets the record again`, async () => {
    const { companyId, token } = await newCompany();
    const { id } = await create(gateway, record, { companyId, version: 3 });
    await gateway.sql(`DELETE FROM ${table} WHERE id = $1`, [id]);
    const read = () =>
      ask(
        `{ answer: deletions(record: ${table.toUpperCase()}) { nodes { recordId version } deletedThrough } }`,
        {},
        token,
      );
    const { nodes, deletedThrough } = await read();
    expect(nodes).toEqual([{ recordId: id, version: 3 }]);
    await restore(record, id, nodes[0].version, token);
    expect((await read()).nodes).toEqual([]);
    const changed = `query ($since: DateTime) { answer: ${many}(filter: { modifiedSince: $since }) { nodes { id } } }`;
    expect((await ask(changed, { since: deletedThrough }, token)).nodes).toEqual([{ id }]);
  });

  test(`an INSERT of a deleted ${type} goes on after its version`, async () => {
    const { id } = await create(gateway, record, { version: 4 });
    await gateway.sql(`DELETE FROM ${table} WHERE id = $1`, [id]);
    await create(gateway, record, { id });
    expect(await stored(gateway, record, id)).toMatchObject({ version: 5 });
    await gateway.sql(`TRUNCATE ${table}`);
    await create(gateway, record, { id });
    expect(await stored(gateway, record, id)).toMatchObject({ version: 6 });
    await gateway.sql(`TRUNCATE ${table}`);
    expect(await restore(record, id, 6)).toMatchObject({ __typename: type, version: 7 });
  });
}

test('of two restorations at once one writes, and both return the record', async () => {
  const { id } = await create(gateway, tank);
  await remove(tank, id);
  const both = await Promise.all([restore(tank, id, 1), restore(tank, id, 1), restoreMany(tank, [{ id, version: 1 }])]);
  expect(both).toMatchObject([{ version: 2 }, { version: 2 }, [{ version: 2 }]]);
});

test('a late restoration brings back nothing of an earlier deletion, nor over a record that is there', async () => {
  const { id } = await create(gateway, tank);
  await remove(tank, id);
  await restore(tank, id, 1);
  await gateway.sql(`UPDATE tank SET name = 'Later' WHERE id = $1`, [id]);
  expect(await restore(tank, id, 1)).toMatchObject({ issues: [{ path: ['id'], code: 'DUPLICATE' }] });
  await remove(tank, id);
  expect(await restore(tank, id, 1)).toMatchObject({
    issues: [
      { path: ['version'], message: expect.stringMatching(/^is not that of the last deletion, at version 3 on /) },
    ],
  });
  expect(await restore(tank, id, 3)).toMatchObject({ name: 'Later', version: 4 });
  await remove(tank, id);
  await create(gateway, tank, { id, name: 'Another' });
  expect(await restore(tank, id, 4)).toMatchObject({ issues: [{ path: ['id'], code: 'DUPLICATE' }] });
});

test('a record that has left the company, one whose values were erased, and one that an older release deleted are not restored', async () => {
  const moved = await create(gateway, tank);
  await gateway.sql(`UPDATE tank SET company_id = 'globex' WHERE id = $1`, [moved.id]);
  const erased = await create(gateway, tank);
  await remove(tank, erased.id);
  await gateway.sql('UPDATE record_deletion SET data = NULL WHERE id = $1', [erased.id]);
  const old = { id: randomUUID() };
  await gateway.sql(
    `INSERT INTO record_deletion (record_type, company_id, id, deleted_at) VALUES ('tank', 'acme', $1, now())`,
    [old.id],
  );
  expect(await createTank({ id: old.id })).toMatchObject({ issues: [{ code: 'DELETED' }] });
  for (const { id } of [moved, erased, old])
    expect(await restore(tank, id, 1)).toMatchObject({ issues: [{ path: ['id'], code: 'INVALID' }] });
});

test('a creation with the id of a deleted record brings nothing back, and names the deletion', async () => {
  const { id } = await create(gateway, tank);
  await remove(tank, id, await tokenOf('acme'));
  const answer = await createTank({ id, name: 'Again' });
  expect(answer).toMatchObject({
    issues: [
      {
        path: ['input', 'id'],
        code: 'DELETED',
        message: expect.stringMatching(/at version 1 on 20.* by .*`restoreTank`/),
      },
    ],
  });
  expect(await stored(gateway, tank, id)).toBeUndefined();
  await restore(tank, id, 1);
  await gateway.sql('DELETE FROM tank WHERE id = $1', [id]);
  expect(await createTank({ id })).toMatchObject({ issues: [{ message: expect.stringContaining('by sql:') }] });
  const { token } = await newCompany();
  expect(await createTank({ id, name: 'Other' }, token), 'another company’s deletion').toMatchObject({
    id,
    version: 1,
  });
  expect(await restore(tank, id, 2)).toMatchObject({ issues: [{ path: ['id'], code: 'DUPLICATE' }] });
});

test('an id that another company has taken since is refused, and the others are restored', async () => {
  const ids = [randomUUID(), randomUUID()];
  await insert(gateway, tank, ...ids.map((id) => full(tank, { id })));
  await gateway.sql('DELETE FROM tank WHERE id = ANY ($1)', [ids]);
  const { token } = await newCompany();
  await createTank({ id: ids[0], name: 'Other' }, token);
  const both = ids.map((id) => ({ id, version: 1 }));
  const message = 'is taken by a record that is there now';
  const taken = { issues: [{ path: ['records', '0', 'id'], code: 'DUPLICATE', message }] };
  expect(await restoreMany(tank, both)).toMatchObject([taken, { id: ids[1], version: 2 }]);
  expect(await restoreMany(tank, both, token)).toMatchObject(both.map(() => ({ __typename: 'NotFoundError' })));
  expect((await gateway.sql('SELECT name FROM tank WHERE id = $1', [ids[0]]))[0]?.name).toBe('Other');
  await gateway.sql('DELETE FROM tank WHERE id = $1', [ids[0]]);
  expect(await restoreMany(tank, both)).toMatchObject([{ id: ids[0], version: 2 }, { id: ids[1] }]);
});
