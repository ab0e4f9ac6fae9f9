import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createKey } from '../../src/auth/api-keys.ts';
import { type Data, openGateway, type TestGateway, tokenOf, watchStatements } from '../gateway.ts';
import { until } from '../until.ts';
import { accepted, refusal, withHeader } from './bearer.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
  await gateway.sql(
    `INSERT INTO tank (id, company_id, name) VALUES ('mine', 'acme', 'Mine'), ('theirs', 'globex', 'Theirs')`,
  );
});
afterAll(() => gateway.close());

interface Given {
  company: string | null;
  scopes: string[];
  expiresAt: Date | null;
}

/** Stores a new key, of `acme` for reading tanks by default. */
async function issue(given: Partial<Given> = {}): Promise<{ id: string; key: string }> {
  const { company, scopes, expiresAt }: Given = { company: 'acme', scopes: ['tanks:read'], expiresAt: null, ...given };
  const { id, hash, key } = createKey();
  await gateway.sql('INSERT INTO api_key (id, company_id, scopes, hash, expires_at) VALUES ($1, $2, $3, $4, $5)', [
    id,
    company,
    scopes,
    hash,
    expiresAt,
  ]);
  return { id, key };
}

const read = (key: string) => withHeader(gateway, `Bearer ${key}`);
const revoke = (id: string) => gateway.sql('UPDATE api_key SET revoked_at = now() WHERE id = $1', [id]);
const lastUse = async (id: string): Promise<string | null> =>
  (await gateway.sql('SELECT last_used_at FROM api_key WHERE id = $1', [id]))[0]?.last_used_at;
/** Waits until the last use of a key is recorded, and not at `before`. `expect.poll` would move the clock. */
async function untilUsed(id: string, before: string | null = null): Promise<string | null> {
  let use: string | null = before;
  await until(async () => {
    use = await lastUse(id);
    return use !== before;
  });
  return use;
}

/** Moves the clock of the gateway, which is this process. */
function moveClock(ms: number): void {
  if (!vi.isFakeTimers()) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
  }
  vi.setSystemTime(Date.now() + ms);
}

/** The statements among these that read or write a key. */
const aboutKeys = (statements: string[]) => statements.filter((text) => text.includes('"api_key"'));

test('a key reads the records of its company, and of no other', async () => {
  const { key } = await issue();
  expect(await read(key)).toMatchObject(accepted);
  const { data } = await gateway.ask('{ tanks { nodes { id } } tank(id: "theirs") { id } }', {}, key);
  expect(data).toEqual({ tanks: { nodes: [{ id: 'mine' }] }, tank: null });
  const all = await issue({ company: null, scopes: ['companies:all', 'tanks:read'] });
  expect((await gateway.ask('{ tank(id: "theirs") { id } }', {}, all.key)).data.tank).toEqual({ id: 'theirs' });
});

test('a key without the scope or the company gets the errors that a token gets', async () => {
  const update = 'mutation { updateTank(id: "mine", input: { name: "M" }) { __typename ... on Error { message } } }';
  const { key } = await issue();
  const token = await tokenOf('acme', 'tanks:read');
  const { data } = await gateway.ask(update, {}, key);
  expect(data.updateTank.__typename).toBe('UnauthorizedError');
  expect(data).toEqual((await gateway.ask(update, {}, token)).data);
  const writer = await issue({ scopes: ['tanks:write'] });
  expect((await gateway.ask(update, {}, writer.key)).data.updateTank.__typename).toBe('Tank');
  expect(await read(writer.key)).toMatchObject(refusal('FORBIDDEN', 'tanks:read'));
  expect(await read((await issue({ company: null })).key)).toMatchObject(refusal('FORBIDDEN', 'company'));
});

