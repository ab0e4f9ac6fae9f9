import { expect, test } from 'vitest';
import { eraseHistory, keepHistory } from '../../src/changes/keep-history.ts';
import { tank } from '../records.ts';
import { create, stored } from '../rows.ts';
import { useHistories } from './histories.ts';

const { imports, keep, historyOf, rename } = useHistories();

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
