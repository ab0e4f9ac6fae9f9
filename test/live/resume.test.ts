import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { cloneDatabase, openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { type EventSource, openEvents } from './event-source.ts';

const STREAMS = 200;
/** More than wait for one client. */
const MISSED = 2_000;

const CHANGES = `subscription ($watch: [WatchInput!]!, $since: String) {
  changes(watch: $watch, since: $since) { __typename ... on TankChange { tank { id name metadata } } }
}`;
const ALL = [{ record: 'TANK' }];
const LAST = [{ record: 'TANK', ids: [`tank ${MISSED}`] }];

/** Two gateways on a database, in which `acme` has tanks whose metadata have so many characters. */
async function start(tanks: number, length: number) {
  const database = await cloneDatabase();
  const open = async (of: typeof database): Promise<TestGateway> => {
    const gateway = await openGateway({ database: of, beatMs: 500 });
    onTestFinished(() => gateway.close());
    return gateway;
  };
  const other = await open(database);
  const one = await open({ ...database, drop: async () => {} });
  await one.sql(
    `INSERT INTO tank (id, company_id, name, fill_status, status, metadata)
     SELECT 'tank ' || n, 'acme', 'old', 'ok', 'active', jsonb_build_object('text', repeat('x', $2)) FROM generate_series(1, $1) n`,
    [tanks, length],
  );
  const watch = (gateway: TestGateway, watch: object, since?: string) =>
    openEvents(gateway, CHANGES, { variables: { watch, since } });
  /** Each is a change of its own, all of one transaction. */
  const rename = (name: string) => one.sql('UPDATE tank SET name = $1', [name]);
  return { one, other, watch, rename };
}

const nameOf = async (events: EventSource): Promise<string> => {
  const { __typename, tank } = await events.item();
  return tank?.name ?? __typename;
};

test('a client that has missed more changes than may wait for it gets all of them', async () => {
  const { one, other, watch, rename } = await start(MISSED, 1);
  const [first, witness] = [await watch(one, ALL), await watch(one, LAST)];
  expect([await nameOf(first), await nameOf(witness)]).toEqual(['Resync', 'Resync']);
  first.close();
  await rename('missed');
  expect(await nameOf(witness)).toBe('missed');
  const resumed = await watch(other, ALL, first.lastId());
  const ids = new Set<string>();
  for (let n = 0; n < MISSED; n++) {
    const { __typename, tank } = await resumed.item();
    expect(__typename).toBe('TankChange');
    ids.add(tank.id);
  }
  expect(ids.size).toBe(MISSED);
  await one.sql("UPDATE tank SET name = 'live' WHERE id = 'tank 1'");
  expect(await nameOf(resumed)).toBe('live');
});

test('streams that all resume at once through another gateway get what they have missed', async () => {
  const { one, other, watch, rename } = await start(MISSED, 1);
  const all = await Promise.all(Array.from({ length: STREAMS }, () => watch(one, LAST)));
  for (const events of all) expect(await nameOf(events)).toBe('Resync');
  for (const events of all.slice(1)) events.close();
  for (const name of ['missed', 'missed too']) {
    await rename(name);
    expect(await nameOf(all[0] as EventSource)).toBe(name);
  }
  const resumed = await Promise.all(all.map((events, n) => (n === 0 ? events : watch(other, LAST, events.lastId()))));
  for (const events of resumed.slice(1))
    expect([await nameOf(events), await nameOf(events)]).toEqual(['missed', 'missed too']);
  await rename('live');
  for (const events of resumed) expect(await nameOf(events)).toBe('live');
});

test('a client that resumes and then reads nothing is ended with OVERLOADED', async () => {
  const { one, other, watch, rename } = await start(200, 120_000);
  const [first, witness] = [await watch(one, ALL), await watch(one, [{ record: 'TANK', ids: ['tank 200'] }])];
  expect([await nameOf(first), await nameOf(witness)]).toEqual(['Resync', 'Resync']);
  first.close();
  await rename('missed');
  expect(await nameOf(witness)).toBe('missed');
  const body = JSON.stringify({ query: CHANGES, variables: { watch: ALL, since: first.lastId() } });
  // Nothing listens for data, so it reads no more than a buffer.
  const deaf = connect(Number(new URL(other.address).port), '127.0.0.1').on('error', () => {});
  onTestFinished(() => void deaf.destroy());
  deaf.write(
    `POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAccept: text/event-stream\r\nAuthorization: Bearer ${await tokenOf('acme')}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await once(deaf, 'readable');
  const lines = () => other.logged.filter(({ kind, msg }) => kind === 'subscription' && msg === 'request');
  await expect.poll(lines).toMatchObject([{ aborted: true }]);
});
