import { afterEach, beforeEach, expect, test } from 'vitest';
import { openGateway, type TestGateway } from '../gateway.ts';
import { tank } from '../records.ts';
import { create } from '../rows.ts';

let gateway: TestGateway;
beforeEach(async () => {
  // A statement that waits for a lock is one that takes long.
  gateway = await openGateway({ pool: { statementSeconds: 1, lockSeconds: 60 } });
  await create(gateway, tank);
});
afterEach(() => gateway.close());

/** Asks while another session holds the tanks. */
async function whileLocked(query: string) {
  const blocker = await gateway.pool.connect();
  await blocker.query('BEGIN; LOCK TABLE tank, ship_to IN ACCESS EXCLUSIVE MODE');
  const { errors } = await gateway.ask(query);
  await blocker.query('ROLLBACK');
  blocker.release();
  return errors;
}

test('a list that takes too long says which of its fields no index serves', async () => {
  const slow =
    'filter: { productName: { equals: "x" }, OR: [{ customerId: { equals: "c" } }, { customerId: { contains: "c" } }], shipTo: { is: { note: { equals: "y" } } } }, orderBy: [{ field: BRAND, direction: ASC }]';
  const errors = await whileLocked(`{ tanks(${slow}) { nodes { id } } }`);
  expect(errors).toMatchObject([
    {
      path: ['tanks'],
      message:
        'The list took too long, and no index serves "customerId", "productName", "shipTo.note", "brand". Add a condition on an indexed field.',
      extensions: { code: 'INDEX_MISSING', fields: ['customerId', 'productName', 'shipTo.note', 'brand'] },
    },
  ]);
});

test('so does an aggregate, and one by indexed fields has timed out', async () => {
  const aggregate = (filter: string) => `{ tankAggregate(filter: { ${filter} }) { groups { count } } }`;
  expect(await whileLocked(aggregate('note: { contains: "x" }'))).toMatchObject([
    { extensions: { code: 'INDEX_MISSING', fields: ['note'] } },
  ]);
  for (const filter of ['status: { equals: "x" }', 'daysToEmpty: { lte: 3 }, id: { in: ["a"] }'])
    expect(await whileLocked(aggregate(filter))).toMatchObject([{ extensions: { code: 'TIMEOUT', retryable: true } }]);
});
