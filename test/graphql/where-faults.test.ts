import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway } from '../gateway.ts';
import { type StoredRecord, subscription, tank } from '../records.ts';
import { create, newCompany } from '../rows.ts';
import { filtering } from './places.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const { placesOf, issuesOf } = filtering(() => gateway);

test('null is refused with its path where it is no value', async () => {
  const faults: [object, string, StoredRecord?][] = [
    [{ name: { in: null } }, 'name.in'],
    [{ name: { notIn: null } }, 'name.notIn'],
    [{ name: { lt: null } }, 'name.lt'],
    [{ name: { contains: null } }, 'name.contains'],
    [{ name: { not: { gt: null } } }, 'name.not.gt'],
    [{ id: null }, 'id'],
    [{ id: { equals: null } }, 'id.equals'],
    [{ id: { not: null } }, 'id.not'],
    [{ id: { not: { equals: null } } }, 'id.not.equals'],
    [{ fillStatus: null }, 'fillStatus'],
    [{ includeInJob: { equals: null } }, 'includeInJob.equals'],
    [{ alerts: null }, 'alerts'],
    [{ alerts: { has: null } }, 'alerts.has'],
    [{ alerts: { hasSome: null } }, 'alerts.hasSome'],
    [{ alerts: { isEmpty: null } }, 'alerts.isEmpty'],
    [{ AND: null }, 'AND'],
    [{ OR: null }, 'OR'],
    [{ NOT: null }, 'NOT'],
    [{ search: null }, 'search'],
    [{ OR: [{}, { NOT: { id: null } }] }, 'OR.1.NOT.id'],
    [{ tasks: null }, 'tasks'],
    [{ tasks: { some: null } }, 'tasks.some'],
    [{ tasks: { every: { id: null } } }, 'tasks.every.id'],
    [{ state: null }, 'state', subscription],
    [{ state: { in: null } }, 'state.in', subscription],
  ];
  for (const [filter, path, record] of faults)
    expect(await issuesOf(filter, record)).toEqual([[`filter.${path}`, 'REQUIRED', 'cannot be null']]);
});

test('a delta read is asked for of the whole list, and not within a condition', async () => {
  const since = { modifiedSince: '2026-01-01T00:00:00Z' };
  const within: [object, string][] = [
    [{ OR: [since] }, 'OR.0'],
    [{ AND: [{}, since] }, 'AND.1'],
    [{ NOT: since }, 'NOT'],
    [{ shipTo: { is: since } }, 'shipTo.is'],
    [{ tasks: { none: since } }, 'tasks.none'],
  ];
  for (const [filter, path] of within)
    expect(await issuesOf(filter)).toEqual([
      [`filter.${path}.modifiedSince`, 'INCOMPATIBLE', 'cannot stand within another condition'],
    ]);
  const { companyId, token } = await newCompany();
  const rows = [await create(gateway, tank, { companyId, name: 'North' }), await create(gateway, tank, { companyId })];
  expect(await placesOf(tank, rows, { ...since, OR: [{ search: 'nor' }] }, token)).toEqual([0]);
  expect(await placesOf(tank, rows, { OR: [{ modifiedSince: null, search: 'nor' }] }, token)).toEqual([0]);
  expect(await placesOf(tank, rows, { NOT: { search: 'nor' } }, token)).toEqual([1]);
});

test('each fault of a filter is reported with its path, in words', async () => {
  expect(
    await issuesOf({
      name: { equals: 'a\0b', in: ['x', '\ud800'] },
      OR: [{ search: 'a' }, { tasks: { some: { title: { contains: '\0' } } } }],
    }),
  ).toEqual([
    ['filter.OR.0.search', 'OUT_OF_RANGE', 'must have 2 to 255 characters'],
    ['filter.OR.1.tasks.some.title.contains', 'INVALID_CHARACTER', expect.any(String)],
    ['filter.name.equals', 'INVALID_CHARACTER', expect.any(String)],
    ['filter.name.in.1', 'INVALID_CHARACTER', expect.any(String)],
  ]);
  const types: [object, string, string, string][] = [
    [{ nam: { equals: 'x' } }, 'nam', 'UNKNOWN_FIELD', 'is not a field of '],
    [{ name: 'x' }, 'name', 'WRONG_TYPE', 'must be an object'],
    [{ name: { equals: 5 } }, 'name.equals', 'WRONG_TYPE', 'must be of the type String'],
    [{ name: { like: 'x' } }, 'name.like', 'UNKNOWN_FIELD', 'is not a field of '],
    [{ idIn: ['x'] }, 'idIn', 'UNKNOWN_FIELD', 'is not a field of '],
    [{ daysToEmpty: { lt: 'x' } }, 'daysToEmpty.lt', 'WRONG_TYPE', 'must be of the type Float'],
    [{ version: { gt: 2 ** 40 } }, 'version.gt', 'OUT_OF_RANGE', 'must be between -2,147,483,648 and 2,147,483,647'],
    [{ includeInJob: { equals: 'yes' } }, 'includeInJob.equals', 'WRONG_TYPE', 'must be of the type Boolean'],
    [
      { lastModifiedDate: { gt: 'now' } },
      'lastModifiedDate.gt',
      'WRONG_FORMAT',
      'must be a time with its zone, such as 2026-01-31T10:00:00Z',
    ],
    [{ name: { mode: 'insensitive' } }, 'name.mode', 'UNKNOWN_VALUE', 'must be a value of StringFilterMode'],
    [{ id: { in: [null] } }, 'id.in.0', 'REQUIRED', 'cannot be null'],
    [{ AND: [null] }, 'AND.0', 'REQUIRED', 'cannot be null'],
    [{ tasks: { some: { nam: {} } } }, 'tasks.some.nam', 'UNKNOWN_FIELD', 'is not a field of '],
    [{ tasks: { is: {} } }, 'tasks.is', 'UNKNOWN_FIELD', 'is not a field of '],
    [{ shipTo: { some: {} } }, 'shipTo.some', 'UNKNOWN_FIELD', 'is not a field of '],
    [{ metadata: { equals: {} } }, 'metadata', 'UNKNOWN_FIELD', 'is not a field of '],
  ];
  for (const [filter, path, code, message] of types)
    expect(await issuesOf(filter)).toEqual([[`filter.${path}`, code, expect.stringContaining(message)]]);
});
