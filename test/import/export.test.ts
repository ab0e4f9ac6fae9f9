import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Client, fetchExchange } from '@urql/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { csvOf } from '../../console/csv.ts';
import { exactNumbers, fetchExact } from '../../console/exact-answers.ts';
import { isSameValue, readValue, textOf } from '../../console/values.ts';
import { parseEach } from '../../src/exact-json.ts';
import { readCsv } from '../../src/import/csv.ts';
import { importRecords } from '../../src/import/import-records.ts';
import { readJsonLines } from '../../src/import/json-lines.ts';
import type { Source } from '../../src/import/lines.ts';
import { type Data, openGateway, type TestGateway, tokenOf } from '../gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const DIGITS =
  '{"iccid": 8901260852290847433, "volts": 12.50, "deep": [{"n": -123456789012345678901.250}], "plain": 1}';
const TEXTS = [
  '"Deep" well\nin two lines',
  '"an open quote\nand a line, with "quotes" and, commas',
  '"North,x\nb,"South',
  '"\n',
  '""\r\n""',
  ' a\tb; "c"\r',
  "'=1+1\n@x",
];

async function importAll(source: Source): Promise<{ refusals: string[]; written: number }> {
  const refusals: string[] = [];
  let written = 0;
  const reports = importRecords(gateway.pool, source, {
    model: 'Tank',
    company: 'acme',
    from: 1,
    dryRun: false,
    ignoresUnknown: false,
    makesIds: false,
    notation: { decimal: '.', dates: undefined },
    signal: new AbortController().signal,
  });
  for await (const report of reports) {
    if (report.type === 'begin') continue;
    refusals.push(...report.refused.map(({ text }) => text));
    written = report.sums.created + report.sums.updated;
  }
  return { refusals, written };
}

/** Sends an operation as the console does. */
async function ask(document: string, variables: object = {}): Promise<Data> {
  const token = await tokenOf('acme');
  const client = new Client({
    url: `${gateway.address}/graphql`,
    fetch: fetchExact,
    preferGetMethod: false,
    exchanges: [exactNumbers, fetchExchange],
    fetchOptions: { headers: { authorization: `Bearer ${token}` } },
  });
  const { data, error } = await (document.startsWith('mutation')
    ? client.mutation(document, variables)
    : client.query(document, variables));
  expect(error).toBeUndefined();
  return data;
}

/** What the console reads of all tanks. */
const read = async (): Promise<Data[]> =>
  (await ask('{ tanks { nodes { id name note metadata lastReading } } }')).tanks.nodes;

const rows = () =>
  gateway.sql('SELECT id, name, note, metadata::text, last_reading::text, version FROM tank ORDER BY name');

test('what the console exports is imported unchanged: digits of JSON, and quotes of texts in several lines', async () => {
  for (const [index, note] of TEXTS.entries())
    await gateway.sql(
      `INSERT INTO tank (id, company_id, name, note, metadata, last_reading) VALUES ($1, 'acme', $2, $3, $4, '{"v": 1.0}')`,
      [randomUUID(), `Tank ${index}`, note, DIGITS],
    );
  const before = await rows();
  const [exported] = [csvOf(['id', 'name', 'note', 'metadata', 'lastReading'], await read())];
  expect(exported).toContain('8901260852290847433');
  const again = await importAll(await readCsv(Readable.from([Buffer.from(exported)]), ','));
  expect(again).toEqual({ refusals: [], written: 0 });
  expect(await rows()).toEqual(before);
  await gateway.sql('TRUNCATE tank');
  await gateway.sql('TRUNCATE record_deletion');
  const anew = await importAll(await readCsv(Readable.from([Buffer.from(exported)]), ','));
  expect(anew).toEqual({ refusals: [], written: TEXTS.length });
  expect((await rows()).map((row) => ({ ...row, version: 1 }))).toEqual(before);
});

test('JSON lines keep the digits of numbers within JSON, and columns of numbers hold doubles', async () => {
  const id = randomUUID();
  const line = `{"id": "${id}", "tank_size": 12.50, "reading_volume": 0.10000000000000000555, "metadata": ${DIGITS}}`;
  expect(await importAll(readJsonLines(Readable.from([line])))).toEqual({ refusals: [], written: 1 });
  const [row] = await gateway.sql(
    'SELECT metadata::text, tank_size::text AS size, reading_volume::text AS volume FROM tank WHERE id = $1',
    [id],
  );
  expect(row).toEqual({ metadata: expect.stringContaining('12.50'), size: '12.5', volume: '0.1' });
  expect(row?.metadata).toContain('-123456789012345678901.250');
  const exponent = `{"id": "${id}", "metadata": {"a": 1e400}}`;
  expect((await importAll(readJsonLines(Readable.from([exponent])))).refusals.join()).toContain(
    'must be a finite number',
  );
});

test('a form of the console keeps digits, and knows a value by them', () => {
  const column = { type: 'JSONObject', isList: false } as const;
  const read = (text: string) => {
    const result = readValue(text, column);
    return 'value' in result ? result.value : result.fault;
  };
  const value = read(DIGITS);
  const shown = textOf(value);
  expect(shown).toContain('8901260852290847433');
  expect(isSameValue(read(shown), value)).toBe(true);
  expect(isSameValue(read(shown.replace('7433', '7434')), value)).toBe(false);
});

test('the console sends all digits, and the gateway refuses those that it would lose', async () => {
  const id = randomUUID();
  const update = (metadata: unknown) =>
    ask(
      `mutation ($id: ID!, $input: UpdateTankInput!) { answer: updateTank(id: $id, input: $input) {
        ... on Tank { metadata } ... on InvalidRequestError { issues { path message } } } }`,
      { id, input: { metadata } },
    );
  await gateway.sql(`INSERT INTO tank (id, company_id) VALUES ($1, 'acme')`, [id]);
  expect((await update(parseEach('{"a": 12.50}'))).answer.metadata).toEqual({ a: 12.5 });
  expect((await update(parseEach('{"a": 0.12345678901234567890}'))).answer).toMatchObject({
    issues: [{ path: ['input', 'metadata', 'a'], message: expect.stringContaining('send a string') }],
  });
});
