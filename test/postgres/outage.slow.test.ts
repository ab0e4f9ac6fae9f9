import { once } from 'node:events';
import { connect } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDeliverer } from '../../src/webhooks/deliver.ts';
import { encryptSecrets } from '../../src/webhooks/secrets/reencrypt.ts';
import { cipher } from '../cipher.ts';
import { LIMITS, openGateway, type TestGateway } from '../gateway.ts';
import { type DatabaseProxy, openProxy } from '../proxy.ts';
import { tank } from '../records.ts';
import { create } from '../rows.ts';
import { openLog, settings } from '../webhooks/loop.ts';

let gateway: TestGateway;
let proxy: DatabaseProxy;
let id: string;
beforeAll(async () => {
  gateway = await openGateway({
    pool: { statementSeconds: 2 },
    limits: { ...LIMITS, requestSeconds: 60 },
    through: async (url) => {
      proxy = await openProxy(url);
      return proxy.url;
    },
  });
  ({ id } = await create(gateway, tank));
});
afterAll(async () => {
  await gateway.close();
  proxy.close();
});

const READ = 'query ($id: ID!) { tank(id: $id) { id } }';
const UPDATE = 'mutation ($id: ID!) { updateTank(id: $id, input: { name: "new" }) { __typename } }';
const SUBSCRIPTIONS = 'mutation { pauseSubscription(id: "x") { __typename } }';
const errorsLogged = () => gateway.logged.filter(({ level }) => level >= 50);
const isBack = () => expect.poll(() => gateway.logged.filter(({ msg }) => msg === 'the database answers again').length);

/** The lines of the log about the database. */
const reported = () => gateway.logged.filter(({ msg }) => /^the database (cannot|answers)/.test(`${msg}`));

/** Asks for readiness, and gives the status. */
const ready = async (): Promise<number> => (await fetch(`${gateway.address}/ready`)).status;

test('without a database, requests are answered with UNAVAILABLE, which is logged once', async () => {
  expect(await ready()).toBe(200);
  proxy.away();
  for (const [query, variables] of [
    [READ, { id }],
    [UPDATE, { id }],
    [SUBSCRIPTIONS, {}],
  ] as const)
    for (const _again of [1, 2, 3]) {
      const { status, headers, errors } = await gateway.ask(query, variables);
      expect([status, headers.get('retry-after')]).toEqual([503, '1']);
      expect(errors).toMatchObject([{ extensions: { code: 'UNAVAILABLE', retryable: true } }]);
      expect(errors?.[0]?.extensions).not.toHaveProperty('http');
    }
  const asJson = await gateway.post(JSON.stringify({ query: READ, variables: { id } }), { accept: 'application/json' });
  expect(asJson.status).toBe(200);
  expect(await ready()).toBe(503);
  expect((await fetch(`${gateway.address}/health`)).status).toBe(200);
  expect(errorsLogged()).toHaveLength(1);
  proxy.back();
  await isBack().toBe(1);
  expect(gateway.logged.find(({ msg }) => msg === 'the database answers again')).toMatchObject({ failed: 10 });
  expect((await gateway.ask(READ, { id })).data.tank).toEqual({ id });
  expect(await ready()).toBe(200);
});

test.each(['resetting', 'refusing'] as const)(
  'a server that is %s connections is an unreachable database',
  async (how) => {
    const [before, known] = [errorsLogged().length, gateway.logged.length];
    proxy.away(how);
    for (const query of [READ, UPDATE, SUBSCRIPTIONS, READ, UPDATE, SUBSCRIPTIONS])
      expect(await gateway.ask(query, { id })).toMatchObject({
        status: 503,
        errors: [{ extensions: { code: 'UNAVAILABLE', retryable: true } }],
      });
    expect(errorsLogged().length - before).toBe(1);
    proxy.back();
    const answersAgain = () => gateway.logged.slice(known).some(({ msg }) => msg === 'the database answers again');
    await expect.poll(answersAgain).toBe(true);
    expect((await gateway.ask(READ, { id })).data.tank).toEqual({ id });
  },
);

