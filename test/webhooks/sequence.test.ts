import { expect, test } from 'vitest';
import { useDatabase } from './database.ts';
import { deliverDue } from './loop.ts';
import { openReceiver } from './receiver.ts';

const database = useDatabase();
const { sql, subscribe } = database;

interface Message {
  type: string;
  sequence: number;
  data: { id: string; name?: string };
}

const ids = ['a', 'b', 'c'];

/** Creates, updates and deletes each of the records in turn, 30 times; every third round leaves them in place. */
async function churn(): Promise<void> {
  for (let round = 1; round <= 30; round++)
    for (const id of ids) {
      // An INSERT that has waited for a deletion is to be repeated.
      await sql(`INSERT INTO tank (id, company_id) VALUES ($1, 'acme') ON CONFLICT DO NOTHING`, [id]).catch((error) => {
        if (error.code !== '40001') throw error;
      });
      await sql('UPDATE tank SET name = $2 WHERE id = $1', [id, `${Math.random()}`]);
      if (round % 3 > 0) await sql('DELETE FROM tank WHERE id = $1', [id]);
    }
}

/** A mirror as docs/webhooks.md describes it: it keeps the event with the highest sequence of each record. */
function mirrorOf(messages: Message[]): Map<string, string | undefined> {
  const newest = new Map<string, Message>();
  for (const message of messages) {
    const known = newest.get(message.data.id);
    if (known === undefined || message.sequence > known.sequence) newest.set(message.data.id, message);
  }
  const kept = [...newest.values()].filter(({ type }) => type !== 'tank.deleted');
  return new Map(kept.map(({ data }) => [data.id, data.name]));
}

test('a mirror equals the records, in whatever order and however often their events arrive', async () => {
  const receiver = await openReceiver();
  await subscribe({ url: receiver.url, actions: ['created', 'updated', 'deleted'], maxInFlight: 16 });
  await Promise.all([churn(), churn(), churn()]);
  await sql(`DELETE FROM tank WHERE id = 'b'`);
  const sent = await deliverDue(database.pool);
  const messages: Message[] = [];
  while (messages.length < sent) messages.push((await receiver.next()).body as unknown as Message);
  const rows: { id: string; name: string }[] = await sql('SELECT id, name FROM tank');
  const records = new Map(rows.map(({ id, name }) => [id, name]));
  expect(records.size).toBeGreaterThan(0);
  const sequences = messages.map(({ sequence }) => sequence);
  expect(new Set(sequences).size).toBe(sent);
  const oldestFirst = messages.toSorted((one, other) => one.sequence - other.sequence);
  for (const order of [messages, oldestFirst, oldestFirst.toReversed(), [...messages, ...messages]])
    expect(mirrorOf(order)).toEqual(records);
});
