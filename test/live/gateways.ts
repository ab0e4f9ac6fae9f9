import { afterEach } from 'vitest';
import { cloneDatabase, openGateway, type TestGateway } from '../gateway.ts';
import type { EventSource } from './event-source.ts';

/** Short enough to wait for its end, and long enough that a busy machine renews it. */
export const LEASE_MS = 4_000;

export const TANK = `subscription ($id: ID!, $since: String) {
  tankChanged(id: $id, since: $since) { __typename ... on Resync { cursor } ... on TankChange { cursor tank { name } } }
}`;
const UPDATE = 'mutation ($id: ID!, $name: String) { updateTank(id: $id, input: { name: $name }) { __typename } }';
export const rename = (gateway: TestGateway, id: string, name: string) => gateway.ask(UPDATE, { id, name });
/** Waits until a client knows the name: by a change, or since it reads the record again after Resync. */
export const learns = async (gateway: TestGateway, events: EventSource, id: string, name: string): Promise<void> => {
  for (let known: unknown; known !== name; ) {
    known = await nameOf(events);
    if (known === 'Resync')
      known = (await gateway.ask('query ($id: ID!) { tank(id: $id) { name } }', { id })).data.tank.name;
  }
};
export const nameOf = async (events: EventSource): Promise<string> => {
  const item = await events.item();
  return item.__typename === 'Resync' ? 'Resync' : item.tank.name;
};

/** Gateways that are closed after each test. */
export function useGateways() {
  const open: TestGateway[] = [];
  afterEach(async () => {
    for (const gateway of open.splice(0)) await gateway.close();
  });

  /** Opens a gateway for one test. Several share a database that is given. */
  async function start(settings: Parameters<typeof openGateway>[0] = {}): Promise<TestGateway> {
    const gateway = await openGateway({ beatMs: 50, ...settings });
    open.push(gateway);
    return gateway;
  }

  /** Two gateways on a database. */
  async function pair(): Promise<[TestGateway, TestGateway]> {
    const database = await cloneDatabase();
    return [await start({ database: { ...database, drop: async () => {} } }), await start({ database })];
  }
  return { open, start, pair };
}
