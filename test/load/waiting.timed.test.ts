import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { Requests } from '../../src/load/shares.ts';
import { openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { tank, task } from '../records.ts';
import { create } from '../rows.ts';
import { blocking } from './blocking.ts';

let gateway: TestGateway;
const limits = { answerBytes: 8 * 1024 * 1024, requestSeconds: 60 };
afterEach(() => gateway.close());

const { block, anyWaiting, waiting } = blocking(() => gateway);

const UPDATE = 'mutation ($id: ID!) { updateTank(id: $id, input: { name: "new" }) { __typename } }';
const TANK = 'query ($id: ID!) { tank(id: $id) { id } }';

test('a mutation waits two seconds for a locked record, and is then retryable', async () => {
  gateway = await openGateway({ pool: { lockSeconds: 2 } });
  const { id } = await create(gateway, tank);
  const { release } = await block('SELECT FROM tank WHERE id = $1 FOR UPDATE', [id]);
  const { status, data, errors } = await gateway.ask(UPDATE, { id });
  expect([status, data]).toEqual([200, { updateTank: null }]);
  expect(errors).toMatchObject([{ path: ['updateTank'], extensions: { code: 'RECORD_LOCKED', retryable: true } }]);
  await release();
  expect((await gateway.ask(UPDATE, { id })).data.updateTank.__typename).toBe('Tank');
  expect(gateway.logged.filter(({ level }) => level >= 50)).toEqual([]);
});

test('twenty mutations that wait for one record leave connections to all else', async () => {
  gateway = await openGateway({ limits });
  const { id } = await create(gateway, tank);
  const { release } = await block('SELECT FROM tank WHERE id = $1 FOR UPDATE', [id]);
  const updates = Array.from({ length: 20 }, () => gateway.ask(UPDATE, { id }));
  await waiting(7);
  // One after the other: forty at once may wait for one another, and be refused, on a busy machine.
  for (let times = 0; times < 40; times += 1) expect((await gateway.ask(TANK, { id })).data.tank).toEqual({ id });
  const other = await tokenOf('other');
  expect((await gateway.ask(UPDATE, { id }, other)).data.updateTank.__typename).toBe('NotFoundError');
  expect((await fetch(`${gateway.address}/ready`)).status).toBe(200);
  await release();
  for (const { data } of await Promise.all(updates)) expect(data.updateTank.__typename).toBe('Tank');
});

test('the requests of one company leave connections to the others', async () => {
  gateway = await openGateway({ limits });
  const { id } = await create(gateway, tank, { companyId: 'other' });
  await create(gateway, task);
  const { release } = await block('LOCK TABLE task IN ACCESS EXCLUSIVE MODE');
  const wide = `{ ${Array.from({ length: 98 }, (_, n) => `a${n}: tasks(filter: { taskNumber: { equals: ${n} } }) { totalCount }`).join(' ')} }`;
  const greedy = Array.from({ length: 5 }, () => gateway.ask(wide));
  await anyWaiting();
  const other = await tokenOf('other');
  for (let times = 0; times < 20; times += 1)
    expect((await gateway.ask(TANK, { id }, other)).data.tank).toEqual({ id });
  await release();
  // One that came when the others had waited for long was refused.
  for (const { errors = [] } of await Promise.all(greedy))
    for (const { extensions } of errors) expect(extensions.code).toBe('OVERLOADED');
});

test('of more reads than the connections can serve soon, some are refused while others are served', async () => {
  gateway = await openGateway({ limits, pool: { size: 2 } });
  await gateway.sql(
    `INSERT INTO tank (id, company_id, name, fill_percentage) SELECT 't' || n, 'acme', 'Tank', 0 FROM generate_series(1, 20000) n`,
  );
  // Each count is a statement of its own, which takes many times as long as all else of its request.
  const names = Array.from({ length: 20 }, (_, n) => `{ name: { contains: "x${n}" } }`).join(' ');
  const count = `query ($most: Float) {
    tanks(first: 1, filter: { fillPercentage: { lte: $most }, OR: [${names}] }) { totalCount } }`;
  const codes = new Set<string>();
  const clients = Array.from({ length: 120 }, async (_, n) => {
    for (const time of [0, 1]) {
      const { errors } = await gateway.ask(count, { most: n + time / 10 });
      codes.add(errors === undefined ? 'served' : errors[0]?.extensions.code);
    }
  });
  await Promise.all(clients);
  expect(codes).toEqual(new Set(['served', 'OVERLOADED']));
});

test('a client that hangs up has its statements cancelled', async () => {
  gateway = await openGateway({ limits });
  const { release } = await block('LOCK TABLE task IN ACCESS EXCLUSIVE MODE');
  const controller = new AbortController();
  const token = await tokenOf('acme');
  const wide = `{ ${Array.from({ length: 50 }, (_, n) => `a${n}: tasks(filter: { taskNumber: { equals: ${n} } }) { totalCount }`).join(' ')} }`;
  const abandoned = fetch(`${gateway.address}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: wide }),
    signal: controller.signal,
  });
  await anyWaiting();
  controller.abort();
  await expect(abandoned).rejects.toThrow();
  await waiting(0);
  await release();
  expect((await gateway.ask('{ tasks { totalCount } }')).data.tasks).toEqual({ totalCount: 0 });
  expect(gateway.logged.filter(({ level }) => level >= 50)).toEqual([]);
});

test('requests beyond those that may be executed are refused at once', async () => {
  gateway = await openGateway({ limits, requests: new Requests(5) });
  const { id } = await create(gateway, tank);
  const { release } = await block('SELECT FROM tank WHERE id = $1 FOR UPDATE', [id]);
  const updates = Array.from({ length: 4 }, () => gateway.ask(UPDATE, { id }));
  await waiting(4);
  for (const accept of ['application/json', 'application/graphql-response+json'])
    for (const _again of [1, 2, 3]) {
      const refused = await gateway.post(JSON.stringify({ query: '{ __typename }' }), { accept });
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
      const { errors, data } = await refused.json();
      expect(errors).toMatchObject([{ extensions: { code: 'OVERLOADED', retryable: true } }]);
      expect(data ?? undefined).toBeUndefined();
    }
  // The fifth place is another company's.
  expect((await gateway.ask('{ __typename }', {}, await tokenOf('other'))).data).toEqual({ __typename: 'Query' });
  await release();
  for (const { data } of await Promise.all(updates)) expect(data.updateTank.__typename).toBe('Tank');
  expect((await gateway.ask('{ __typename }')).status).toBe(200);
});

test('changes queued behind changes of a locked record are refused instead of waiting for the lock themselves', async () => {
  gateway = await openGateway({ pool: { lockSeconds: 7 }, limits });
  const { id } = await create(gateway, tank);
  const { release } = await block('SELECT FROM tank WHERE id = $1 FOR UPDATE', [id]);
  const answers = await Promise.all(Array.from({ length: 30 }, () => gateway.ask(UPDATE, { id })));
  await release();
  const codes = answers.map(({ errors }) => errors?.[0]?.extensions.code);
  // Those that had queued for a second when the first gave up. Some come later than that on a busy machine.
  expect(codes.filter((code) => code === 'OVERLOADED').length).toBeGreaterThan(15);
  expect(new Set(codes)).toEqual(new Set(['RECORD_LOCKED', 'OVERLOADED']));
});

test('changes that wait behind slow changes are not taken for changes of a locked record', async () => {
  gateway = await openGateway({ pool: { lockSeconds: 4 }, limits });
  const { id } = await create(gateway, tank);
  await gateway.sql(
    `CREATE FUNCTION stall() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(1.2); RETURN NEW; END';
     CREATE TRIGGER stall BEFORE UPDATE ON tank FOR EACH STATEMENT EXECUTE FUNCTION stall()`,
  );
  const answers = await Promise.all(Array.from({ length: 14 }, () => gateway.ask(UPDATE, { id })));
  for (const { data } of answers) expect(data.updateTank?.__typename).toBe('Tank');
});

test('a mutation of many fields leaves the loop to others in the middle', async () => {
  gateway = await openGateway({ limits });
  const fields = Array.from({ length: 50 }, (_, n) => `a${n}: updateTank(id: "t", input: $input) { __typename }`);
  let over = false;
  let turns = 0;
  const turn = (): void => {
    turns += 1;
    if (!over) setImmediate(turn);
  };
  const asked = gateway
    .ask(`mutation ($input: UpdateTankInput!) { ${fields.join(' ')} }`, {
      input: { name: null, metadata: { '\0': 1 } },
    })
    .finally(() => {
      over = true;
    });
  turn();
  const { data } = await asked;
  expect(data.a49.__typename).toBe('InvalidRequestError');
  // Fields share a turn, until it has taken its time.
  expect(turns).toBeGreaterThan(3);
});

test('a request ends after its time, between two statements', async () => {
  gateway = await openGateway({ limits });
  const { id } = await create(gateway, tank);
  const { release } = await block('SELECT FROM tank WHERE id = $1 FOR UPDATE', [id]);
  const two =
    'mutation ($id: ID!) { a: updateTank(id: $id, input: { name: "1" }) { __typename } b: updateTank(id: $id, input: { name: "2" }) { __typename } }';
  const asked = gateway.ask(two, { id });
  await waiting(1);
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + limits.requestSeconds * 1000);
  onTestFinished(() => clock.mockRestore());
  await release();
  const { data, errors } = await asked;
  expect(data).toEqual({ a: { __typename: 'Tank' }, b: null });
  expect(errors).toMatchObject([{ path: ['b'], extensions: { code: 'TIMEOUT', retryable: true } }]);
});
