import { expect, test } from 'vitest';
import { LowWater, openOutbox } from '../../src/changes/outbox.ts';
import { useDatabase } from '../webhooks/database.ts';

const database = useDatabase();
const { sql, subscribe, tank, events } = database;

/** Makes changes of 400 KB each in as many rows of the outbox. */
async function changeLargely(company: string, times: number): Promise<void> {
  await subscribe({ id: company, company });
  await tank(company, company);
  await sql(`UPDATE tank SET note = repeat('x', 200000) WHERE id = $1`, [company]);
  for (let count = 1; count < times; count++)
    await sql('UPDATE tank SET note = note || $2 WHERE id = $1', [company, `${count}`]);
}

const opened = async (): Promise<string[]> =>
  (await sql('SELECT company_id AS company FROM webhook_event ORDER BY sequence')).map(({ company }) => company);

test('large changes of a company do not delay a change of another one, and none is lost', async () => {
  await changeLargely('big', 30);
  await subscribe({ id: 'small', company: 'small' });
  await tank('small', 'small');
  await sql(`UPDATE tank SET note = 'x' WHERE id = 'small'`);
  const lowWater = new LowWater();
  await openOutbox(database.pool, 500, lowWater);
  expect(await opened()).toContain('small');
  expect((await opened()).length).toBeLessThan(10);
  let isFull = true;
  while (isFull) ({ isFull } = await openOutbox(database.pool, 500, lowWater));
  expect(await opened()).toHaveLength(31);
});

test('the changes of each company become events in their order, as many bytes of one as of another', async () => {
  await changeLargely('first', 10);
  await changeLargely('second', 10);
  await openOutbox(database.pool);
  await openOutbox(database.pool);
  expect(new Set(await opened())).toEqual(new Set(['first', 'second']));
  const found = await events();
  for (const company of ['first', 'second']) {
    const versions = found.filter(({ id }) => id === company).map(({ version }) => version);
    expect(versions).toEqual(Array.from({ length: 10 }, (_, index) => index + 2));
  }
});
