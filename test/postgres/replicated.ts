import { afterAll, beforeAll, beforeEach, expect, onTestFinished } from 'vitest';
import { MIGRATIONS } from '../../src/paths.ts';
import { migrate } from '../../src/postgres/migrate.ts';
import type { Extension } from '../../src/prisma/caller.ts';
import { openGateway, type TestGateway, tokenOf, watchStatements } from '../gateway.ts';
import { onServer } from '../postgres.ts';
import { type Cluster, createPrimary, createReplica } from './cluster.ts';

export const READ = 'query ($id: ID!) { tank(id: $id) { name } }';
export const WRITE =
  'mutation ($id: ID!, $name: String) { updateTank(id: $id, input: { name: $name }) { ... on Tank { name shipTo { name } } } }';
export const beta = await tokenOf('beta');
export const operator = await tokenOf(undefined, 'companies:all tanks:read tanks:write ship-tos:read');

/** A primary with a replica, and a gateway on both, for a test file. */
export function useReplica() {
  let primary: Cluster;
  let replica: Cluster;
  let gateway: TestGateway;
  const open = ({ mostLagMs = 600_000, extensions }: { mostLagMs?: number; extensions?: Extension[] } = {}) => {
    const database = { url: primary.url, drop: async () => {} };
    return openGateway({ database, replicas: { urls: [replica.url], mostLagMs }, extensions: extensions ?? [] });
  };
  const nameOf = async (id: string, token?: string): Promise<string> =>
    (await gateway.ask(READ, { id }, token)).data.tank?.name;
  /** Whether the primary had no part in what a function does. */
  const isOfReplica = async (read: () => Promise<unknown>, { pool } = gateway): Promise<boolean> => {
    const sent = watchStatements(pool);
    await read();
    return sent.length === 0;
  };
  /** Waits until the replica has everything and the gateway knows. */
  const caughtUp = (): Promise<void> =>
    expect
      .poll(() => isOfReplica(() => Promise.all([nameOf('t1'), nameOf('t2', beta), nameOf('t2', operator)])))
      .toBe(true);
  /** Stops the replica from applying changes until the test ends. */
  const pauseReplay = async (): Promise<void> => {
    await onServer(replica.url, 'SELECT pg_wal_replay_pause()');
    onTestFinished(() => onServer(replica.url, 'SELECT pg_wal_replay_resume()'));
    const paused = `DO $$ BEGIN WHILE pg_get_wal_replay_pause_state() <> 'paused' LOOP PERFORM pg_sleep(0.01); END LOOP; END $$`;
    await onServer(replica.url, paused);
  };

  beforeAll(async () => {
    primary = await createPrimary();
    await migrate(primary.url, MIGRATIONS);
    await onServer(
      primary.url,
      `INSERT INTO ship_to (id, company_id, name) VALUES ('s1', 'acme', 'old')`,
      `INSERT INTO tank (id, company_id, name, ship_to_id) VALUES ('t1', 'acme', 'old', 's1'), ('t2', 'beta', 'old', NULL)`,
      `INSERT INTO webhook_subscription (id, company_id, workflow_id, node_id, webhook_url, resource, actions)
     VALUES ('sub', 'acme', 'flow', 'node', 'https://example.com', 'tank', '{updated}')`,
    );
    replica = await createReplica(primary);
    gateway = await open();
  });
  beforeEach(() => caughtUp());
  afterAll(async () => {
    await gateway?.close();
    await replica?.remove();
    await primary?.remove();
  });

  return {
    get primary() {
      return primary;
    },
    get replica() {
      return replica;
    },
    get gateway() {
      return gateway;
    },
    open,
    nameOf,
    isOfReplica,
    caughtUp,
    pauseReplay,
  };
}
