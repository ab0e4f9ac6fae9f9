import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGateway, type TestGateway, tokenOf, watchStatements } from '../gateway.ts';

const MB = 1024 * 1024;
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway({ connectsEarly: true });
  await gateway.sql(
    `INSERT INTO tank (id, company_id, name, fill_status, status, metadata)
     SELECT 'big-' || n, 'acme', 'big', 'ok', 'active', jsonb_build_object('text', repeat(md5(n::text), 8000)) FROM generate_series(1, 60) n`,
  );
});
afterAll(() => gateway.close());

/** The answer, and the most memory that the request added, in bytes. */
async function read(query: string): Promise<{ errors: { message: string; extensions: object }[]; length: number }> {
  const text = await (await gateway.post(JSON.stringify({ query }))).text();
  return { errors: JSON.parse(text).errors ?? [], length: text.length };
}
const tooLarge = { extensions: { code: 'ANSWER_TOO_LARGE', mostBytes: 8 * MB } };
const aliases = (count: number, field: string): string =>
  Array.from({ length: count }, (_, n) => `a${n}: ${field}`).join(' ');

test.each([
  ['a page of large records', '{ tanks(first: 200) { nodes { metadata } } }'],
  ['many pages of large records', `{ ${aliases(100, 'tanks(first: 200) { nodes { metadata } }')} }`],
  ['a large record under a hundred names', `{ ${aliases(100, 'tank(id: "big-1") { metadata }')} }`],
  ['a large value under twenty names', `{ tanks(first: 3) { nodes { ${aliases(20, 'metadata')} } } }`],
])('%s end with a typed error that says the limit', async (_name, query) => {
  for (const _again of [1, 2, 3]) {
    const { errors, length } = await read(query);
    expect(errors.length).toBeGreaterThan(0);
    for (const error of errors) expect(error).toMatchObject(tooLarge);
    expect(errors[0]?.message).toContain('8 MB');
    expect(length).toBeLessThan(100_000);
  }
});

test('an answer within the limit is whole', async () => {
  for (const _again of [1, 2, 3]) {
    const { errors, length } = await read('{ tanks(first: 20) { nodes { id metadata } } }');
    expect(errors).toEqual([]);
    expect(length).toBeGreaterThan(4 * MB);
  }
});

test('rows stop arriving when the answer cannot hold them', async () => {
  // A page of 15 MB, of which the gateway reads the limit and what is on the way.
  let received = 0;
  gateway.pool.on('acquire', (client) => {
    client.connection.stream.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
  });
  await gateway.sql(
    `INSERT INTO tank (id, company_id, name, fill_status, status, metadata)
     SELECT 'more-' || n, 'acme', 'big', 'ok', 'active', jsonb_build_object('text', repeat(md5(n::text), 8000)) FROM generate_series(1, 140) n`,
  );
  const { errors } = await read('{ tanks(first: 200) { nodes { metadata name } } }');
  expect(errors).toMatchObject([tooLarge]);
  expect(received).toBeLessThan(40 * MB);
});

describe('of many lists that an answer cannot hold together, those behind the limit do not begin', () => {
  const ROWS = 30;
  beforeAll(() =>
    gateway.sql(
      `INSERT INTO ship_to (id, company_id) VALUES ('home', 'wide');
       INSERT INTO tank (id, company_id, ship_to_id, note) SELECT 'wide-' || n, 'wide', 'home', repeat('n', 2000) FROM generate_series(1, ${ROWS}) n`,
    ),
  );
  const ofLists = (count: number, selection: string): string =>
    Array.from({ length: count }, (_, n) => `a${n}: tanks(first: ${200 - n}) { nodes { ${selection} } }`).join(' ');

  // Each list is 1 to 15 MB, or 30 rows of 2 KB under twenty names.
  test.each([
    ['by their rows', `{ ${ofLists(40, 'metadata')} }`, undefined],
    ['by their values', `{ ${ofLists(40, aliases(20, 'note'))} }`, 'wide'],
    ['below a record', `{ shipTo(id: "home") { ${ofLists(20, aliases(20, 'note'))} } }`, 'wide'],
    ['below the records of a list', `{ shipTos(first: 2) { nodes { ${ofLists(20, aliases(20, 'note'))} } } }`, 'wide'],
  ])('%s', async (_what, query, company) => {
    const token = company === undefined ? undefined : await tokenOf(company);
    const statements = watchStatements(gateway.pool);
    const { errors } = await gateway.ask(query, {}, token);
    for (const error of errors ?? []) expect(error).toMatchObject(tooLarge);
    expect(errors?.length).toBeGreaterThan(0);
    // Seven lists fill the answer, four are read at once, and the record and its statistics have statements, too: 13,
    // and a few more on a busy machine, where rows wait for their turn. All lists would be 22.
    expect(statements.length).toBeLessThanOrEqual(18);
  });

  test('and lists that fit are all answered, however many', async () => {
    const { data, errors } = await gateway.ask(`{ ${ofLists(40, 'id')} }`, {}, await tokenOf('wide'));
    expect(errors).toBeUndefined();
    for (const { nodes } of Object.values(data)) expect(nodes).toHaveLength(ROWS);
  });
});