test('a database that has stopped is noticed: readiness ends, and so do requests', async () => {
  const before = errorsLogged().length;
  // Also by a connection that has had nothing to do for longer than a statement may take.
  const idle = await gateway.pool.connect();
  idle.release();
  await once(idle.connection.stream, 'timeout');
  proxy.freeze();
  expect(await ready()).toBe(503);
  const answers = await Promise.all([
    gateway.ask(READ, { id }),
    gateway.ask(UPDATE, { id }),
    gateway.ask(SUBSCRIPTIONS),
  ]);
  for (const { status, errors } of answers)
    expect([status, errors]).toMatchObject([503, [{ extensions: { code: 'UNAVAILABLE', retryable: true } }]]);
  expect(errorsLogged().length - before).toBe(1);
  proxy.back();
  await isBack().toBe(4);
  expect((await gateway.ask(READ, { id })).data.tank).toEqual({ id });
});

test('a connection that is lost in the middle of a statement costs its request and nothing else', async () => {
  const blocker = new pg.Client(gateway.url);
  await blocker.connect();
  await blocker.query('BEGIN');
  await blocker.query('LOCK TABLE tank IN ACCESS EXCLUSIVE MODE');
  const asked = gateway.ask(READ, { id });
  const waits = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
  await expect.poll(() => blocker.query(waits).then(({ rows }) => rows.length)).toBe(1);
  proxy.away();
  expect(await asked).toMatchObject({
    status: 503,
    errors: [{ extensions: { code: 'UNAVAILABLE', retryable: true } }],
  });
  await blocker.end();
  proxy.back();
  await isBack().toBe(5);
  expect((await gateway.ask(READ, { id })).data.tank).toEqual({ id });
});

test('a client that sends its request too slowly is cut off', async () => {
  const [slowHead, slowBody] = [
    'POST /graphql HTTP/1.1\r\nHost: x\r\n',
    'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{',
  ];
  const begin = performance.now();
  await Promise.all(
    [slowHead, slowBody].map(async (text) => {
      const socket = connect(Number(new URL(gateway.address).port), '127.0.0.1');
      socket.on('error', () => {}).write(text);
      socket.resume();
      await once(socket, 'close');
    }),
  );
  expect(performance.now() - begin).toBeLessThan(60_000);
});

test('a primary that has become a replica is unreachable for changes until connections lead to the new one', async () => {
  const before = errorsLogged().length;
  const elsewhere = new pg.Client(gateway.url);
  await elsewhere.connect();
  await elsewhere.query('SET default_transaction_read_only = off');
  const name = new URL(gateway.url).pathname.slice(1);
  await elsewhere.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  proxy.away();
  proxy.back();
  const update = () => gateway.ask(UPDATE, { id });
  await expect.poll(() => gateway.ask(READ, { id }).then(({ status }) => status)).toBe(200);
  expect(await update()).toMatchObject({
    status: 503,
    errors: [{ extensions: { code: 'UNAVAILABLE', retryable: true } }],
  });
  await elsewhere.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
  await elsewhere.end();
  await expect.poll(() => update().then(({ data }) => data?.updateTank)).toEqual({ __typename: 'Tank' });
  expect(
    errorsLogged()
      .slice(before)
      .map(({ msg }) => msg),
  ).not.toContain('unexpected error');
});

test('a lost database without requests is one line, whatever else fails, and another when it answers', async () => {
  const { log, lines } = openLog();
  const { stop } = await startDeliverer(gateway.pool, gateway.prisma, cipher, settings, log);
  await expect.poll(() => reported().at(-1)?.level).toBe(30);
  const before = reported().length;
  proxy.away();
  await expect.poll(reported).toHaveLength(before + 1);
  // Work through Prisma, which a deliverer does every ten minutes.
  await encryptSecrets(gateway.prisma, cipher, gateway.prisma.$outageLog(log));
  proxy.back();
  // Work that has failed during the outage, and is late to say so: the ping that follows succeeds.
  gateway.prisma.$outageLog(log).error({ err: new Error('Connection terminated') }, 'could not do a chore');
  await expect.poll(reported).toHaveLength(before + 2);
  expect(reported().slice(-2)).toMatchObject([
    { level: 50, msg: expect.stringContaining('cannot be reached') },
    { level: 30, msg: 'the database answers again' },
  ]);
  await stop();
  expect(lines.items.map(([fields, message]) => [message, fields])).toEqual([]);
});
