import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KEY_LENGTH } from '../../../src/records/values.ts';
import { openGateway, type TestGateway, tokenOf } from '../../gateway.ts';
import { create } from '../../rows.ts';
import { COLUMNS, camel, NAMES, narrowed, OWNED, recordOf } from './narrowed.ts';
import { shown, tanks, watching } from './watching.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway({ beatMs: 50 });
});
afterAll(() => gateway.close());

const { company, watch } = watching(() => gateway);

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
