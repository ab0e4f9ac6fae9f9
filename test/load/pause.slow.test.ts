import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Requests } from '../../src/load/shares.ts';
import { MIGRATIONS } from '../../src/paths.ts';
import { migrate } from '../../src/postgres/migrate.ts';
import { type Answer, openGateway, type TestGateway } from '../gateway.ts';
import { binaries, type Cluster, createPrimary } from '../postgres/cluster.ts';
import { onServer } from '../postgres.ts';

describe.skipIf(binaries === undefined)('with a server that can be suspended (needs an installed PostgreSQL)', () => {
  let cluster: Cluster;
  let gateway: TestGateway;
  beforeAll(async () => {
    cluster = await createPrimary();
    await migrate(cluster.url, MIGRATIONS);
    await onServer(
      cluster.url,
      `INSERT INTO tank (id, company_id) SELECT 't' || g, 'acme' FROM generate_series(0, 99) g`,
    );
    const database = { url: cluster.url, drop: async () => {} };
    gateway = await openGateway({ database, requests: new Requests(1_000) });
    // What a process loads once would be a pause of its own.
    for (const send of [read, write]) expect((await send(0)).errors).toBe(undefined);
  });
  afterAll(async () => {
    await gateway?.close();
    await cluster?.remove();
  });

  const read = (index: number) => gateway.ask('query ($id: ID!) { tank(id: $id) { id } }', { id: `t${index % 100}` });
  const write = (index: number) =>
    gateway.ask(
      'mutation ($id: ID!, $name: String!) { updateTank(id: $id, input: { name: $name }) { ... on Tank { id } } }',
      {
        id: `t${index % 100}`,
        name: `${performance.now()}`,
      },
    );

  /** Sends requests, each 20 ms one, for so many of them. Before the 50th, the database pauses for so long. */
  async function sendDuring(pauseMs: number, pause: () => () => void, count: number): Promise<Answer[]> {
    const sent: Promise<Answer>[] = [];
    let resume: (() => void) | undefined;
    onTestFinished(() => resume?.());
    const begin = performance.now();
    while (sent.length < count) {
      if (sent.length === 50 && resume === undefined) {
        resume = pause();
        setTimeout(resume, pauseMs);
      }
      sent.push((sent.length % 2 === 0 ? read : write)(sent.length));
      // 50 a second, so that a machine that is busy with other tests serves soon what has waited.
      await delay(begin + sent.length * 20 - performance.now());
    }
    return Promise.all(sent);
  }

  const suspended = (processes: 'all' | 'children') => () => cluster.suspend(processes);
  const locked = () => {
    const lock = onServer(cluster.url, 'BEGIN; LOCK TABLE tank; SELECT pg_sleep(2); COMMIT');
    return () => void lock.catch(() => {});
  };

  test.each([
    ['the server is suspended', 400, suspended('all')],
    ['the server is suspended', 1_000, suspended('all')],
    ['the server is suspended', 2_000, suspended('all')],
    ['its sessions are suspended, and it accepts new ones,', 2_000, suspended('children')],
    ['a table is locked', 2_000, locked],
  ])('no request is refused and none is lost while %s for %i ms', async (_name, pauseMs, pause) => {
    const versions = async () => (await gateway.sql('SELECT sum(version)::int AS sum FROM tank'))[0]?.sum;
    const before = await versions();
    const answers = await sendDuring(pauseMs, pause, pauseMs / 20 + 150);
    const messages = answers.flatMap(({ errors }) => errors?.map(({ message }: { message: string }) => message) ?? []);
    expect(new Set(messages)).toEqual(new Set());
    expect((await versions()) - before).toBe(answers.length / 2);
  });
});