test('a key that does not exist, or whose secret is wrong, is refused in the same words', async () => {
  const { id, key } = await issue();
  const revoked = await issue();
  await revoke(revoked.id);
  const wrong = createKey().key.slice(-43);
  const keys = [
    createKey().key,
    `fog_${id}_${wrong}`,
    `fog_${revoked.id}_${wrong}`,
    `${key}x`,
    key.slice(0, -1),
    'fog_',
    `fog_${id}`,
    `FOG${key.slice(3)}`,
    `fog_${id}_`,
    `fog_'OR'true_${wrong}`,
  ];
  const answers = await Promise.all(keys.map(read));
  for (const answer of answers) expect(answer).toMatchObject(refusal('UNAUTHENTICATED', 'not valid'));
  const ofKeys = answers.slice(0, 7).map(({ errors }) => errors?.map(({ message }) => message));
  expect(ofKeys).toEqual(ofKeys.map(() => ['The API key is not valid.']));
  expect(await lastUse(id)).toBeNull();
});

test('a mutation with a bad key answers with UnauthorizedError', async () => {
  const mutation = 'mutation { updateTank(id: "mine", input: {}) { __typename ... on Error { message } } }';
  const { data } = await gateway.ask(mutation, {}, createKey().key);
  expect(data.updateTank).toEqual({ __typename: 'UnauthorizedError', message: 'The API key is not valid.' });
});

test('a revocation and an expiry hold within five seconds, also for a key in use', async () => {
  const { id, key } = await issue();
  const ending = await issue({ expiresAt: new Date(Date.now() + 60_000) });
  moveClock(0);
  for (const each of [key, ending.key]) expect(await read(each)).toMatchObject(accepted);
  await revoke(id);
  moveClock(4_999);
  expect(await read(key)).toMatchObject(accepted);
  moveClock(1);
  expect(await read(key)).toMatchObject(refusal('UNAUTHENTICATED', 'revoked'));
  expect(await read(ending.key)).toMatchObject(accepted);
  await gateway.sql(`UPDATE api_key SET expires_at = $2 WHERE id = $1`, [ending.id, new Date(Date.now() + 6_000)]);
  moveClock(5_000);
  expect(await read(ending.key)).toMatchObject(accepted);
  // It is remembered, but not beyond its end.
  moveClock(1_000);
  expect(await read(ending.key)).toMatchObject(refusal('UNAUTHENTICATED', 'expired'));
});

test('a clock that is set back does not prolong a revoked key', async () => {
  const { id, key } = await issue();
  moveClock(0);
  expect(await read(key)).toMatchObject(accepted);
  await revoke(id);
  moveClock(-3_600_000);
  expect(await read(key)).toMatchObject(refusal('UNAUTHENTICATED', 'revoked'));
});

test('a key in use is looked up once in five seconds', async () => {
  const { id, key } = await issue();
  moveClock(0);
  const sent = watchStatements(gateway.pool);
  for (let time = 0; time < 10; time++) expect(await read(key)).toMatchObject(accepted);
  await untilUsed(id);
  expect(aboutKeys(sent).map((text) => text.split(' ')[0])).toEqual(['SELECT', 'UPDATE']);
  const revoked = await issue();
  await revoke(revoked.id);
  for (let time = 0; time < 10; time++) await read(revoked.key);
  expect(aboutKeys(sent)).toHaveLength(3);
});

test('a flood of guesses costs one statement each and does not push out a key in use', async () => {
  const { id, key } = await issue();
  moveClock(0);
  expect(await read(key)).toMatchObject(accepted);
  await untilUsed(id);
  const sent = watchStatements(gateway.pool);
  const guesses = Array.from({ length: 1_200 }, (_, index) =>
    index % 2 === 0 ? createKey().key : `fog_${id}_${randomBytes(32).toString('base64url')}`,
  );
  while (guesses.length > 0)
    for (const answer of await Promise.all(guesses.splice(0, 10).map(read)))
      expect(answer).toMatchObject(refusal('UNAUTHENTICATED', 'not valid'));
  const before = aboutKeys(sent).length;
  expect(before).toBeLessThanOrEqual(1_200);
  for (const malformed of ['fog_', 'fog_x_y', `fog_${'a'.repeat(5_000)}`]) await read(malformed);
  expect(await read(key)).toMatchObject(accepted);
  expect(aboutKeys(sent)).toHaveLength(before);
});

