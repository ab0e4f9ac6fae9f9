import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Data, openGateway, type TestGateway } from '../gateway.ts';
import { newCompany } from '../rows.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway({ pool: { size: 16 } });
});
afterAll(() => gateway.close());

const OPERATIONS = 2_000;
const AT_ONCE = 100;
const RECORDS = 12;
const SHOWN = 'id name brand fillPercentage version';
const QUERY = `query Read($id: ID!) { tank(id: $id) { __typename ${SHOWN} } }
mutation Update($id: ID!, $input: UpdateTankInput!, $expectedVersion: Int) {
  tank: updateTank(id: $id, input: $input, expectedVersion: $expectedVersion) {
    __typename ... on Tank { ${SHOWN} } ... on ConflictError { currentVersion }
  }
}`;

const operation = fc.record({
  company: fc.constantFrom(0, 1),
  owner: fc.constantFrom(0, 1),
  /** The place of the record; the last one is unknown. */
  place: fc.integer({ min: 0, max: RECORDS }),
  /** Null reads. A trigger refuses one of the names. */
  input: fc.option(
    fc.record(
      {
        name: fc.constantFrom('a', 'b', 'c', 'd', 'refused'),
        brand: fc.constantFrom('x', 'y', null),
        fillPercentage: fc.integer({ min: 0, max: 9 }),
      },
      { requiredKeys: [] },
    ),
    { freq: 4 },
  ),
  expects: fc.constantFrom('any', 'any', 'latest', 'wrong'),
  /** Whether the client closes the connection before the answer. */
  leaves: fc.integer({ min: 0, max: 30 }).map((n) => n === 0),
});
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

/** What was answered, and the version that other answers had shown before the operation began. */
interface Outcome extends Operation {
  id: string;
  expectedVersion: number | undefined;
  least: number;
  answer: Data | null | undefined;
}

test('operations that share statements are answered as if each had come alone', async () => {
  const companies = [await newCompany(), await newCompany()];
  const ids = companies.map(() => Array.from({ length: RECORDS }, (): string => randomUUID()));
  for (const [place, { companyId }] of companies.entries()) {
    const tanks = `INSERT INTO tank (id, company_id, name, fill_percentage) SELECT id, $2, 'a', 0 FROM unnest($1::text[]) id`;
    await gateway.sql(tanks, [ids[place], companyId]);
    const subscription = `INSERT INTO webhook_subscription (id, company_id, workflow_id, node_id, webhook_url, resource, actions)
      VALUES ($1, $1, 'w', 'n', 'https://example.com/', 'tank', '{updated}')`;
    await gateway.sql(subscription, [companyId]);
  }
  await gateway.sql(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'refused' USING ERRCODE = '22023'; END $$;
    CREATE TRIGGER refuse BEFORE UPDATE ON tank FOR EACH ROW WHEN (NEW.name = 'refused') EXECUTE FUNCTION refuse()`);

  const shown = new Map(ids.flat().map((id) => [id, 1]));
  const run = async (given: Operation): Promise<Outcome> => {
    const { company, owner, place, input, expects, leaves } = given;
    const id = ids[owner]?.[place] ?? 'unknown';
    const least = shown.get(id) ?? 0;
    const expectedVersion = input === null ? undefined : { any: undefined, latest: least, wrong: 999_999 }[expects];
    const body = JSON.stringify({
      query: QUERY,
      operationName: input === null ? 'Read' : 'Update',
      variables: input === null ? { id } : { id, input, expectedVersion },
    });
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${companies[company]?.token}` };
    const client = new AbortController();
    const sent = fetch(`${gateway.address}/graphql`, { method: 'POST', headers, body, signal: client.signal });
    if (leaves) setImmediate(() => client.abort());
    const response: Data | undefined = await sent.then(
      (answered) => answered.json(),
      () => undefined,
    );
    // A slow machine refuses some.
    const codes: string[] = response?.errors?.map(({ extensions }: Data) => extensions.code) ?? [];
    expect(codes.filter((code) => code !== 'OVERLOADED' && code !== 'RECORD_LOCKED')).toEqual([]);
    const answer = codes.length > 0 ? undefined : response?.data.tank;
    if (answer?.__typename === 'Tank') shown.set(id, Math.max(shown.get(id) ?? 0, answer.version));
    return { ...given, id, expectedVersion, least, answer };
  };

  const operations = fc.sample(operation, { numRuns: OPERATIONS, seed: 20 });
  const outcomes: Outcome[] = [];
  const lanes = Array.from({ length: AT_ONCE }, async () => {
    for (let next = operations.pop(); next !== undefined; next = operations.pop()) outcomes.push(await run(next));
  });
  // Beside them, a writer holds records for a moment.
  let isOver = false;
  const writer = new pg.Client(gateway.url);
  await writer.connect();
  const locking = (async () => {
    for (let n = 0; !isOver; n++) {
      await writer.query('BEGIN');
      await writer.query('SELECT pg_sleep(0.01) FROM tank WHERE id = $1 FOR UPDATE', [ids.flat()[n % (2 * RECORDS)]]);
      await writer.query('ROLLBACK');
    }
    await writer.end();
  })();
  const settled = await Promise.allSettled(lanes);
  isOver = true;
  await locking;
  expect(settled.filter(({ status }) => status === 'rejected')).toEqual([]);

  /** The states of each record by its versions, as the events tell them. */
  const states = new Map(ids.flat().map((id) => [id, [{ id, name: 'a', brand: null, fillPercentage: 0, version: 1 }]]));
  // A client that has left does not know when its write ends.
  await expect
    .poll(() => gateway.sql(`SELECT FROM pg_stat_activity WHERE state = 'active' AND datname = current_database()`))
    .toHaveLength(1);
  for (const { before, after } of await gateway.sql('SELECT before, after FROM webhook_outbox ORDER BY id')) {
    const known = states.get(after.id);
    expect(before.version).toBe(known?.length);
    expect(after.version).toBe(before.version + 1);
    const { id, name, brand, fill_percentage: fillPercentage, version } = after;
    known?.push({ id, name, brand, fillPercentage, version });
  }
  const last = await gateway.sql(
    `SELECT id, name, brand, fill_percentage AS "fillPercentage", version FROM tank WHERE id = ANY($1) ORDER BY id`,
    [ids.flat()],
  );
  expect(last).toEqual(
    [...states.values()].map((known) => known.at(-1)).toSorted((a, b) => ((a?.id ?? '') < (b?.id ?? '') ? -1 : 1)),
  );

  for (const { company, owner, place, input, expectedVersion, id, least, answer } of outcomes) {
    if (answer === undefined) continue;
    const { __typename = null, ...row }: Data = answer ?? {};
    if (company !== owner || place === RECORDS) {
      expect(__typename).toBe(input === null ? null : 'NotFoundError');
      continue;
    }
    if (__typename === 'InvalidRequestError') expect(input?.name).toBe('refused');
    else if (__typename === 'ConflictError') {
      expect(expectedVersion).toBeDefined();
      expect(row.currentVersion).toBeGreaterThanOrEqual(least);
    } else {
      expect(row).toEqual({ ...states.get(id)?.[row.version - 1], ...input });
      expect(row.version).toBeGreaterThanOrEqual(least);
      if (expectedVersion !== undefined) expect(row.version - expectedVersion).toBeLessThanOrEqual(1);
    }
  }
  expect(outcomes.filter(({ answer }) => answer?.__typename === 'Tank').length).toBeGreaterThan(OPERATIONS / 4);
  expect(gateway.logged.filter(({ shared }) => shared > 0).length).toBeGreaterThan(OPERATIONS / 10);
});
