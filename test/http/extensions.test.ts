import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Prisma } from '../../src/generated/prisma/client.ts';
import { openGateway, type TestGateway } from '../gateway.ts';
import { expectTheSame, openPair, type Pair, written } from './pair.ts';
import { OPERATIONS } from './unusual-operations.ts';

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
/** Each mutation of tanks; those of other records are made alike. */
const MUTATIONS = [
  `createTank(input: { id: "${SEEN}" })`,
  `createTanks(inputs: [{ id: "${randomUUID()}" }])`,
  `updateTank(id: "${SEEN}", input: { name: "x" })`,
  `updateTanks(patches: [{ id: "${SEEN}", input: { name: "y" } }])`,
  `deleteTank(id: "${SEEN}", expectedVersion: 3)`,
  `restoreTank(id: "${SEEN}", version: 3)`,
  `deleteTanks(records: [{ id: "${SEEN}" }])`,
  `restoreTanks(records: [{ id: "${SEEN}", version: 4 }])`,
];

test('without an extension, Prisma’s client sends each mutation', async () => {
  const gateway = await openGateway();
  onTestFinished(() => gateway.close());
  const trace = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const debug = Reflect.get(globalThis, 'DEBUG');
  Reflect.set(globalThis, 'DEBUG', 'prisma:driver-adapter*');
  onTestFinished(() => {
    Reflect.set(globalThis, 'DEBUG', debug);
    trace.mockRestore();
  });
  for (const mutation of MUTATIONS) {
    trace.mockClear();
    const { data, errors } = await gateway.ask(`mutation { result: ${mutation} { __typename } }`);
    expect([errors, JSON.stringify(data)], mutation).toEqual([undefined, expect.not.stringContaining('Error')]);
    expect(trace.mock.calls.flat().join(' '), mutation).toContain('query_raw');
  }
});

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
