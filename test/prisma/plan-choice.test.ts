import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { cloneDatabase, openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { onServer } from '../postgres.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
beforeAll(async () => {
  database = await cloneDatabase();
  await onServer(
    database.url,
    'ALTER TABLE tank DISABLE TRIGGER USER',
    `INSERT INTO tank (id, company_id, customer_id, location_id, status)
     SELECT md5(n::text), 'big', 'customer-' || n % 2000, 'location-' || n % 1000, CASE WHEN n % 1000 = 0 THEN 'retired' ELSE 'active' END
     FROM generate_series(1, 40000) n`,
    'ANALYZE tank',
  );
});
afterAll(() => database.drop());

interface Sent {
  name: string | undefined;
  text: string;
  values: unknown[];
}

/** The statement of pages of a new gateway, which ask for them in one request. */
async function open() {
  const gateway: TestGateway = await openGateway({ database: { ...database, drop: async () => {} } });
  onTestFinished(gateway.close);
  const token = await tokenOf('big');
  const { query: send } = pg.Client.prototype;
  let sent: Sent[] = [];
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [config] = args as [Sent];
    if (config.text?.includes('FROM "tank"')) sent.push(config);
    return Reflect.apply(send, this, args);
  } as typeof send;
  onTestFinished(() => {
    pg.Client.prototype.query = send;
  });
  const together = async (filters: object[]): Promise<Sent | undefined> => {
    sent = [];
    const asked = filters.map((_, n) => `p${n}: tanks(first: 50, filter: $f${n}) { nodes { id } }`);
    const given = filters.map((_, n) => `$f${n}: TankFilter`);
    const variables = Object.fromEntries(filters.map((filter, n) => [`f${n}`, filter]));
    const { errors } = await gateway.ask(`query (${given}) { ${asked.join(' ')} }`, variables, token);
    expect(errors).toBeUndefined();
    expect(sent).toHaveLength(1);
    return sent[0];
  };
  return { gateway, together, page: (filter: object) => together([filter]) };
}

test('a page by columns whose values are rare is planned once, and reads few rows whatever the values', async () => {
  const { gateway, page } = await open();
  const filter = { customerId: { equals: 'customer-1' }, status: { equals: 'active' } };
  await expect.poll(async () => (await page(filter))?.name).toEqual(expect.any(String));
  const statement = await page(filter);
  const client = await gateway.pool.connect();
  onTestFinished(() => client.release());
  await client.query('SET plan_cache_mode = force_generic_plan');
  for (const values of [
    ['big', 'customer-1', 'active'],
    ['big', 'customer-1', 'none'],
    ['big', 'none', 'active'],
  ]) {
    const given = (statement?.values ?? []).map((value, place) => values[place] ?? value);
    await client.query({ name: 'generic', text: statement?.text ?? '', values: given });
    const { rows } = await client.query(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE generic (${given.map((value) => `'${value}'`)})`,
    );
    const { Plan: plan } = rows[0]['QUERY PLAN'][0];
    expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(100);
  }
});

test('pages that share a statement read few rows, whatever their values', async () => {
  const { gateway, page, together } = await open();
  await expect
    .poll(async () => (await page({ customerId: { equals: 'a' }, status: { equals: 'b' } }))?.name)
    .toEqual(expect.any(String));
  const customers = ['customer-1', 'customer-2', 'none', 'customer-3'];
  const statement = await together(
    customers.map((customerId) => ({ customerId: { equals: customerId }, status: { equals: 'active' } })),
  );
  expect(statement).toMatchObject({ name: expect.any(String), text: expect.stringContaining('unnest') });
  const client = await gateway.pool.connect();
  onTestFinished(() => client.release());
  await client.query('SET plan_cache_mode = force_generic_plan');
  await client.query({ name: 'generic', text: statement?.text ?? '', values: statement?.values ?? [] });
  const values = statement?.values.map((value) => `'${Array.isArray(value) ? `{${value}}` : value}'`);
  const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE generic (${values})`);
  const { Plan: plan } = rows[0]['QUERY PLAN'][0];
  expect(plan['Actual Rows']).toBe(60);
  expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(200);
});

test('a page is planned for its values if one of them may be frequent, or if a range is among them', async () => {
  await onServer(
    database.url,
    `UPDATE tank SET customer_id = 'large' WHERE location_id < 'location-5'`,
    'ANALYZE tank',
  );
  const { page } = await open();
  const rare = { locationId: { equals: 'location-1' }, status: { equals: 'active' } };
  await expect.poll(async () => (await page(rare))?.name).toEqual(expect.any(String));
  expect((await page({ customerId: { equals: 'customer-1' }, status: { equals: 'active' } }))?.name).toBeUndefined();
  expect((await page({ ...rare, daysToEmpty: { lte: 3 } }))?.name).toBeUndefined();
  expect((await page({ status: { equals: 'active' }, fillStatus: { equals: 'low' } }))?.name).toBeUndefined();
});
