import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Prisma } from '../../src/generated/prisma/client.ts';
import type { Extension } from '../../src/prisma/caller.ts';
import { type Data, openGateway, type TestGateway } from '../gateway.ts';
import { PATCHED, type PatchedRecord, sampleOf } from '../records.ts';
import { stored } from '../rows.ts';

const valuesOf = (fields: Record<string, string>, variant: number): Data =>
  Object.fromEntries(Object.entries(fields).map(([field, type]) => [field, sampleOf(type, field, variant)]));

/** The mutations of a type of record, with a value in each field, and what PostgreSQL runs for each. */
function mutationsOf({ type, mutation, input, inputs, created, fields }: PatchedRecord) {
  const [id, other] = [randomUUID(), randomUUID()];
  const on = `__typename ... on ${type} { ${Object.keys(fields).join(' ')} }`;
  const creation = { ...valuesOf(inputs, 1), ...valuesOf(created, 1) };
  const one = (name: string, args: object, types: string, result = on): [string, object] => {
    const given = Object.keys(args).map((arg) => `${arg}: $${arg}`);
    return [`mutation (${types}) { answer: ${name}(${given}) { ${result} } }`, args];
  };
  const many = (name: string, success: string, args: object, types: string, result = on) =>
    one(name, args, types, `... on ${success}sSuccess { results { ${result} } }`);
  const deleted = `__typename ... on Deleted${type} { record { id version } }`;
  const success = mutation.charAt(0).toUpperCase() + mutation.slice(1);
  const patch = (variant: number, id: string) => ({ id, input: valuesOf(inputs, variant) });
  return [
    one(`create${type}`, { input: { ...creation, id } }, `$input: Create${type}Input!`),
    many(
      `create${type}s`,
      `Create${type}`,
      { inputs: [{ ...creation, id: other }] },
      `$inputs: [Create${type}Input!]!`,
    ),
    one(mutation, patch(2, id), `$id: ID!, $input: ${input}!`),
    many(`${mutation}s`, success, { patches: [patch(3, id), patch(2, other)] }, `$patches: [${success}Patch!]!`),
    one(`delete${type}`, { id, expectedVersion: 3 }, '$id: ID!, $expectedVersion: Int', deleted),
    one(`restore${type}`, { id, version: 3 }, '$id: ID!, $version: Int!'),
    many(`delete${type}s`, `Delete${type}`, { records: [{ id }] }, '$records: [RecordToDelete!]!', deleted),
    many(`restore${type}s`, `Restore${type}`, { records: [{ id, version: 4 }] }, '$records: [RecordToRestore!]!'),
  ];
}

async function open(...extensions: Extension[]): Promise<TestGateway> {
  const gateway = await openGateway({ extensions });
  onTestFinished(() => gateway.close());
  return gateway;
}

const inTransaction = Prisma.defineExtension((client) =>
  client.$extends({
    query: { $queryRawUnsafe: ({ args }) => client.$transaction((tx) => tx.$queryRawUnsafe(...args)) },
  }),
);

/** Sends all mutations of a type of record, and returns their answers, without the times that the server sets. */
async function sendAll(gateway: TestGateway, record: PatchedRecord, sent = (_query: string) => {}): Promise<Data[]> {
  const answers: Data[] = [];
  for (const [query, variables] of mutationsOf(record)) {
    const { data, errors } = await gateway.ask(query, variables);
    expect([errors, JSON.stringify(data)], query).toEqual([undefined, expect.not.stringContaining('Error"')]);
    sent(query);
    const kept = JSON.stringify(data, (name, value) =>
      ['id', ...record.touched, 'createdAt', 'createdDate'].includes(name) ? undefined : value,
    );
    answers.push(JSON.parse(kept));
  }
  return answers;
}

test('Prisma’s client sends each mutation, which its debug output shows', async () => {
  const gateway = await open();
  const trace = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const debug = Reflect.get(globalThis, 'DEBUG');
  Reflect.set(globalThis, 'DEBUG', 'prisma:driver-adapter*');
  onTestFinished(() => {
    Reflect.set(globalThis, 'DEBUG', debug);
    trace.mockRestore();
  });
  for (const record of PATCHED)
    await sendAll(gateway, record, (query) => {
      expect(trace.mock.calls.flat().join(' '), query).toContain('query_raw');
      trace.mockClear();
    });
});

