import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Data, openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { expiration, isText, PATCHED, type PatchedRecord, RECORDS, shipTo, tank, task } from '../records.ts';
import { updateOf } from '../resources/patching.ts';
import { full, insert, stored } from '../rows.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const create = async (record: PatchedRecord, overrides: Data = {}): Promise<Data & { id: string }> => {
  const row = full(record, overrides);
  await insert(gateway, record, row);
  return row;
};
const patch = async (record: PatchedRecord, id: string, input: object): Promise<Data> => {
  const { data, errors } = await gateway.ask(updateOf(record), { id, input });
  expect(errors).toBeUndefined();
  return data.answer;
};
const named = ({ inputs }: PatchedRecord, types: RegExp): string[] =>
  Object.keys(inputs).filter((name) => types.test(inputs[name] ?? ''));
const all = (names: string[], value: unknown): Data => Object.fromEntries(names.map((name) => [name, value]));
const pathsOf = ({ issues }: Data): string[] => issues.map(({ path }: Data) => path.join('.')).sort();

const unstorable: [string, string][] = [
  ['U+0000', 'a\0b'],
  ['half of a surrogate pair', 'a\ud800'],
  ['the other half of a surrogate pair', '\udc00b'],
  ['a surrogate pair the wrong way round', '\udc00\ud800'],
];
for (const record of PATCHED)
  for (const [what, text] of unstorable)
    test(`${record.mutation} refuses ${what} wherever it stands, each with its path`, async () => {
      const before = await create(record);
      const texts = named(record, /^(ID|String)$/);
      const lists = named(record, /^\[/);
      const objects = named(record, /^JSONObject$/);
      const answer = await patch(record, before.id, {
        ...all(texts, text),
        ...all(lists, ['good', text]),
        ...all(objects, { key: { list: ['good', { deep: text }] }, of: { [text]: 1 } }),
      });
      expect(answer.__typename).toBe('InvalidRequestError');
      expect(pathsOf(answer)).toEqual(
        [
          ...texts.map((name) => `input.${name}`),
          ...lists.map((name) => `input.${name}.1`),
          ...objects.flatMap((name) => [`input.${name}.key.list.1.deep`, `input.${name}.of`]),
        ].sort(),
      );
      expect(await stored(gateway, record, before.id)).toEqual(before);
      expect((await patch(record, text, {})).__typename).toBe('NotFoundError');
    });

const texts = {
  'right-to-left text': '\u202eעברית‏ العربية\u202c',
  emoji: '\u{1F6E2}\u{FE0F}\u{1F469}\u{200D}\u{1F692}\u{10FFFF}',
  'SQL that ends a statement': `'; DROP TABLE tank; -- " \\'; $1 $$ %s`,
  'SQL that joins a condition': `' OR '1'='1`,
  'a script': '<script>alert(1)</script>&amp;',
  'control characters': '\u0001\u0007\t\r\n\u001b[31m\u007f\u0085\u2028\u2029\ufeff\ufffd',
  'combining characters, left as they are': 'e\u0301 \u00e9 \u1e9b\u0323',
  'a text that looks like a value of its column': 'NULL {} [] {a,b} infinity true 0x00 \\x00',
  'nothing but blanks': '   ',
  'an empty text': '',
};
for (const record of PATCHED)
  for (const [what, text] of Object.entries(texts))
    test(`${record.mutation} keeps and answers ${what} letter for letter`, async () => {
      const { id } = await create(record);
      const given = {
        ...all(named(record, /^(ID|String)$/), text),
        ...all(named(record, /^\[/), [text, text]),
        ...all(named(record, /^JSONObject$/), { [text]: [text, { [text]: text }] }),
      };
      const answer = await patch(record, id, given);
      expect(answer).toMatchObject({ __typename: record.type, ...given });
      expect(answer).toEqual({ __typename: record.type, ...(await stored(gateway, record, id)) });
      // A value is equal to itself also after its way through the database.
      expect(await patch(record, id, given)).toEqual(answer);
    });

test('hostile text in an id, a filter and a cursor finds nothing and breaks nothing', async () => {
  // Its own company, since other tests have stored the same texts.
  const token = await tokenOf('globex');
  await create(tank, { companyId: 'globex' });
  for (const text of [...Object.values(texts), ...unstorable.map(([, bad]) => bad)])
    for (const { one, many, type } of RECORDS) {
      const query = `query ($id: ID!, $text: String, $filter: ${type}Filter) {
        ${one}(id: $id) { id } cursor: ${many}(after: $text) { nodes { id } } list: ${many}(filter: $filter) { nodes { id } } }`;
      const field = { Task: 'entityId', WebhookSubscription: 'workflowId' }[type] ?? 'externalId';
      const {
        status,
        data,
        errors = [],
      } = await gateway.ask(query, { id: text, text, filter: { [field]: text } }, token);
      expect([status, data[one], data.cursor, data.list?.nodes ?? []]).toEqual([200, null, null, []]);
      for (const { extensions } of errors) expect(extensions.code).toBe('BAD_USER_INPUT');
    }
});

test('half of a surrogate pair in the document itself is refused as one', async () => {
  for (const query of ['{ tank(id: "\ud800") { id } }', '{ tank(id: "\\uD800") { id } }', '# \udc00\n{ __typename }']) {
    const { status, errors } = await gateway.ask(query);
    if (errors) expect([status, errors[0]?.extensions.code]).toEqual([400, 'GRAPHQL_PARSE_FAILED']);
    else expect(status).toBe(200);
  }
  const { data } = await gateway.ask('{ tank(id: "\\u0000") { id } other: tank(id: "\\u{1F6E2}") { id } }');
  expect(data).toEqual({ tank: null, other: null });
});

test('bytes that are not UTF-8 are no reason to fail', async () => {
  const body = Buffer.concat([
    Buffer.from('{"query":"{ tank(id: \\"'),
    Buffer.from([0xff, 0xed, 0xa0, 0x80]),
    Buffer.from('\\") { id } }"}'),
  ]);
  const { status, text } = await send(body);
  expect([status, JSON.parse(text).data]).toEqual([200, { tank: null }]);
});

/** Sends raw bytes, in one piece with its length, or in chunks without. */
const send = (body: Buffer, chunked = false): Promise<{ status: number | undefined; text: string }> =>
  new Promise((resolve, reject) => {
    const length = chunked ? {} : { 'content-length': body.length };
    const headers = { 'content-type': 'application/json', ...length };
    const sent = request(`${gateway.address}/graphql`, { method: 'POST', headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve({ status: response.statusCode, text: Buffer.concat(parts).toString() }));
    });
    // The gateway may answer and hang up before it has read everything.
    sent.on('error', (error) => setImmediate(reject, error));
    if (chunked) for (let at = 0; at < body.length; at += 64 * 1024) sent.write(body.subarray(at, at + 64 * 1024));
    sent.end(chunked ? undefined : body);
  });
const ofSize = (bytes: number): Buffer => {
  const frame = JSON.stringify({ query: '{ __typename }', variables: { pad: '' } });
  return Buffer.from(frame.replace('""', `"${'x'.repeat(bytes - frame.length)}"`));
};

for (const [how, chunked] of [
  ['with its length', false],
  ['in chunks', true],
] as const) {
  // biome-ignore format: a table
  test(`a body of 256 KB ${how} is read, one byte more is 413`, async () => {
    const largest = await send(ofSize(256 * 1024), chunked);
    expect([largest.status, JSON.parse(largest.text)]).toEqual([200, { data: { __typename: 'Query' } }]);
    expect((await send(ofSize(256 * 1024 + 1), chunked)).status).toBe(413);
  });

  test(`a text of 1 MB ${how} is 413, and the gateway goes on`, async () => {
    const variables = { id: 'x', input: { name: 'x'.repeat(1024 * 1024) } };
    expect((await send(Buffer.from(JSON.stringify({ query: updateOf(tank), variables })), chunked)).status).toBe(413);
    expect((await gateway.ask('{ __typename }')).status).toBe(200);
  });
}

test('200 KB fit into a field that is not searched by', async () => {
  const long = 'é'.repeat(100_000);
  for (const [record, field, value] of [
    [tank, 'tankAddress', long],
    [shipTo, 'note', long],
    [expiration, 'description', long],
    [tank, 'metadata', { [long.slice(0, 1000)]: long.slice(1000) }],
    [tank, 'alerts', Array.from({ length: 20_000 }, (_, i) => `alert ${i}`).slice(0, 10_000)],
  ] as const) {
    const { id } = await create(record);
    expect((await patch(record, id, { [field]: value }))[field]).toEqual(value);
    expect((await stored(gateway, record, id))?.[field]).toEqual(value);
  }
});

for (const record of PATCHED)
  test(`${record.mutation} takes 300 characters or tells that they are too many, field by field`, async () => {
    // Random text, which no index can compress.
    const long = Array.from(randomBytes(300), (byte) => String.fromCodePoint(0x4e00 + byte)).join('');
    for (const field of Object.keys(record.inputs).filter((name) => isText(record.inputs[name] ?? ''))) {
      const before = await create(record);
      const answer = await patch(record, before.id, { [field]: long });
      if (answer.__typename === record.type) expect(answer[field]).toBe(long);
      else {
        expect([answer.__typename, pathsOf(answer)]).toEqual(['InvalidRequestError', [`input.${field}`]]);
        expect(await stored(gateway, record, before.id)).toEqual(before);
      }
      expect((await patch(record, before.id, { [field]: long.slice(0, 255) }))[field]).toBe(long.slice(0, 255));
      for (const bytes of [3_000, 60_000])
        expect((await patch(record, before.id, { [field]: randomBytes(bytes).toString('hex') })).__typename).toMatch(
          new RegExp(`^(${record.type}|InvalidRequestError)$`),
        );
    }
  });

test('every text field at its longest at once is kept', async () => {
  const widest = String.fromCodePoint(0xffee).repeat(255);
  for (const record of PATCHED) {
    const { id } = await create(record);
    const input = all(named(record, /^(ID|String)$/), widest);
    expect(await patch(record, id, input)).toMatchObject({ __typename: record.type, ...input });
  }
});

/** A request whose variables are JSON text of our own, with numbers that JavaScript could not write. */
const raw = async (record: PatchedRecord, id: string, input: string): Promise<{ status: number; body: Data }> => {
  const body = `{"query":${JSON.stringify(updateOf(record))},"variables":{"id":"${id}","input":${input}}}`;
  const response = await gateway.post(body);
  return { status: response.status, body: (await response.json()) as Data };
};

test('a fill percentage takes every number there is, and its text', async () => {
  const { id } = await create(tank);
  for (const [given, kept] of [
    ['1e308', 1e308],
    ['-1e308', -1e308],
    ['5e-324', 5e-324],
    ['-0', 0],
    ['0.1', 0.1],
    ['0.30000000000000004', 0.1 + 0.2],
    ['12345678901234567890', 12345678901234567000],
    ['"42.5"', 42.5],
    ['"-0.0"', 0],
    ['"0042"', 42],
    ['"123456789012345678901234567890"', 1.2345678901234568e29],
  ] as const) {
    const { body } = await raw(tank, id, `{"fillPercentage":${given}}`);
    expect([given, body.data.answer.fillPercentage + 0]).toEqual([given, kept]);
    expect((await stored(gateway, tank, id))?.fillPercentage).toBe(kept);
    const again = await raw(tank, id, `{"fillPercentage":${given}}`);
    expect(again.body).toEqual(body);
  }
});

test('a fill percentage that is no number is refused before anything runs', async () => {
  const before = await create(tank);
  const bad = ['1e400', '-1e400', '""', '" "', '"NaN"', '"Infinity"', '"42,5"', '"42.5 %"', '"0x10"', '"1e400"', `"${'9'.repeat(400)}"`, '"4\\u0000"', 'true', '[]', '[1]', '{}']; // biome-ignore format: a table
  for (const given of bad) {
    const { status, body } = await raw(tank, before.id, `{"fillPercentage":${given}}`);
    expect([given, status, body.data]).toEqual([given, 400, undefined]);
    expect(body.errors[0].extensions?.code).not.toBe('INTERNAL_SERVER_ERROR');
  }
  for (const given of ['1e400', '-1e400', '"1e400"', 'NaN', '[]', '{ a: 1 }', 'true']) {
    const query = `mutation { updateTank(id: "${before.id}", input: { fillPercentage: ${given} }) { __typename } }`;
    expect([given, (await gateway.ask(query)).status]).toEqual([given, 400]);
  }
  expect(await stored(gateway, tank, before.id)).toEqual(before);
});

test('numbers in an object are kept as JSON numbers are, up to the largest', async () => {
  const { id } = await create(tank);
  const numbers = '[1e308, -1e308, 5e-324, 1e-400, -0, 0.1, 12345678901234567890, 9007199254740993, 1e21, 1E+2]';
  const { body } = await raw(tank, id, `{"metadata":{"numbers":${numbers}}}`);
  expect(body.data.answer.metadata.numbers.map((n: number) => n + 0)).toEqual(
    JSON.parse(numbers).map((n: number) => n + 0),
  );
  const again = await raw(tank, id, `{"metadata":{"numbers":${numbers}}}`);
  expect(again.body).toEqual(body);
});

test('a number too large for JSON is refused with its place', async () => {
  const before = await create(tank);
  const { body } = await raw(tank, before.id, '{"metadata":{"a":[1,1e400],"b":-1e999}}');
  expect(pathsOf(body.data.answer)).toEqual(['input.metadata.a.1', 'input.metadata.b']);
  const query = `mutation { updateTank(id: "${before.id}", input: { metadata: { a: [1e400] } }) {
    __typename ... on InvalidRequestError { issues { path } } } }`;
  expect((await gateway.ask(query)).data.updateTank).toEqual({ __typename: 'InvalidRequestError', issues: [{ path: ['input', 'metadata', 'a', '0'] }] }); // biome-ignore format: one record
  expect(await stored(gateway, tank, before.id)).toEqual(before);
});

test('an integer that is none, or does not fit, is refused before anything runs', async () => {
  const { id } = await create(tank);
  for (const version of ['1.5', '2147483648', '-2147483649', '1e10', '"1"', 'true', '{}', '[1]']) {
    const body = `{"query":${JSON.stringify(updateOf(tank))},"variables":{"id":"${id}","input":{},"expectedVersion":${version}}}`;
    expect([version, (await gateway.post(body)).status]).toEqual([version, 400]);
    const list = `{"query":"query ($n: Int) { tasks(first: $n) { totalCount } }","variables":{"n":${version}}}`;
    expect([version, (await gateway.post(list)).status]).toEqual([version, 400]);
  }
});

test('a day that no calendar has is refused, and nothing is written', async () => {
  const before = await create(expiration);
  const impossible = ['2026-02-30', '2026-13-01', '2026-00-10', '2025-02-29', '2026-2-3', '0000-01-01', '-0001-01-01', '10000-01-01', '+010000-01-01', '99999999-01-01', '2026-01-01T00:00:00Z', '2026-01-01\0', '', 'today', 'infinity', ' 2026-01-01']; // biome-ignore format: a table
  for (const day of [...impossible, 20260101, 1e300, true, {}, ['2026-01-01']])
    for (const _again of [1, 2]) {
      const { status, data, errors } = await gateway.ask(updateOf(expiration), {
        id: before.id,
        input: { expirationDate: day },
      });
      const told = status === 200 ? data.answer : errors?.[0];
      expect([day, status === 400 || told.__typename === 'InvalidRequestError']).toEqual([day, true]);
      if (status === 200) expect(pathsOf(told)).toEqual(['input.expirationDate']);
      else expect(told?.extensions?.code).not.toBe('INTERNAL_SERVER_ERROR');
    }
  for (const day of ['"2026-02-30"', '"0000-01-01"', '20260101', '"10000-01-01"']) {
    const query = `mutation { updateExpiration(id: "${before.id}", input: { expirationDate: ${day} }) { __typename } }`;
    const { status, data } = await gateway.ask(query);
    expect(status === 400 || data.updateExpiration.__typename === 'InvalidRequestError').toBe(true);
  }
  expect(await stored(gateway, expiration, before.id)).toEqual(before);
});

test('the first and the last day of the calendar are kept, and 29 February', async () => {
  const { id } = await create(expiration);
  for (const day of ['0001-01-01', '0099-12-31', '9999-12-31', '2024-02-29', '1582-10-10'])
    expect(await patch(expiration, id, { expirationDate: day, warningDate: day })).toMatchObject({ expirationDate: day, warningDate: day }); // biome-ignore format: one thought
});

test('a moment that no clock has is refused in a filter', async () => {
  const query = 'query ($before: DateTime) { tasks(filter: { dueBefore: $before }) { totalCount } }';
  const bad = ['2026-02-30T00:00:00Z', '2026-01-01T25:00:00Z', '2026-01-01T00:61:00Z', '2026-01-01', '10000-01-01T00:00:00Z', 'now', '', '2026-01-01T00:00:00', 1e300, {}, []]; // biome-ignore format: a table
  for (const before of bad) expect([before, (await gateway.ask(query, { before })).status]).toEqual([before, 400]);
  for (const before of [
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '2016-12-31T23:59:60Z',
    '0001-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59-14:00',
  ]) {
    // biome-ignore format: a table
    const { status, errors = [] } = await gateway.ask(query, { before });
    expect(status).toBeLessThan(500);
    for (const { extensions } of errors) expect(extensions?.code).not.toBe('INTERNAL_SERVER_ERROR');
  }
});

test('a variable that does not fit its type is refused with a code', async () => {
  const requests: [string, object][] = [
    [updateOf(expiration), { id: 'x', input: { expirationDate: '2026-02-30' } }],
    [updateOf(expiration), { id: 'x', input: { unknown: 1 } }],
    [updateOf(expiration), { input: {} }],
    ['query ($first: Int) { tanks(first: $first) { totalCount } }', { first: 1.5 }],
  ];
  for (const [query, variables] of requests)
    for (const _again of [1, 2]) {
      const { status, errors } = await gateway.ask(query, variables);
      expect([status, errors?.[0]?.extensions?.code]).toEqual([400, expect.stringMatching(/^[A-Z_]+$/)]);
      expect(errors?.[0]?.extensions?.code).not.toBe('INTERNAL_SERVER_ERROR');
    }
});

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

test('an object may be nested 50 levels deep, and never so deep that it hurts', async () => {
  const before = await create(tank);
  expect((await raw(tank, before.id, `{"metadata":${nested(50)}}`)).body.data.answer.__typename).toBe('Tank');
  for (const value of [
    nested(51),
    nested(1_000),
    nested(40_000),
    `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  ]) {
    const { status, body } = await raw(tank, before.id, `{"metadata":${value}}`);
    expect([status, body.data.answer.__typename]).toEqual([200, 'InvalidRequestError']);
  }
  for (const depth of [50, 51, 1_000, 3_000]) {
    const value = nested(depth).replaceAll('"', '');
    const query = `mutation { updateTank(id: "${before.id}", input: { metadata: ${value} }) { __typename } }`;
    const { status, data } = await gateway.ask(query);
    expect(status).toBeLessThan(500);
    if (status === 200) expect(data.updateTank.__typename).toBe(depth > 50 ? 'InvalidRequestError' : 'Tank');
  }
});

test('keys that JavaScript has plans for are keys like any other', async () => {
  const { id } = await create(tank);
  const keys =
    '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1,"hasOwnProperty":null}';
  for (const _again of [1, 2]) {
    const { body } = await raw(tank, id, `{"metadata":${keys}}`);
    expect(JSON.stringify(body.data.answer.metadata, Object.keys(JSON.parse(keys)).sort())).toBe(
      JSON.stringify(JSON.parse(keys), Object.keys(JSON.parse(keys)).sort()),
    );
    expect(Object.keys(body.data.answer.metadata).sort()).toEqual(Object.keys(JSON.parse(keys)).sort());
  }
  const [row] = await gateway.sql('SELECT metadata::text AS text FROM tank WHERE id = $1', [id]);
  expect(row?.text).toContain('"__proto__": {"polluted": true}');
  expect('polluted' in {}).toBe(false);
  const literal = `mutation { updateTank(id: "${id}", input: { metadata: { __proto__: { a: 1 }, constructor: 2 } }) { ... on Tank { metadata } } }`;
  const { data } = await gateway.ask(literal);
  expect(Object.keys(data.updateTank.metadata).sort()).toEqual(['__proto__', 'constructor']);
});

test('keys that JavaScript has plans for are no way into an input', async () => {
  const before = await create(tank);
  for (const input of ['{"__proto__":{"name":"x"}}', '{"constructor":1}', '{"toString":1}', '{"hasOwnProperty":1}'])
    for (const _again of [1, 2]) expect([input, (await raw(tank, before.id, input)).status]).toEqual([input, 400]);
  const body = JSON.stringify({ query: '{ __typename }' }).replace('}"}', '}","__proto__":{"query":"{x}"}}');
  expect((await gateway.post(body)).status).toBeLessThan(500);
  expect(await stored(gateway, tank, before.id)).toEqual(before);
});

const bounded: [string, string, 200 | 400 | undefined][] = [
  ['10,000 aliases', `{ ${Array.from({ length: 10_000 }, (_, i) => `a${i}: __typename`).join(' ')} }`, 400],
  ['101 root fields', `{ ${Array.from({ length: 101 }, (_, i) => `a${i}: __typename`).join(' ')} }`, 400],
  ['100 root fields', `{ ${Array.from({ length: 100 }, (_, i) => `a${i}: __typename`).join(' ')} }`, 200],
  ['10,001 tokens', `{ ${'__typename '.repeat(9_999)} }`, 400],
  ['200,000 tokens', `{ ${'a '.repeat(100_000)} }`, 400],
  ['a comment of 200 KB', `# ${'x'.repeat(200_000)}\n{ __typename }`, 200],
  ['a text of 200 KB', `{ tank(id: "${'x'.repeat(200_000)}") { id } }`, 200],
  ['a name of 200 KB', `{ ${'x'.repeat(200_000)} }`, 400],
  ['5,000 levels of fields', `${'{ a '.repeat(2_400)}${'} '.repeat(2_400)}`, 400],
  ['1,000 levels of fragments', `${'{ ... '.repeat(1_000)} { __typename } ${'} '.repeat(1_000)}`, 200],
  // Which of the two depends on the stack that is left.
  ['2,400 levels of fragments', `${'{ ... '.repeat(2_400)} { __typename } ${'} '.repeat(2_400)}`, undefined],
  ['5,000 levels of lists', `{ tank(id: ${'['.repeat(4_900)}${']'.repeat(4_900)}) { id } }`, 400],
  ['5,000 levels of types', `query ($a: ${'['.repeat(4_900)}Int${']'.repeat(4_900)}) { __typename }`, 400],
  ['40,000 levels, cut off', '{a'.repeat(40_000), 400],
  ['15 levels', `{ __type(name: "Tank") ${'{ ofType '.repeat(13)} { name } ${'}'.repeat(13)} }`, 200],
  ['16 levels', `{ __type(name: "Tank") ${'{ ofType '.repeat(14)} { name } ${'}'.repeat(14)} }`, 400],
  [
    'more than 50,000 records',
    '{ shipTos(first: 200) { nodes { tanks(first: 200) { nodes { shipTo { tanks(first: 200) { nodes { id } } } } } } } }',
    400,
  ],
  [
    'more than 50,000 records behind fragments',
    '{ shipTos(first: 200) { ... { nodes { tanks(first: 200) { ...page } } } } } fragment page on TankConnection { nodes { shipTo { tanks(first: 200) { ... { nodes { id } } } } } }',
    400,
  ],
  [
    'more than 50,000 records from the end',
    `{ ${Array.from({ length: 5 }, (_, i) => `a${i}: shipTos(first: null, last: 200) { nodes { tanks(first: null, last: 200) { nodes { id } } } }`).join(' ')} }`,
    400,
  ],
  ['a fragment in itself', '{ ...a } fragment a on Query { ...a }', 400],
  ['two fragments in each other', '{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }', 400],
  [
    'fragments that double 30 times',
    `{ ...f0 } ${Array.from({ length: 30 }, (_, i) => `fragment f${i} on Query { ...f${i + 1} ...f${i + 1} }`).join(' ')} fragment f30 on Query { __typename }`,
    400,
  ],
  [
    'fragments that double 30 times through fields',
    `{ tanks { nodes { ...f0 } } } ${Array.from({ length: 30 }, (_, i) => `fragment f${i} on Tank { a: shipTo { tanks { nodes { ...f${i + 1} } } } b: shipTo { tanks { nodes { ...f${i + 1} } } } }`).join(' ')} fragment f30 on Tank { id }`,
    400,
  ],
  [
    'types in types, 30 levels',
    `{ __schema { types ${'{ fields { type '.repeat(15)} { name } ${'} }'.repeat(15)} } }`,
    400,
  ],
  ['a field twice, 4,000 times', `{ tank(id: "x") { ${'name '.repeat(4_000)} } }`, 400],
  ['a field twice, 9,900 times', `{ tank(id: "x") { ${'name '.repeat(9_900)} } }`, 400],
  ['a field twice, each with a selection of its own', `{ ${'tank(id: "x") { name } '.repeat(99)} }`, 200],
  [
    'selections that are to be merged, over and over',
    `{ tanks { nodes { ${'shipTo { id name } '.repeat(1_900)} } } }`,
    400,
  ],
  [
    'fields that cannot be merged, over and over',
    `{ tanks { nodes { ${Array.from({ length: 1_900 }, (_, i) => `shipTo { a: ${['id', 'name', 'note'][i % 3]} }`).join(' ')} } } }`,
    400,
  ],
  [
    'fragments that are to be merged, over and over',
    `{ tanks { nodes { ${Array.from({ length: 900 }, (_, i) => `...f${i}`).join(' ')} } } } ${Array.from({ length: 900 }, (_, i) => `fragment f${i} on Tank { name }`).join(' ')}`,
    400,
  ],
  ['directives, over and over', `{ __typename ${'@skip(if: false) '.repeat(1_600)} }`, 400],
  [
    'variables, over and over',
    `query (${Array.from({ length: 3_000 }, (_, i) => `$v${i}: Int`).join(' ')}) { __typename }`,
    400,
  ],
  ['operations, over and over', Array.from({ length: 2_400 }, (_, i) => `query q${i} { __typename }`).join(' '), 400],
];
for (const [what, query, status] of bounded)
  test(`a document with ${what} is answered with ${status ?? 'either'}, in bounded time`, async () => {
    for (const _again of [1, 2, 3]) {
      const begun = performance.now();
      const answer = await gateway.ask(query);
      const took = performance.now() - begun;
      const told = answer.errors?.map(({ message }) => message.slice(0, 200));
      expect([answer.status, told]).toEqual([
        status ?? expect.toBeOneOf([200, 400]),
        answer.status === 200 ? undefined : expect.anything(),
      ]);
      expect(took).toBeLessThan(2_000);
    }
  });

test('what is not a request in JSON is the caller’s fault', async () => {
  const bodies = ['', '{', '[]', '[{"query":"{ __typename }"}]', 'null', '"x"', '7', '{}', '{"query":null}', '{"query":7}', '{"query":""}', '{"query":"{ __typename }","variables":[]}', '{"query":"{ __typename }","variables":"x"}', '{"query":"{ __typename }","operationName":7}', '{"query":"{ __typename }","operationName":"x"}', '{"query":"{ __typename }","extensions":7}', '{"query":"{ __typename"}', '{"query":"{ __typename }"}}', "{'query':'{ __typename }'}", '\ufeff{"query":"{ __typename }"', `${'['.repeat(100_000)}`]; // biome-ignore format: a table
  for (const body of bodies)
    for (const _again of [1, 2]) {
      const response = await gateway.post(body);
      const text = await response.text();
      expect([body.slice(0, 50), response.status >= 400 && response.status < 500, text]).toEqual([
        body.slice(0, 50),
        true,
        expect.stringContaining('"errors"'),
      ]);
      expect(text).not.toMatch(/ at .*\.(js|ts|mjs):|node_modules|Unexpected error/);
    }
});

test('an error that nobody foresaw is told without its cause, and logged with it under the id told', async () => {
  const broken = await openGateway();
  try {
    const row = full(tank);
    await insert(broken, tank, row);
    await broken.sql('ALTER TABLE tank RENAME COLUMN brand TO make');
    const requests: [string, object, string[]][] = [
      ['query ($id: ID!) { tank(id: $id) { brand } other: tanks { totalCount } }', { id: row.id }, ['tank']],
      ['{ tanks { nodes { brand } } other: tanks { totalCount } }', {}, ['tanks']],
      [
        'mutation ($id: ID!) { updateTank(id: $id, input: { name: "x" }) { ... on Tank { brand } } }',
        { id: row.id },
        ['updateTank'],
      ],
    ];
    for (const [query, variables, path] of requests)
      for (const _again of [1, 2, 3]) {
        broken.logged.length = 0;
        const { status, data, errors = [], headers } = await broken.ask(query, variables);
        expect(status).toBe(200);
        expect(data[path[0] ?? '']).toBeNull();
        expect(data.other ?? { totalCount: 1 }).toEqual({ totalCount: 1 });
        const requestId = headers.get('x-request-id');
        expect(errors).toEqual([
          {
            message: 'Unexpected error.',
            path,
            locations: expect.anything(),
            extensions: { code: 'INTERNAL_SERVER_ERROR', requestId },
          },
        ]);
        const logged = broken.logged.filter((line) => line.requestId === requestId && line.level >= 50);
        expect(logged).toHaveLength(1);
        expect(logged[0]?.err).toMatchObject({ code: '42703', message: expect.stringContaining('brand'), stack: expect.any(String) }); // biome-ignore format: one record
      }
  } finally {
    await broken.close();
  }
});

test('a value that something else wrote and GraphQL cannot tell fails alone', async () => {
  const odd = await openGateway();
  try {
    const row = full(task);
    await insert(odd, task, row);
    await odd.sql("UPDATE task SET due_date = 'infinity', scheduled_end = '10000-01-01' WHERE id = $1", [row.id]);
    const query = 'query ($id: ID!) { task(id: $id) { id dueDate scheduledEnd title } }';
    for (const _again of [1, 2, 3]) {
      const { status, data, errors } = await odd.ask(query, { id: row.id });
      expect([status, data.task]).toEqual([200, { id: row.id, dueDate: null, scheduledEnd: null, title: row.title }]);
      const unexpected = { message: 'Unexpected error.', extensions: { code: 'INTERNAL_SERVER_ERROR' } };
      expect(errors).toMatchObject([
        { path: ['task', 'dueDate'], ...unexpected },
        { path: ['task', 'scheduledEnd'], ...unexpected },
      ]);
    }
  } finally {
    await odd.close();
  }
});

test('a lost database is told as an unexpected error, and the gateway recovers', async () => {
  const shaken = await openGateway();
  try {
    await insert(shaken, tank, full(tank));
    await shaken.sql(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    await shaken.sql('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => {});
    const answers = await Promise.all(Array.from({ length: 5 }, () => shaken.ask('{ tanks { totalCount } }')));
    for (const { status, errors = [] } of answers) {
      expect(status).toBe(200);
      for (const { message } of errors) expect(message).toBe('Unexpected error.');
    }
    expect((await shaken.ask('{ tanks { totalCount } }')).data.tanks).toEqual({ totalCount: 1 });
  } finally {
    await shaken.close();
  }
});

test('none of all this was an error of the gateway’s own', () => {
  expect(gateway.logged.filter(({ level }) => level >= 50)).toEqual([]);
});

test('an input of thousands of unknown keys, sent again and again, is refused in bounded time', async () => {
  const query = 'mutation ($id: ID!, $i: UpdateTankInput!) { updateTank(id: $id, input: $i) { __typename } }';
  const i = Object.fromEntries(Array.from({ length: 15_000 }, (_, n) => [`k${n}`, 0]));
  const begun = performance.now();
  for (const _again of [1, 2, 3]) expect((await gateway.ask(query, { id: 'x', i })).status).toBe(400);
  expect(performance.now() - begun).toBeLessThan(15_000);
});

test.each([
  [
    'one field under 21 aliases',
    `{ tank(id: "t") { ${Array.from({ length: 21 }, (_, n) => `a${n}: name`).join(' ')} } }`,
  ],
  [
    'one field under 21 aliases of the schema itself',
    `{ __schema { types { ${Array.from({ length: 21 }, (_, n) => `a${n}: description`).join(' ')} } } }`,
  ],
  [
    '101 JSON values',
    `{ ${Array.from({ length: 51 }, (_, n) => `r${n}: tank(id: "t") { a: metadata lastReading }`).join(' ')} }`,
  ],
  [
    'over 2,000 fields',
    `{ ${Array.from({ length: 99 }, (_, n) => `r${n}: tank(id: "t") { ...F }`).join(' ')} } fragment F on Tank { ${Array.from({ length: 20 }, (_, n) => `a${n}: name`).join(' ')} }`,
  ],
])('a document with %s is refused', async (_what, query) => {
  for (const _again of [1, 2]) {
    const { status, errors } = await gateway.ask(query);
    expect([status, errors?.[0]?.extensions.code]).toEqual([400, 'DOCUMENT_TOO_LARGE']);
  }
});
