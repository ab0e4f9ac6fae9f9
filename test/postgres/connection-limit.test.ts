import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { cloneDatabase, openGateway, type TestGateway } from '../gateway.ts';
import { openEvents } from '../live/event-source.ts';
import { onServer } from '../postgres.ts';

/** A gateway on a database whose role has so many connections. */
async function gatewayWith(connections: number): Promise<TestGateway> {
  const { url, drop } = await cloneDatabase();
  const role = `few_${randomUUID().replaceAll('-', '')}`;
  await onServer(
    url,
    `CREATE ROLE ${role} LOGIN PASSWORD 'x' CONNECTION LIMIT ${connections}`,
    `GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`,
    `GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO ${role}`,
  );
  const limited = new URL(url);
  [limited.username, limited.password] = [role, 'x'];
  const gateway = await openGateway({
    database: {
      url: limited.href,
      drop: () => drop().then(() => onServer(url.replace(/[^/]*$/, 'postgres'), `DROP ROLE ${role}`)),
    },
    pool: { size: 16 },
  });
  onTestFinished(() => gateway.close());
  return gateway;
}

const CREATE = 'mutation ($name: String) { createTank(input: { name: $name }) { __typename } }';

async function createMany(gateway: TestGateway, count: number): Promise<string[]> {
  const answers = await Promise.all(Array.from({ length: count }, (_, n) => gateway.ask(CREATE, { name: `n${n}` })));
  return answers.map(({ data, errors }) => data?.createTank?.__typename ?? JSON.stringify(errors));
}

test.each([3, 8])('a role with %d connections serves requests, health checks and live operations', async (slots) => {
  const gateway = await gatewayWith(slots);
  for (let round = 0; round < 3; round++) expect(new Set(await createMany(gateway, 100))).toEqual(new Set(['Tank']));
  const ready = await fetch(`${gateway.address}/ready`);
  expect(ready.status).toBe(200);
  const live = await openEvents(gateway, 'subscription { changes(watch: [{ record: TANK }]) { __typename } }');
  expect(await live.item()).toEqual({ __typename: 'Resync' });
  const [created] = await Promise.all([createMany(gateway, 50), live.item()]);
  expect(new Set(created)).toEqual(new Set(['Tank']));
  expect((await fetch(`${gateway.address}/ready`)).status).toBe(200);
  const warnings = gateway.logged.filter(({ msg }) => String(msg).startsWith('the database gives this process fewer'));
  expect(warnings).toMatchObject([{ has: expect.any(Number), wanted: expect.any(Number) }]);
  expect(gateway.logged.filter(({ msg }) => String(msg).includes('cannot be reached'))).toEqual([]);
});