test('a change of many records that the answer cannot hold is written, and their rows are not kept', async () => {
  const limited = await openGateway();
  await limited.sql(
    `INSERT INTO tank (id, company_id, metadata)
     SELECT 'tank-' || n, 'acme', jsonb_build_object('text', repeat(md5(n::text), 8000)) FROM generate_series(1, 400) n`,
  );
  const patches = Array.from({ length: 400 }, (_, n) => ({ id: `tank-${n + 1}`, input: { name: 'new' } }));
  const update = (fields: string, more = '') =>
    limited.ask(
      `mutation ($patches: [UpdateTankPatch!]!) { updateTanks(patches: $patches) { ... on UpdateTanksSuccess { results { ... on Tank { ${fields} } } } } ${more} }`,
      { patches },
    );
  // Of 100 MB, no more than the limit stays in memory, beside what is not collected yet.
  const before = process.memoryUsage().rss;
  const { data, errors } = await update('metadata');
  expect(process.memoryUsage().rss - before).toBeLessThan(80 * MB);
  const written = { ...tooLarge, message: expect.stringMatching(/The accepted changes were written\.$/) };
  expect([data, errors]).toMatchObject([{ updateTanks: null }, [written]]);
  expect(await limited.sql('SELECT DISTINCT version FROM tank')).toEqual([{ version: 2 }]);
  expect((await update('version')).data.updateTanks.results).toEqual(Array(400).fill({ version: 2 }));
  await limited.sql(`UPDATE tank SET note = repeat('n', 2000)`);
  expect(await update(aliases(20, 'note'))).toMatchObject({ data: null, errors: [written] });
  // What is behind it in the same mutation is not begun.
  const both = await update('metadata', 'createTank(input: { name: "later" }) { __typename }');
  expect(both.errors).toMatchObject([
    { ...written, path: ['updateTanks'] },
    { ...tooLarge, path: ['createTank'] },
  ]);
  expect(both.errors?.[1]?.message).not.toContain('written');
  expect(await limited.sql(`SELECT id FROM tank WHERE name = 'later'`)).toEqual([]);
  await limited.close();
});

test('none of this is logged as an error', () => {
  expect(gateway.logged.filter(({ level }) => level >= 50)).toEqual([]);
});

test.each([
  ['text beyond ASCII', `{ tank(id: "words") { ${aliases(20, 'name')} } }`],
  ['keys and punctuation', `{ ${aliases(20, 'tanks(first: 200) { edges { cursor node { id status } } }')} }`],
  [
    'long aliases of short values',
    `{ tanks(first: 200) { ${aliases(10, `nodes { ${aliases(20, 'id').replaceAll('a', 'a'.repeat(120))} }`)} } }`,
  ],
  [
    'one record under each of many ids',
    `{ ${aliases(10, `nodes(ids: [${'"w" '.repeat(200)}]) { ... on WebhookSubscription { ${aliases(20, '__typename').replaceAll(/a(?=\d)/g, 'a'.repeat(125))} } }`)} }`,
  ],
  ['escapes', '{ tank(id: "escapes") { name } }'],
  [
    'one ship-to of many tanks',
    '{ tanks(first: 50, filter: { shipToId: { equals: "shared" } }) { nodes { shipTo { a: note b: note } } } }',
  ],
])('an answer of %s is refused just above its size and whole just below', async (_what, query) => {
  const records = `INSERT INTO tank (id, company_id, name, fill_status, status)
     SELECT 'n' || n, 'acme', '', 'o', 'a' FROM generate_series(1, 200) n
     UNION ALL SELECT 'words', 'acme', repeat('Größe 油罐 🛢', 20), 'o', 'a'
     UNION ALL SELECT 'escapes', 'acme', repeat(E'\\x01"', 5000), 'o', 'a';
     INSERT INTO webhook_subscription (id, company_id, workflow_id, node_id, webhook_url, resource, actions)
     VALUES ('w', 'acme', 'w', 'n', 'https://example.com/', 'tank', '{updated}');
     INSERT INTO ship_to (id, company_id, note) VALUES ('shared', 'acme', repeat('n', 5000));
     INSERT INTO tank (id, company_id, ship_to_id) SELECT 's' || n, 'acme', 'shared' FROM generate_series(1, 50) n`;
  const whole = await openGateway({ connectsEarly: true });
  await whole.sql(records);
  const bytes = Buffer.byteLength(await (await whole.post(JSON.stringify({ query }))).text());
  await whole.close();
  for (const [share, isWhole] of [
    [1.03, true],
    [0.97, false],
  ] as const) {
    const limits = { answerBytes: Math.round(bytes * share), requestSeconds: 10 };
    const limited = await openGateway({ connectsEarly: true, limits });
    await limited.sql(records);
    for (const _again of [1, 2, 3]) {
      const { errors, data } = await limited.ask(query);
      expect([errors?.[0]?.extensions.code, data !== null]).toEqual([
        isWhole ? undefined : 'ANSWER_TOO_LARGE',
        isWhole,
      ]);
    }
    await limited.close();
  }
});
