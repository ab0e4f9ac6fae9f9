import { expect, test, vi } from 'vitest';
import type { Sender } from '../../src/webhooks/sending/request.ts';
import { useDatabase } from './database.ts';
import { deliver } from './loop.ts';
import { openReceiver, type Receiver } from './receiver.ts';

const database = useDatabase();
const { sql, subscribe, change } = database;

/** A receiver that never answers under /hang. */
const openHanging = () =>
  openReceiver((response, { path }) => {
    if (path !== '/hang') response.writeHead(204).end();
  });

/**
 * A sender that waits forever for /hang. With the limit of 15 s, a slow machine could pass or fail a test by its clock.
 */
const patient = ({ post, close }: Sender): Sender => ({
  async post(url, headers, body) {
    const answer = await post(url, headers, body);
    return url.endsWith('/hang') ? new Promise(() => {}) : answer;
  },
  close,
});

const start = () => deliver(database.pool, { traced: patient });

async function nextHealthy(receiver: Receiver): Promise<void> {
  while ((await receiver.next()).path === '/hang');
}

test('one endpoint that hangs forever does not delay 99 healthy ones', async () => {
  const receiver = await openHanging();
  const per = 10;
  for (let index = 0; index < 100; index++)
    await subscribe({
      id: `s${index}`,
      url: `${receiver.url}/${index === 0 ? 'hang' : index}`,
      filter: index === 0 ? null : { note: 'for all' },
    });
  await sql(`INSERT INTO tank (id, company_id) SELECT 't' || g, 'acme' FROM generate_series(1, 500) g`);
  await sql(`UPDATE tank SET status = 'x'`);
  await sql(`UPDATE tank SET note = 'for all' WHERE id IN (SELECT id FROM tank LIMIT ${per})`);
  await start();
  for (let seen = 0; seen < 99 * per; seen++) await nextHealthy(receiver);
  // The hanging endpoint never has more in flight than its subscription allows.
  expect(receiver.received.filter(({ path }) => path === '/hang').length).toBeLessThanOrEqual(8);
});

test('any number of endpoints that hang forever do not delay a healthy one', async () => {
  const receiver = await openHanging();
  for (let index = 0; index < 300; index++) await subscribe({ id: `hang${index}`, url: `${receiver.url}/hang` });
  await change(10);
  await subscribe({ id: 'healthy', company: 'other', url: receiver.url });
  const { now } = performance;
  let later = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + later);
  const loop = await start();
  // Each round claims once at least. In 20 rounds 300 × 8 hanging attempts would take all 2,048 places.
  for (let round = 0; round < 20; round++) {
    await change(1, 'other');
    loop.nudge();
    await nextHealthy(receiver);
    // All attempts under way are slow from now on.
    later += 2_000;
  }
  clock.mockRestore();
  expect(receiver.received.filter(({ path }) => path === '/hang').length).toBeLessThan(2_048);
});
