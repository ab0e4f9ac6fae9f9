import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Shares } from '../../src/load/shares.ts';
import { MIGRATIONS } from '../../src/paths.ts';
import { migrate } from '../../src/postgres/migrate.ts';
import { type Answer, openGateway, type TestGateway } from '../gateway.ts';
import { onServer } from '../postgres.ts';
import { binaries, type Cluster, createPrimary } from './cluster.ts';

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
    gateway = await openGateway({ database, requests: new Shares(1_000) });
  });
  afterAll(async () => {
    await gateway?.close();
    await cluster?.remove();
  });

  const read = (index: number) => gateway.ask(`{ tank(id: "t${index % 100}") { id } }`);
  const write = (index: number) =>
    gateway.ask(
      'mutation ($id: ID!, $name: String!) { updateTank(id: $id, input: { name: $name }) { ... on Tank { id } } }',
      {
        id: `t${index % 100}`,
        name: `${performance.now()}`,
      },
    );

  /** Sends requests, each 5 ms one, for so many of them. The database is suspended before the 100th, for so long. */
  async function sendDuring(pauseMs: number, count: number): Promise<Answer[]> {
    const sent: Promise<Answer>[] = [];
    let resume: (() => void) | undefined;
    onTestFinished(() => resume?.());
    const begin = performance.now();
    while (sent.length < count) {
      if (sent.length === 100 && resume === undefined) {
        resume = cluster.suspend();
        setTimeout(resume, pauseMs);
      }
      sent.push((sent.length % 2 === 0 ? read : write)(sent.length));
      await delay(begin + sent.length * 5 - performance.now());
    }
    return Promise.all(sent);
  }

  for (const pauseMs of [400, 1_000, 2_000])
    test(`a pause of the database of ${pauseMs} ms refuses no request and loses none`, async () => {
      const versions = async () => (await gateway.sql('SELECT sum(version)::int AS sum FROM tank'))[0]?.sum;
      const before = await versions();
      const answers = await sendDuring(pauseMs, pauseMs / 5 + 300);
      expect(
        new Set(answers.flatMap(({ errors }) => errors?.map(({ message }: { message: string }) => message) ?? [])),
      ).toEqual(new Set());
      expect((await versions()) - before).toBe(answers.length / 2);
    });
});
