import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { inputsOf, PATCHED, RECORDS, tank } from '../records.ts';
import { all, patch, pathsOf } from '../resources/patching.ts';
import { create, stored } from '../rows.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const UNSTORABLE: [string, string][] = [
  ['U+0000', 'a\0b'],
  ['the first half of a surrogate pair', 'a\ud800'],
  ['the second half of a surrogate pair', '\udc00b'],
  ['a surrogate pair the wrong way round', '\udc00\ud800'],
];
for (const record of PATCHED)
  for (const [what, text] of UNSTORABLE)
    test(`${record.mutation} refuses ${what} in every text, list and object, each with its path`, async () => {
      const before = await create(gateway, record);
      const texts = inputsOf(record, 'ID', 'String');
      const lists = inputsOf(record, '[String!]');
      const objects = inputsOf(record, 'JSONObject');
      const answer = await patch(gateway, record, before.id, {
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
      expect((await patch(gateway, record, text, {})).__typename).toBe('NotFoundError');
    });

const TEXTS = {
  'right-to-left text': '\u202eעברית‏ العربية\u202c',
  emoji: '\u{1F6E2}\u{FE0F}\u{1F469}\u{200D}\u{1F692}\u{10FFFF}',
  'SQL that ends a statement': `'; DROP TABLE tank; -- " \\'; $1 $$ %s`,
  'SQL that joins a condition': `' OR '1'='1`,
  'a script': '<script>alert(1)</script>&amp;',
  'control characters': '\u0001\u0007\t\r\n\u001b[31m\u007f\u0085\u2028\u2029\ufeff\ufffd',
  'combining characters, not normalized': 'e\u0301 \u00e9 \u1e9b\u0323',
  'text that looks like a value of its column': 'NULL {} [] {a,b} infinity true 0x00 \\x00',
  'nothing but blanks': '   ',
  'an empty text': '',
};
for (const record of PATCHED)
  for (const [what, text] of Object.entries(TEXTS))
    test(`${record.mutation} stores and answers ${what} unchanged`, async () => {
      const { id } = await create(gateway, record);
      const given = {
        ...all(inputsOf(record, 'ID', 'String'), text),
        ...all(inputsOf(record, '[String!]'), [text, text]),
        ...all(inputsOf(record, 'JSONObject'), { [text]: [text, { [text]: text }] }),
      };
      const answer = await patch(gateway, record, id, given);
      expect(answer).toMatchObject({ __typename: record.type, ...given });
      expect(answer).toEqual({ __typename: record.type, ...(await stored(gateway, record, id)) });
      // The stored value equals the given one, so this is no change.
      expect(await patch(gateway, record, id, given)).toEqual(answer);
    });

test('hostile text in an id, a filter and a cursor finds nothing and breaks nothing', async () => {
  // A company of its own, because other tests store the same texts.
  const token = await tokenOf('globex');
  await create(gateway, tank, { companyId: 'globex' });
  for (const text of [...Object.values(TEXTS), ...UNSTORABLE.map(([, bad]) => bad)])
    for (const { one, many, type, fields } of RECORDS) {
      const query = `query ($id: ID!, $text: String, $filter: ${type}Filter) {
        ${one}(id: $id) { id } cursor: ${many}(after: $text) { nodes { id } } list: ${many}(filter: $filter) { nodes { id } } }`;
      const field = { Task: 'entityId', WebhookSubscription: 'workflowId' }[type] ?? 'externalId';
      const filter = field in fields ? { [field]: { equals: text } } : { id: { in: [text] } };
      const variables = { id: text, text, filter };
      const { status, data, errors = [] } = await gateway.ask(query, variables, token);
      expect([status, data[one], data.cursor, data.list?.nodes ?? []]).toEqual([
        200,
        null,
        text === '' ? expect.anything() : null,
        [],
      ]);
      for (const { extensions } of errors) expect(extensions.code).toBe('BAD_USER_INPUT');
    }
});

test('half of a surrogate pair in the document is a syntax error', async () => {
  for (const query of ['{ tank(id: "\ud800") { id } }', '{ tank(id: "\\uD800") { id } }', '# \udc00\n{ __typename }']) {
    const { status, errors } = await gateway.ask(query);
    if (errors) expect([status, errors[0]?.extensions.code]).toEqual([400, 'GRAPHQL_PARSE_FAILED']);
    else expect(status).toBe(200);
  }
  const { data } = await gateway.ask('{ tank(id: "\\u0000") { id } other: tank(id: "\\u{1F6E2}") { id } }');
  expect(data).toEqual({ tank: null, other: null });
});

test('none of this is logged as an error', () => {
  expect(gateway.logged.filter(({ level }) => level >= 50)).toEqual([]);
});
