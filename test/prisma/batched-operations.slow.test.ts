import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALL_SCOPES, mintToken } from '../../src/auth/mint.ts';
import { type Data, openGateway, SECRET, type TestGateway } from '../gateway.ts';
import { type Change, type Item, inSerialOrder, type Outcome, plain, SHOWN, stateOf } from './serial-order.ts';

let gateway: TestGateway;
/** Answers the same operations one after the other, so that none shares a statement. */
let alone: TestGateway;
beforeAll(async () => {
  gateway = await openGateway({ pool: { size: 16 } });
  alone = await openGateway();
});
afterAll(async () => {
  await gateway.close();
  await alone.close();
});

const REQUESTS = 2_000;
const AT_ONCE = 100;
const RECORDS = 24;
const COMPANIES = ['acme', 'globex'];

const ERRORS = '__typename ... on ConflictError { currentVersion } ... on InvalidRequestError { issues { path code } }';
const NOT_CREATED = '__typename ... on InvalidRequestError { issues { path code } }';
const TANK = `... on Tank { ${SHOWN.join(' ')} }`;
const DELETED = `${ERRORS} ... on DeletedTank { record { ${SHOWN.join(' ')} } }`;
const ONE: Record<Item['kind'], string> = {
  read: `query ($id: ID!) { answer: tank(id: $id) { __typename ${SHOWN.join(' ')} } }`,
  update: `mutation ($id: ID!, $input: UpdateTankInput!, $expectedVersion: Int) {
    answer: updateTank(id: $id, input: $input, expectedVersion: $expectedVersion) { ${ERRORS} ${TANK} } }`,
  create: `mutation ($input: CreateTankInput!) { answer: createTank(input: $input) { ${NOT_CREATED} ${TANK} } }`,
  delete: `mutation ($id: ID!, $expectedVersion: Int) {
    answer: deleteTank(id: $id, expectedVersion: $expectedVersion) { ${DELETED} } }`,
};
const MANY: Record<Exclude<Item['kind'], 'read'>, string> = {
  update: `mutation ($items: [UpdateTankPatch!]!) {
    answer: updateTanks(patches: $items) { ... on UpdateTanksSuccess { results { ${ERRORS} ${TANK} } } } }`,
  create: `mutation ($items: [CreateTankInput!]!) {
    answer: createTanks(inputs: $items) { ... on CreateTanksSuccess { results { ${NOT_CREATED} ${TANK} } } } }`,
  delete: `mutation ($items: [RecordToDelete!]!) {
    answer: deleteTanks(records: $items) { ... on DeleteTanksSuccess { results { ${DELETED} } } } }`,
};

const planned = fc.record({
  company: fc.constantFrom(...COMPANIES),
  // A record that is deleted stays so: with more deletions, few requests would find one.
  kind: fc.oneof(
    { weight: 40, arbitrary: fc.constantFrom('read', 'update', 'update', 'create') },
    { weight: 1, arbitrary: fc.constant('delete') },
  ),
  places: fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 0, max: RECORDS - 1 }).map((place) => [place]) },
    fc.uniqueArray(fc.integer({ min: 0, max: RECORDS - 1 }), { minLength: 2, maxLength: 4 }),
  ),
  // A trigger refuses one of the brands.
  brand: fc.constantFrom('x', 'y', null, 'refused'),
  fillPercentage: fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }),
  expects: fc.constantFrom('any', 'any', 'latest', 'wrong'),
  isEmpty: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  /** Whether it is an earlier request, sent again. */
  repeats: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  /** Whether the client closes the connection before the answer. */
  leaves: fc.integer({ min: 0, max: 30 }).map((n) => n === 0),
} as const);
type Planned = typeof planned extends fc.Arbitrary<infer Value> ? Value : never;

const itemOf = ({ id, input, expectedVersion }: Item, kind: Item['kind']): object =>
  kind === 'create' ? { id, ...input } : kind === 'update' ? { id, input, expectedVersion } : { id, expectedVersion };

/** Sends items of one kind. Undefined for a busy gateway, and for a client that leaves. */
async function ask(to: TestGateway, token: string, kind: Item['kind'], items: Item[], leaves = false) {
  const isMany = items.length > 1 && kind !== 'read';
  const sent = items.map((item) => itemOf(item, kind));
  const single = kind === 'create' ? { input: sent[0] } : { ...sent[0] };
  const body = { query: isMany ? MANY[kind] : ONE[kind], variables: isMany ? { items: sent } : single };
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const client = new AbortController();
  const request = { method: 'POST', headers, body: JSON.stringify(body), signal: client.signal };
  const response = fetch(`${to.address}/graphql`, request);
  if (leaves) setImmediate(() => client.abort());
  const answered: Data | undefined = await response.then((found) => found.json()).catch(() => undefined);
  // A slow machine refuses some, and does not end others in time: then nothing is known of their writes.
  const codes: string[] = answered?.errors?.map(({ extensions }: Data) => extensions.code) ?? [];
  expect(codes.filter((code) => !['OVERLOADED', 'RECORD_LOCKED', 'TIMEOUT'].includes(code))).toEqual([]);
  if (answered === undefined || codes.length > 0) return undefined;
  return (isMany ? answered.data.answer.results : [answered.data.answer]).map(plain);
}

const tokens = new Map<string, Promise<string>>();
function tokenOf({ company, actor: subject }: Pick<Outcome, 'company' | 'actor'>): Promise<string> {
  const grant = { company, subject, companyClaim: 'company_id', scope: ALL_SCOPES, ttl: '1h' };
  const token =
    tokens.get(`${company} ${subject}`) ?? mintToken({ ...grant, issuer: undefined, audience: undefined }, SECRET);
  tokens.set(`${company} ${subject}`, token);
  return token;
}

