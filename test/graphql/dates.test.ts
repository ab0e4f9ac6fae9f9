import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway } from '../gateway.ts';
import { expiration } from '../records.ts';
import { patch, pathsOf, updateOf } from '../resources/patching.ts';
import { create, stored } from '../rows.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

test('a day that is not in the calendar is refused, and nothing is written', async () => {
  const before = await create(gateway, expiration);
  const impossible = [
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2025-02-29',
    '2026-2-3',
    '0000-01-01',
    '-0001-01-01',
    '10000-01-01',
    '+010000-01-01',
    '99999999-01-01',
    '2026-01-01T00:00:00Z',
    '2026-01-01\0',
    '',
    'today',
    'infinity',
    ' 2026-01-01',
  ];
  for (const day of [...impossible, 20260101, 1e300, true, {}, ['2026-01-01']])
    for (const _again of [1, 2]) {
      const variables = { id: before.id, input: { expirationDate: day } };
      const { status, data, errors } = await gateway.ask(updateOf(expiration), variables);
      const answer = status === 200 ? data.answer : errors?.[0];
      expect([day, status === 400 || answer.__typename === 'InvalidRequestError']).toEqual([day, true]);
      if (status === 200) expect(pathsOf(answer)).toEqual(['input.expirationDate']);
      else expect(answer?.extensions?.code).not.toBe('INTERNAL_SERVER_ERROR');
    }
  for (const day of ['"2026-02-30"', '"0000-01-01"', '20260101', '"10000-01-01"']) {
    const query = `mutation { updateExpiration(id: "${before.id}", input: { expirationDate: ${day} }) { __typename } }`;
    const { status, data } = await gateway.ask(query);
    expect(status === 400 || data.updateExpiration.__typename === 'InvalidRequestError').toBe(true);
  }
  expect(await stored(gateway, expiration, before.id)).toEqual(before);
});

test('the first and the last day of the calendar are stored, and 29 February', async () => {
  const { id } = await create(gateway, expiration);
  for (const day of ['0001-01-01', '0099-12-31', '9999-12-31', '2024-02-29', '1582-10-10']) {
    const input = { expirationDate: day, warningDate: day };
    expect(await patch(gateway, expiration, id, input)).toMatchObject(input);
  }
});

test('a moment that is not a valid date and time is refused in a filter', async () => {
  const query = 'query ($before: DateTime) { tasks(filter: { dueDate: { lt: $before } }) { totalCount } }';
  const bad = [
    '2026-02-30T00:00:00Z',
    '2026-01-01T25:00:00Z',
    '2026-01-01T00:61:00Z',
    '2026-01-01',
    '10000-01-01T00:00:00Z',
    'now',
    '',
    '2026-01-01T00:00:00',
    1e300,
    {},
    [],
  ];
  for (const before of bad) expect([before, (await gateway.ask(query, { before })).status]).toEqual([before, 400]);
  const extreme = [
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '2016-12-31T23:59:60Z',
    '0001-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59-14:00',
  ];
  for (const before of extreme) {
    const { status, errors = [] } = await gateway.ask(query, { before });
    expect(status).toBeLessThan(500);
    for (const { extensions } of errors) expect(extensions?.code).not.toBe('INTERNAL_SERVER_ERROR');
  }
});

test.each(['0001-01-01T00:00:00+10:00', '9999-12-31T23:59:59-10:00'])('%s is in no year of UTC', async (at) => {
  const query = 'query ($at: DateTime) { tanks(filter: { modifiedSince: $at }) { totalCount } }';
  const { errors } = await gateway.ask(query, { at });
  expect(errors?.[0]?.extensions?.issues).toMatchObject([
    { path: ['filter', 'modifiedSince'], code: 'OUT_OF_RANGE', message: 'must lie in the years 1 to 9999, in UTC' },
  ]);
  const replay = `mutation ($at: DateTime!, $until: DateTime) {
    replayDeliveries(subscriptionId: "none", since: $at, until: $until) {
      __typename ... on InvalidRequestError { issues { path code } }
    }
  }`;
  const { data } = await gateway.ask(replay, { at });
  expect(data.replayDeliveries.issues).toEqual([{ path: ['since'], code: 'OUT_OF_RANGE' }]);
  const { data: ended } = await gateway.ask(replay, { at: '2026-01-01T00:00:00Z', until: at });
  expect(ended.replayDeliveries.issues).toContainEqual({ path: ['until'], code: 'OUT_OF_RANGE' });
});

test('none of this is logged as an error', () => {
  expect(gateway.logged.filter(({ level }) => level >= 50)).toEqual([]);
});
