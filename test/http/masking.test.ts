import { afterEach, beforeEach, expect, test } from 'vitest';
import { NotFoundError, UnauthorizedError, UnavailableError } from '../../src/base/errors.ts';
import { openGateway, type TestGateway } from '../gateway.ts';
import { shipTo, tank, task } from '../records.ts';
import { create } from '../rows.ts';

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await openGateway();
});
afterEach(() => gateway.close());

test('an unexpected error is answered without its cause, and logged with it under the answer’s request id', async () => {
  const { id } = await create(gateway, tank);
  await gateway.sql('ALTER TABLE tank RENAME COLUMN brand TO make');
  const requests: [string, string][] = [
    ['tank', 'query ($id: ID!) { tank(id: $id) { brand } other: tanks { totalCount } }'],
    ['tanks', '{ tanks { nodes { brand } } other: tanks { totalCount } }'],
    ['updateTank', 'mutation ($id: ID!) { updateTank(id: $id, input: { name: "x" }) { ... on Tank { brand } } }'],
  ];
  for (const [field, query] of requests)
    for (const _again of [1, 2, 3]) {
      gateway.logged.length = 0;
      const { status, data, errors = [], headers } = await gateway.ask(query, { id });
      expect(status).toBe(200);
      expect(data[field]).toBeNull();
      expect(data.other ?? { totalCount: 1 }).toEqual({ totalCount: 1 });
      const requestId = headers.get('x-request-id');
      const extensions = { code: 'INTERNAL_SERVER_ERROR', requestId };
      expect(errors).toEqual([
        { message: 'Unexpected error.', path: [field], locations: expect.anything(), extensions },
      ]);
      const logged = gateway.logged.filter((line) => line.requestId === requestId && line.level >= 50);
      expect(logged).toHaveLength(1);
      const message = expect.stringContaining('brand');
      expect(logged[0]?.err).toMatchObject({ code: '42703', message, stack: expect.any(String) });
    }
});

/** What a client gets for a stored value that GraphQL cannot express. */
const inexpressible = (type: string, id: string, field: string, path: (string | number)[]) => ({
  message: `GraphQL cannot express the value that ${type} ${id} has in ${field}.`,
  locations: expect.anything(),
  path,
  extensions: { code: 'INEXPRESSIBLE_VALUE', type, id, field },
});

test('a stored value that GraphQL cannot express is null, and its error names the record', async () => {
  const { id, title } = await create(gateway, task);
  const query = 'query ($id: ID!) { task(id: $id) { id due: dueDate scheduledEnd title } }';
  // The text of the last one has as many characters as a time that can be expressed.
  for (const end of ['10000-01-01', '112026-03-01 08:00:00Z', '112026-03-01 08:00:00Z']) {
    await gateway.sql("UPDATE task SET due_date = 'infinity', scheduled_end = $2 WHERE id = $1", [id, end]);
    const { status, data, errors } = await gateway.ask(query, { id });
    expect([status, data.task]).toEqual([200, { id, due: null, scheduledEnd: null, title }]);
    expect(errors).toEqual([
      inexpressible('Task', id, 'dueDate', ['task', 'due']),
      inexpressible('Task', id, 'scheduledEnd', ['task', 'scheduledEnd']),
    ]);
  }
  expect(gateway.logged.filter(({ level }) => level >= 50)).toEqual([]);
});

test.each(['NaN', 'Infinity', '-Infinity'])('a list has all records beside one with %s', async (value) => {
  const [odd, even] = [await create(gateway, tank), await create(gateway, tank, { fillPercentage: 7 })];
  await gateway.sql('UPDATE tank SET fill_percentage = $2 WHERE id = $1', [odd.id, value]);
  const query = '{ tanks(orderBy: { field: FILL_PERCENTAGE, direction: ASC }) { nodes { id fillPercentage } } }';
  const { data, errors } = await gateway.ask(query);
  const place = data.tanks.nodes.findIndex(({ id }: { id: string }) => id === odd.id);
  expect(data.tanks.nodes).toContainEqual({ id: odd.id, fillPercentage: null });
  expect(data.tanks.nodes).toContainEqual({ id: even.id, fillPercentage: 7 });
  const path = ['tanks', 'nodes', place, 'fillPercentage'];
  expect(errors).toEqual([inexpressible('Tank', odd.id, 'fillPercentage', path)]);
  const update =
    'mutation ($id: ID!) { updateTank(id: $id, input: { name: "x" }) { ... on Tank { name fillPercentage } } }';
  const updated = await gateway.ask(update, { id: odd.id });
  expect(updated.data.updateTank).toEqual({ name: 'x', fillPercentage: null });
  expect(updated.errors).toEqual([inexpressible('Tank', odd.id, 'fillPercentage', ['updateTank', 'fillPercentage'])]);
});

test.each(['days_to_empty', 'reading_volume', 'tank_size'])(
  'SQL cannot write NaN to %s, which is never null',
  async (column) => {
    const { id } = await create(gateway, tank);
    for (const value of ['NaN', 'Infinity', '-Infinity'])
      await expect(gateway.sql(`UPDATE tank SET ${column} = $2 WHERE id = $1`, [id, value])).rejects.toThrow('finite');
  },
);

test.each([
  [tank, 'alerts'],
  [task, 'reminder_ids'],
  [shipTo, 'units'],
] as const)('SQL cannot write a list with an empty item', async (record, column) => {
  const { id } = await create(gateway, record);
  const text = `UPDATE ${record.table} SET ${column} = $2 WHERE id = $1`;
  for (const value of ['{NULL}', '{a,NULL}'])
    await expect(gateway.sql(text, [id, value])).rejects.toThrow('domain texts');
  await expect(gateway.sql(text, [id, '{{a},{b}}'])).rejects.toThrow('multidimensional');
});

test('a lost database is an unexpected error, and the gateway recovers', async () => {
  await create(gateway, tank);
  await gateway.sql(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  await gateway.sql('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => {});
  const answers = await Promise.all(Array.from({ length: 5 }, () => gateway.ask('{ tanks { totalCount } }')));
  for (const { status, errors = [] } of answers) {
    expect(status).toBe(200);
    for (const { message } of errors) expect(message).toBe('Unexpected error.');
  }
  expect((await gateway.ask('{ tanks { totalCount } }')).data.tanks).toEqual({ totalCount: 1 });
});

test('errors that are expected have no stack trace, and others have theirs', () => {
  const expected = [
    new NotFoundError('Tank', 'x'),
    new UnauthorizedError('FORBIDDEN', 'no'),
    new UnavailableError('OVERLOADED', 'later'),
  ];
  for (const { stack } of expected) expect(stack).not.toContain('\n');
  expect(new Error('a fault').stack).toContain('masking.test.ts');
});