const WRITES = ['INSERT INTO ', 'UPDATE ', 'DELETE FROM ', 'restore_records(NULL::'];

test('the query component and $on of an extension see each mutation', async () => {
  const [calls, events]: string[][] = [[], []];
  const counting = Prisma.defineExtension((client) => {
    // The types of a client know its events only with the option that makes them.
    const note = ({ query }: { query: string }) => events?.push(query);
    Reflect.apply(Reflect.get(client, '$on'), client, ['query', note]);
    return client.$extends({
      query: {
        $queryRawUnsafe({ args, query }) {
          calls?.push(String(args[0]));
          return query(args);
        },
      },
    });
  });
  const gateway = await open(counting);
  for (const record of PATCHED)
    await sendAll(gateway, record, (query) => {
      for (const seen of [calls, events])
        expect(
          seen?.splice(0).filter((text) => WRITES.some((write) => text.includes(`${write}"${record.table}"`))),
          query,
        ).toHaveLength(1);
    });
});

test('an extension may send each mutation in an interactive transaction, with the same answers', async () => {
  const [plain, gateway] = [await open(), await open(inTransaction)];
  for (const record of PATCHED) expect(await sendAll(gateway, record)).toEqual(await sendAll(plain, record));
});

test('what an interactive transaction of an extension throws undoes the mutation in it', async () => {
  let isUndone = false;
  const undoing = Prisma.defineExtension((client) =>
    client.$extends({
      query: {
        $queryRawUnsafe: ({ args }) =>
          client.$transaction(async (tx) => {
            const rows = await tx.$queryRawUnsafe(...args);
            if (isUndone) throw new Error('undone');
            return rows;
          }),
      },
    }),
  );
  const gateway = await open(undoing);
  for (const record of PATCHED) {
    isUndone = false;
    const [[creation, first] = ['', {}], , [update, patch] = ['', {}]] = mutationsOf(record);
    const { data } = await gateway.ask(creation, first);
    const before = await stored(gateway, record, data.answer.id);
    isUndone = true;
    const { errors } = await gateway.ask(update, patch);
    expect(errors).toMatchObject([{ extensions: { code: 'INTERNAL_SERVER_ERROR' } }]);
    expect(await stored(gateway, record, data.answer.id)).toEqual(before);
  }
});

test('a mutation in a transaction of an extension fails with the codes that it has without', async () => {
  const gateway = await openGateway({ extensions: [inTransaction], pool: { lockSeconds: 1 } });
  onTestFinished(() => gateway.close());
  const names = ['held', ...Array.from({ length: 60 }, (_, index) => `${index % 3 === 0 ? 'bad' : 'good'} ${index}`)];
  await gateway.sql(`INSERT INTO tank (id, company_id) SELECT name, 'acme' FROM unnest($1::text[]) name`, [names]);
  await gateway.sql(`ALTER TABLE tank ADD CONSTRAINT good CHECK (name NOT LIKE 'bad%')`);
  const update = (name: string) =>
    gateway.ask('mutation ($name: ID!, $to: String) { updateTank(id: $name, input: { name: $to }) { __typename } }', {
      name,
      to: name,
    });
  const holder = await gateway.pool.connect();
  await holder.query(`BEGIN; SELECT FROM tank WHERE id = 'held' FOR UPDATE`);
  expect((await update('held')).errors).toMatchObject([{ extensions: { code: 'RECORD_LOCKED' } }]);
  await holder.query('ROLLBACK');
  holder.release();
  const answers = await Promise.all(names.map(update));
  expect(gateway.prisma.$batching.shared.statements).toBeGreaterThan(0);
  // Of those that share a statement, one that fails does not fail the others.
  const codes = answers.map(({ errors }) => errors?.[0]?.extensions.code);
  expect(codes).toEqual(names.map((name) => (name.startsWith('bad') ? 'INTERNAL_SERVER_ERROR' : undefined)));
});
