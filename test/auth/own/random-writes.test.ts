import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type GraphQLInputType, isEnumType, isInputObjectType, isListType, isNonNullType } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schema } from '../../../src/schema.ts';
import { type Data, openGateway, type TestGateway } from '../../gateway.ts';
import { COLUMNS, camel, claims, fill, isOwn, NAMES, NEW_TASK, narrowed, OWNED, ownScopes } from './narrowed.ts';
import { own } from './writing.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

/** The mutations that write records, by their kinds, and those that a token which sees its own cannot send. */
const kinds = new Map<string, string>(
  OWNED.flatMap(
    ({ type, mutation }) =>
      [
        [mutation, 'update'],
        [`${mutation}s`, 'updateMany'],
        [`create${type}`, 'create'],
        [`create${type}s`, 'createMany'],
        [`delete${type}`, 'delete'],
        [`delete${type}s`, 'deleteMany'],
        [`restore${type}`, 'restore'],
        [`restore${type}s`, 'restoreMany'],
      ] as const,
  ),
);

test('every mutation writes one of the records, or is refused', async () => {
  const token = await narrowed(own, `${ownScopes(own)} tasks:read`);
  for (const [name, { args }] of Object.entries(schema.getMutationType()?.getFields() ?? {})) {
    if (kinds.has(name)) continue;
    const values = args.filter(({ type }) => isNonNullType(type)).map((each) => `${each.name}: ${sampleOf(each.type)}`);
    const { data, errors } = await gateway.ask(`mutation { it: ${name}(${values}) { __typename } }`, {}, token);
    expect([name, errors, data?.it]).toEqual([name, undefined, { __typename: 'UnauthorizedError' }]);
  }
});
/** A value of an input type as GraphQL writes it, with the required fields alone. */
function sampleOf(type: GraphQLInputType): string {
  if (isNonNullType(type)) return sampleOf(type.ofType);
  if (isListType(type)) return `[${sampleOf(type.ofType)}]`;
  if (isEnumType(type)) return type.getValues()[0]?.name ?? '';
  if (isInputObjectType(type))
    return `{ ${Object.values(type.getFields())
      .filter((field) => isNonNullType(field.type))
      .map((field) => `${field.name}: ${sampleOf(field.type)}`)
      .join(', ')} }`;
  return (
    { Int: '1', Boolean: 'true', DateTime: '"2026-01-01T00:00:00Z"', URL: '"http://127.0.0.1:9/"', JSONObject: '{}' }[
      type.name
    ] ?? '"s"'
  );
}

test('after random mutations, no record outside the rules has changed, none came and none has left', async () => {
  const companyId = randomUUID();
  const ids = await fill(gateway, companyId, 20, 3);
  const names = [...kinds.keys()];
  const snapshot = async (): Promise<Map<string, Data>> => {
    const rows = await Promise.all(
      NAMES.map(async (name) =>
        (await gateway.sql(`SELECT to_jsonb(t) AS row FROM ${name} t WHERE company_id = $1`, [companyId])).map(
          ({ row }) => [`${name} ${row.id}`, { ...row, name }] as const,
        ),
      ),
    );
    return new Map(rows.flat());
  };
  const values = fc.constantFrom('c-1', 'c-2', 'c-3', null, `${companyId}-tank-1`);
  const steps = fc.array(
    fc.tuple(fc.constantFrom(...names), fc.nat(21), fc.nat(9), values, fc.option(fc.constantFrom(1, 2))),
    { minLength: 40, maxLength: 40 },
  );
  let written = 0;
  for (const [round, rule] of fc.sample(claims(ids), 12).entries()) {
    const token = await narrowed(rule, ownScopes(rule), companyId);
    const before = await snapshot();
    for (const [name, n, m, value, version] of fc.sample(steps, { numRuns: 1, seed: round })[0] ?? []) {
      const record = OWNED.find(
        ({ type, mutation }) =>
          [mutation, `${mutation}s`].includes(name) || name.endsWith(type) || name.endsWith(`${type}s`),
      );
      if (record === undefined) throw new Error(name);
      const { type, table, input: inputName } = record;
      const columns = (COLUMNS[table] ?? [])
        .map(camel)
        .filter((field) => field !== 'id' && (kinds.get(name)?.startsWith('update') ? field in record.inputs : true));
      const field = columns[m % Math.max(columns.length, 1)];
      const id = ids.get(table)?.[n] ?? 'none';
      const set =
        field === undefined || (value === null && ['teamId', 'workflowId'].includes(field)) ? {} : { [field]: value };
      const needed = table === 'task' ? { ...NEW_TASK, workflowId: 'c-1', teamId: 'c-2' } : {};
      const [kind] = [kinds.get(name)];
      const documents: Record<string, [string, object]> = {
        update: [
          `mutation ($id: ID!, $input: ${inputName}!, $v: Int) { it: ${name}(id: $id, input: $input, expectedVersion: $v) { __typename } }`,
          { id, input: set, v: version },
        ],
        updateMany: [
          `mutation ($of: [${inputName.replace(/Input$/, 'Patch')}!]!) { it: ${name}(patches: $of) { __typename } }`,
          {
            of: [
              { id, input: set, expectedVersion: version },
              { id: ids.get(table)?.[(n + 1) % 20], input: {} },
            ],
          },
        ],
        create: [
          `mutation ($input: Create${type}Input!) { it: ${name}(input: $input) { __typename } }`,
          { input: { ...needed, ...set } },
        ],
        createMany: [
          `mutation ($of: [Create${type}Input!]!) { it: ${name}(inputs: $of) { __typename } }`,
          { of: [{ ...needed, ...set }, needed] },
        ],
        delete: [
          `mutation ($id: ID!, $v: Int) { it: ${name}(id: $id, expectedVersion: $v) { __typename } }`,
          { id, v: version },
        ],
        deleteMany: [
          `mutation ($of: [RecordToDelete!]!) { it: ${name}(records: $of) { __typename } }`,
          { of: [{ id, expectedVersion: version }] },
        ],
        restore: [
          `mutation ($id: ID!, $v: Int!) { it: ${name}(id: $id, version: $v) { __typename } }`,
          { id, v: version ?? 1 },
        ],
        restoreMany: [
          `mutation ($of: [RecordToRestore!]!) { it: ${name}(records: $of) { __typename } }`,
          { of: [{ id, version: version ?? 1 }] },
        ],
      };
      const [document, variables] = documents[kind ?? ''] ?? ['', {}];
      const { errors } = await gateway.ask(document, variables, token);
      expect([name, errors]).toEqual([name, undefined]);
    }
    const after = await snapshot();
    for (const [key, row] of after) {
      const was = before.get(key);
      const [isMine, wasMine] = [isOwn(rule, row.name, row), was !== undefined && isOwn(rule, row.name, was)];
      // What was outside is as it was, and what is new is inside.
      if (!wasMine && was !== undefined) expect(row).toEqual(was);
      else expect(isMine).toBe(true);
      if (was?.version !== row.version) written += 1;
    }
    for (const [key, was] of before) if (!after.has(key)) expect(isOwn(rule, was.name, was)).toBe(true);
    written += before.size - after.size;
  }
  expect(written).not.toBe(0);
});