/** Prepares a database: both companies watch, and a trigger refuses a brand. */
async function prepare({ sql }: TestGateway): Promise<void> {
  await sql(
    `INSERT INTO change_watch (company_id, resource, actions, live)
    SELECT company, 'tank', '{created,updated,deleted}', false FROM unnest($1::text[]) company`,
    [COMPANIES],
  );
  await sql(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'refused' USING ERRCODE = '22023'; END $$;
    CREATE TRIGGER refuse BEFORE UPDATE ON tank FOR EACH ROW WHEN (NEW.brand = 'refused') EXECUTE FUNCTION refuse()`);
}

const changesOf = ({ sql }: TestGateway): Promise<Change[]> =>
  sql('SELECT before, after, actor FROM webhook_outbox ORDER BY id') as Promise<Change[]>;
const rowsOf = async ({ sql }: TestGateway): Promise<(Data | undefined)[]> =>
  (await sql('SELECT * FROM tank ORDER BY id')).map(stateOf);

test('operations that share statements are answered as if each had come alone, one after the other', async () => {
  await prepare(gateway);
  await prepare(alone);
  const ids = Array.from({ length: RECORDS }, (): string => randomUUID());
  const versions = new Map<string, number>();
  const sentBefore: { kind: Item['kind']; company: string; items: Item[] }[] = [];
  const outcomes: Outcome[] = [];
  let clock = 0;

  const newRequest = ({ company, kind, places, brand, fillPercentage, expects, isEmpty }: Planned, n: number) => {
    const chosen = kind === 'read' ? places.slice(0, 1) : places;
    const items = chosen.map((place): Item => {
      const id = ids[place] ?? '';
      const latest = versions.get(id) ?? 1;
      const expectedVersion = { any: undefined, latest, wrong: 999_999 }[expects];
      const isRefused = brand === 'refused' && (kind !== 'update' || chosen.length > 1);
      const input =
        isEmpty && kind === 'update' ? {} : { name: `n${n}`, brand: isRefused ? 'x' : brand, fillPercentage };
      return { kind, id, input: JSON.parse(JSON.stringify(input)), expectedVersion };
    });
    return { kind, company, items };
  };
  const run = async (given: Planned, n: number): Promise<void> => {
    const again = given.repeats ? sentBefore[n % sentBefore.length] : undefined;
    const request = again ?? newRequest(given, n);
    sentBefore.push(request);
    const { kind, company, items } = request;
    // Each request is another user's, so that each change leads to one request.
    const actor = `u-${n}`;
    const began = clock++;
    const leaves = given.leaves && kind !== 'delete';
    const answers = await ask(gateway, await tokenOf({ company, actor }), kind, items, leaves);
    const ended = answers === undefined ? Number.POSITIVE_INFINITY : clock++;
    for (const [index, item] of items.entries()) {
      const answer = answers?.[index];
      if (answer?.version !== undefined) versions.set(item.id, answer.version);
      outcomes.push({ ...item, company, actor, began, ended, answer });
    }
  };

  const requests = fc.sample(planned, { numRuns: REQUESTS, seed: 20 });
  const lanes = Array.from({ length: AT_ONCE }, async () => {
    for (let next = requests.pop(); next !== undefined; next = requests.pop()) await run(next, requests.length);
  });
  // Beside them, a writer holds records for a moment.
  let isOver = false;
  const writer = new pg.Client(gateway.url);
  await writer.connect();
  const locking = (async () => {
    for (let n = 0; !isOver; n++) {
      await writer.query('BEGIN');
      await writer.query('SELECT pg_sleep(0.01) FROM tank WHERE id = $1 FOR UPDATE', [ids[n % RECORDS]]);
      await writer.query('ROLLBACK');
    }
    await writer.end();
  })();
  const settled = await Promise.allSettled(lanes);
  isOver = true;
  await locking;
  expect(settled.filter(({ status }) => status === 'rejected')).toEqual([]);
  // A client that has left does not know when its write ends.
  await expect
    .poll(() => gateway.sql(`SELECT FROM pg_stat_activity WHERE state = 'active' AND datname = current_database()`))
    .toHaveLength(1);

  const changes = await changesOf(gateway);
  const serial = inSerialOrder(outcomes, changes);
  for (const outcome of serial) {
    const { kind, company, actor, answer } = outcome;
    const [expected] = (await ask(alone, await tokenOf({ company, actor }), kind, [outcome])) ?? [];
    expect(answer ?? expected, JSON.stringify(outcome)).toEqual(expected);
  }
  const withoutTimes = (found: Change[]) =>
    found.map(({ before, after, actor }) => ({ before: stateOf(before), after: stateOf(after), actor }));
  expect(withoutTimes(await changesOf(alone))).toEqual(withoutTimes(changes));
  expect(await rowsOf(alone)).toEqual(await rowsOf(gateway));
  const shared = (at: TestGateway): number => at.logged.filter(({ shared }) => shared > 0).length;
  expect(shared(alone)).toBe(0);
  // How many depends on the machine: on an idle one, fewer wait for each other.
  expect(shared(gateway)).toBeGreaterThan(0);
  const answered = (type: string): number => outcomes.filter(({ answer }) => answer?.type === type).length;
  expect(answered('Tank')).toBeGreaterThan(REQUESTS / 100);
  expect(answered('DeletedTank')).toBeGreaterThan(0);
});