test.each([
  ['without a token', () => ''],
  ['with a malformed token', () => 'Bearer a.b.c'],
  ['with a guessed key', () => `Bearer ${createKey().key}`],
])('a key in use is not the last to be served in a flood %s', async (_kind, header) => {
  const { key } = await issue();
  await read(key);
  let answered = 0;
  const flood = Array.from({ length: 400 }, async () => {
    const { data } = await withHeader(gateway, header());
    expect(data?.tanks ?? null).toBeNull();
    answered += 1;
  });
  // Its connection is then open: connections are accepted one after the other.
  await Promise.race(flood);
  expect(await read(key)).toMatchObject(accepted);
  expect(answered).toBeLessThan(flood.length);
  await Promise.all(flood);
});

test('the last use is recorded to the minute', async () => {
  const { id, key } = await issue();
  moveClock(0);
  const first = Date.now();
  expect(await read(key)).toMatchObject(accepted);
  const use = await untilUsed(id);
  const sent = watchStatements(gateway.pool);
  for (let second = 0; second < 55; second += 5) {
    moveClock(5_000);
    expect(await read(key)).toMatchObject(accepted);
  }
  expect(aboutKeys(sent).filter((text) => text.startsWith('UPDATE'))).toEqual([]);
  expect(Date.parse(use ?? '')).toBe(first);
  moveClock(5_000);
  expect(await read(key)).toMatchObject(accepted);
  expect(Date.parse((await untilUsed(id, use)) ?? '')).toBe(first + 60_000);
});

test('a use that another gateway has recorded is not recorded again', async () => {
  const { id, key } = await issue();
  await gateway.sql('UPDATE api_key SET last_used_at = now() WHERE id = $1', [id]);
  const sent = watchStatements(gateway.pool);
  expect(await read(key)).toMatchObject(accepted);
  expect(aboutKeys(sent)).toHaveLength(1);
});

test('a use that cannot be recorded fails no request, and no request waits for it', async () => {
  const { id, key } = await issue();
  await gateway.sql(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'read only'; END $$;
    CREATE TRIGGER refuse BEFORE UPDATE ON api_key FOR EACH ROW WHEN (NEW.id = '${id}') EXECUTE FUNCTION refuse()`);
  onTestFinished(async () => void (await gateway.sql('DROP FUNCTION refuse CASCADE')));
  const sent = watchStatements(gateway.pool);
  expect(await read(key)).toMatchObject(accepted);
  expect(aboutKeys(sent).map((text) => text.split(' ')[0])).toEqual(['SELECT', 'UPDATE']);
  const other = await issue();
  moveClock(0);
  const client = await gateway.pool.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM api_key WHERE id = $1 FOR UPDATE', [other.id]);
  expect(await read(other.key)).toMatchObject(accepted);
  expect(await lastUse(other.id)).toBeNull();
  await client.query('COMMIT');
  client.release();
  // It may have waited for the lock for too long. The next minute's use is recorded.
  moveClock(61_000);
  expect(await read(other.key)).toMatchObject(accepted);
  await untilUsed(other.id);
  expect(await lastUse(id)).toBeNull();
});

test('a database that fails is an unexpected error, and the key works again after it', async () => {
  const { key } = await issue();
  await gateway.sql('ALTER TABLE api_key RENAME TO lost');
  const { errors } = await read(key).finally(() => gateway.sql('ALTER TABLE lost RENAME TO api_key'));
  expect(errors).toMatchObject([{ message: 'Unexpected error.', extensions: { code: 'INTERNAL_SERVER_ERROR' } }]);
  expect(await read(key)).toMatchObject(accepted);
});

test('neither the database nor the log has a secret', async () => {
  const { id, key } = await issue();
  await read(key);
  await read(`${key}x`);
  const [row] = await gateway.sql('SELECT k::text AS text FROM api_key k WHERE id = $1', [id]);
  const secret = key.slice(-43);
  expect(row?.text).toContain(id);
  for (const text of [row?.text, JSON.stringify(gateway.logged)]) expect(text).not.toContain(secret);
  const first: Data = createKey();
  expect(first.key).toMatch(/^fog_[0-9a-f]{16}_[\w-]{43}$/);
});
