import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway } from '../gateway.ts';
import { tank } from '../records.ts';
import { patchText, pathsOf, updateOf } from '../resources/patching.ts';
import { create, stored } from '../rows.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

test('a fill percentage takes every JSON number from 0 to 100, and decimal text', async () => {
  const { id } = await create(gateway, tank);
  for (const [given, kept] of [
    ['100', 100],
    ['5e-324', 5e-324],
    ['-0', 0],
    ['0.1', 0.1],
    ['0.30000000000000004', 0.1 + 0.2],
    ['12.345678901234567890', 12.345678901234567],
    ['"42.5"', 42.5],
    ['"-0.0"', 0],
    ['"0042"', 42],
    ['"1.2500000000000000000000000001"', 1.25],
  ] as const) {
    const { body } = await patchText(gateway, tank, id, `{"fillPercentage":${given}}`);
    expect([given, body.data.answer.fillPercentage + 0]).toEqual([given, kept]);
    expect((await stored(gateway, tank, id))?.fillPercentage).toBe(kept);
    expect((await patchText(gateway, tank, id, `{"fillPercentage":${given}}`)).body).toEqual(body);
  }
});

test('a fill percentage that is not a number is refused before anything runs', async () => {
  const before = await create(gateway, tank);
  const bad = [
    '1e400',
    '-1e400',
    '""',
    '" "',
    '"NaN"',
    '"Infinity"',
    '"42,5"',
    '"42.5 %"',
    '"0x10"',
    '"1e400"',
    `"${'9'.repeat(400)}"`,
    '"4\\u0000"',
    'true',
    '[]',
    '[1]',
    '{}',
  ];
  for (const given of bad) {
    const { status, body } = await patchText(gateway, tank, before.id, `{"fillPercentage":${given}}`);
    expect([given, status, body.data]).toEqual([given, 400, undefined]);
    expect(body.errors[0].extensions?.code).not.toBe('INTERNAL_SERVER_ERROR');
  }
  for (const given of ['1e400', '-1e400', '"1e400"', 'NaN', '[]', '{ a: 1 }', 'true']) {
    const query = `mutation { updateTank(id: "${before.id}", input: { fillPercentage: ${given} }) { __typename } }`;
    expect([given, (await gateway.ask(query)).status]).toEqual([given, 400]);
  }
  expect(await stored(gateway, tank, before.id)).toEqual(before);
});

test('a fill percentage or a coordinate beyond its limits is refused with its path, and SQL may write it', async () => {
  const before = await create(gateway, tank, { fillPercentage: 999, latitude: 'north', longitude: '999' });
  for (const [field, values] of Object.entries({
    fillPercentage: ['999', '-5', '100.00001', '"-0.1"', '1e308'],
    latitude: ['"90.1"', '"-91"', '"91.0"'],
    longitude: ['"180.1"', '"-181"', '"1000"'],
  }))
    for (const value of values) {
      const { body } = await patchText(gateway, tank, before.id, `{"name":"x","${field}":${value}}`);
      const message = `must be from ${field === 'fillPercentage' ? '0 to 100' : field === 'latitude' ? '-90 to 90' : '-180 to 180'}`;
      expect([value, body.data.answer]).toMatchObject([
        value,
        { __typename: 'InvalidRequestError', issues: [{ path: ['input', field], code: 'OUT_OF_RANGE', message }] },
      ]);
    }
  expect(await stored(gateway, tank, before.id)).toEqual(before);
  const edges = '{"fillPercentage":"100.0","latitude":"-90","longitude":"180.000"}';
  expect((await patchText(gateway, tank, before.id, edges)).body.data.answer).toMatchObject({
    fillPercentage: 100,
    latitude: '-90',
    longitude: '180.000',
  });
  for (const latitude of [
    '41° 21\' 0"',
    '29,76',
    '29.76N',
    '1e2',
    'NaN',
    '0x1D',
    '0091.0',
    '00040.5',
    'north',
    '',
    '5.',
    '.5',
    '+40.5',
    ' 40.5 ',
  ]) {
    const { body } = await patchText(gateway, tank, before.id, JSON.stringify({ latitude }));
    expect(body.data.answer.issues).toEqual([
      {
        path: ['input', 'latitude'],
        code: 'WRONG_FORMAT',
        message: 'must be a decimal number from -90 to 90, such as 29.76',
      },
    ]);
  }
});

