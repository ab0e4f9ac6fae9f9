import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Prisma } from '../../src/generated/prisma/client.ts';
import { openGateway, type TestGateway } from '../gateway.ts';
import { expectTheSame, openPair, type Pair, written } from '../http/pair.ts';
import { OPERATIONS } from '../http/unusual-operations.ts';

let calls: string[] = [];
let events: string[] = [];
/** Notes each call of Prisma's client, and each statement that it sends. */
const watching = Prisma.defineExtension((client) => {
  // The types of a client know its events only with the option that makes them.
  Reflect.apply(Reflect.get(client, '$on'), client, ['query', ({ query }: { query: string }) => events.push(query)]);
  return client.$extends({
    query: {
      $allOperations({ model, operation, args, query }) {
        calls.push(`${model ?? ''}.${operation}`);
        return query(args);
      },
    },
  });
});

const SEEN = randomUUID();

describe('with an extension', () => {
  let gateway: TestGateway;
  let pair: Pair;
  beforeAll(async () => {
    gateway = await openGateway({ extensions: [watching] });
    pair = await openPair([], [], [watching]);
  });
  afterAll(() => Promise.all([gateway.close(), pair.close()]));

  test('it sees the statements of queries and mutations', async () => {
    for (const [query, sql] of [
      [`mutation { createTank(input: { id: "${SEEN}" }) { __typename } }`, 'INSERT INTO "tank"'],
      [`mutation { updateTank(id: "${SEEN}", input: { name: "x" }) { __typename } }`, 'UPDATE "tank"'],
      [`{ tank(id: "${SEEN}") { name } }`, 'FROM "tank"'],
      ['{ tanks { nodes { name } } }', 'FROM "tank"'],
      [`mutation { deleteTank(id: "${SEEN}") { __typename } }`, 'DELETE FROM "tank"'],
    ] as const) {
      [calls, events] = [[], []];
      const { errors } = await gateway.ask(query);
      expect(errors, query).toBeUndefined();
      expect(calls, query).toContain('.$queryRawUnsafe');
      expect(events.join(' '), query).toContain(sql);
    }
  });

  for (const sent of OPERATIONS)
    test(`a gateway with an extension answers as yoga does: ${sent.name}`, () => expectTheSame(pair, sent));

  test('a gateway with an extension has written what yoga has written', async () => {
    expect(await written(pair.gateway)).toEqual(await written(pair.yoga));
  });
});

test('an extension may ask the client that it is given, and send a statement in a transaction of its own', async () => {
  const seen: unknown[] = [];
  const asking = Prisma.defineExtension((client) =>
    client.$extends({
      query: {
        async $queryRawUnsafe({ args, query }) {
          const [[row]] = await client.$transaction([
            client.$queryRaw<[{ metadata: unknown }]>`SELECT '{"iccid": 8901260852290847433}'::jsonb AS metadata`,
          ]);
          seen.push(String(Reflect.get(Object(row.metadata), 'iccid')));
          const [, result] = await client.$transaction([client.$executeRaw`SELECT 1`, query(args)]);
          return result;
        },
      },
    }),
  );
  const gateway = await openGateway({ extensions: [asking] });
  onTestFinished(() => gateway.close());
  const id = randomUUID();
  const created = await gateway.ask(`mutation { createTank(input: { id: "${id}", name: "x" }) { __typename } }`);
  expect(created).toMatchObject({ data: { createTank: { __typename: 'Tank' } } });
  expect((await gateway.ask(`{ tank(id: "${id}") { name } }`)).data).toEqual({ tank: { name: 'x' } });
  expect(new Set(seen)).toEqual(new Set(['8901260852290847433']));
});