test('numbers in an object are stored as JSON numbers, up to the largest that are exact', async () => {
  const { id } = await create(gateway, tank);
  const numbers = '[9007199254740991, -9007199254740991, 5e-324, -0, 0.1, 1e15, 1E+2]';
  const plain = (list: number[]): number[] => list.map((number) => number + 0);
  const { body } = await patchText(gateway, tank, id, `{"metadata":{"numbers":${numbers}}}`);
  expect(plain(body.data.answer.metadata.numbers)).toEqual(plain(JSON.parse(numbers)));
  expect((await patchText(gateway, tank, id, `{"metadata":{"numbers":${numbers}}}`)).body).toEqual(body);
});

test('a number in an object that loses digits is refused with its path, as a variable and in a document', async () => {
  const before = await create(gateway, tank);
  const inexact = [
    '9007199254740993',
    '-9007199254740993',
    '12345678901234567890',
    '123456789012345678901234567890',
    '1e300',
  ];
  const message = 'cannot be represented exactly, since it is beyond 9,007,199,254,740,991; send a string';
  const issues = [{ path: ['input', 'metadata', 'a', '1'], code: 'OUT_OF_RANGE', message }];
  for (const number of inexact) {
    const { body } = await patchText(gateway, tank, before.id, `{"metadata":{"a":[1,${number}]}}`);
    expect([number, body.data.answer]).toMatchObject([number, { __typename: 'InvalidRequestError', issues }]);
    const query = `mutation { updateTank(id: "${before.id}", input: { metadata: { a: [1, ${number}] } }) {
      __typename ... on InvalidRequestError { issues { path code message } } } }`;
    const { data } = await gateway.ask(query);
    expect([number, data.updateTank]).toEqual([number, { __typename: 'InvalidRequestError', issues }]);
  }
  expect(await stored(gateway, tank, before.id)).toEqual(before);
});

test('a number too large for JSON is refused with its path', async () => {
  const before = await create(gateway, tank);
  const { body } = await patchText(gateway, tank, before.id, '{"metadata":{"a":[1,1e400],"b":-1e999}}');
  expect(pathsOf(body.data.answer)).toEqual(['input.metadata.a.1', 'input.metadata.b']);
  const query = `mutation { updateTank(id: "${before.id}", input: { metadata: { a: [1e400] } }) {
    __typename ... on InvalidRequestError { issues { path } } } }`;
  const issues = [{ path: ['input', 'metadata', 'a', '0'] }];
  expect((await gateway.ask(query)).data.updateTank).toEqual({ __typename: 'InvalidRequestError', issues });
  expect(await stored(gateway, tank, before.id)).toEqual(before);
});

test('a value that is not a 32-bit integer is refused before anything runs', async () => {
  const { id } = await create(gateway, tank);
  for (const version of ['1.5', '2147483648', '-2147483649', '1e10', '"1"', 'true', '{}', '[1]']) {
    const body = `{"query":${JSON.stringify(updateOf(tank))},"variables":{"id":"${id}","input":{},"expectedVersion":${version}}}`;
    expect([version, (await gateway.post(body)).status]).toEqual([version, 400]);
    const list = `{"query":"query ($n: Int) { tasks(first: $n) { totalCount } }","variables":{"n":${version}}}`;
    expect([version, (await gateway.post(list)).status]).toEqual([version, 400]);
  }
});

test('none of this is logged as an error', () => {
  expect(gateway.logged.filter(({ level }) => level >= 50)).toEqual([]);
});

test('a number as an id is exact, or refused: JSON rounds a larger one to the id of another record', async () => {
  for (const id of ['9007199254740991', '9007199254740992']) await create(gateway, tank, { id, name: 'old' });
  const query = 'mutation ($id: ID!) { updateTank(id: $id, input: { name: "new" }) { ... on Tank { id name } } }';
  const send = async (id: string) =>
    (await gateway.post(`{"query":${JSON.stringify(query)},"variables":{"id":${id}}}`)).json();
  expect(await send('9007199254740991')).toEqual({ data: { updateTank: { id: '9007199254740991', name: 'new' } } });
  for (const id of ['9007199254740993', '-9007199254740993', '1e300', '1.5']) {
    const { errors } = await send(id);
    const message = 'must be a string, or a whole number up to 9,007,199,254,740,991';
    expect([id, errors[0].extensions.issues]).toEqual([id, [{ path: ['id'], code: 'WRONG_TYPE', message }]]);
  }
  expect((await stored(gateway, tank, '9007199254740992'))?.name).toBe('old');
});
