import {
  buildClientSchema,
  type GraphQLSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  isUnionType,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schema } from '../src/schema.ts';
import { openGateway, type TestGateway } from './gateway.ts';
import { PATCHED, RECORDS, type StoredRecord, subscription, tank } from './records.ts';
import { snake } from './rows.ts';

let gateway: TestGateway;
let contract: GraphQLSchema;
beforeAll(async () => {
  gateway = await openGateway();
  const { data } = await gateway.ask(getIntrospectionQuery());
  contract = buildClientSchema(data as IntrospectionQuery);
});
afterAll(() => gateway.close());

const fieldsOf = (name: string): Record<string, string> => {
  const type = contract.getType(name);
  if (!isObjectType(type) && !isInputObjectType(type) && !isInterfaceType(type)) return {};
  return Object.fromEntries(Object.values(type.getFields()).map((field) => [field.name, String(field.type)]));
};
const rootFieldsOf = (root: 'getQueryType' | 'getMutationType' | 'getSubscriptionType'): Record<string, string> => {
  const printed = Object.values(contract[root]()?.getFields() ?? {}).map((field) => {
    const args = field.args.map(({ name, type }) => `${name}: ${type}`).sort();
    return [field.name, `(${args.join(', ')}): ${field.type}`];
  });
  return Object.fromEntries(printed);
};
const ownTypes = () =>
  Object.values(contract.getTypeMap()).filter((type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type));

const relations: Record<string, Record<string, string>> = {
  Tank: { shipTo: 'ShipTo', tasks: 'TaskConnection', expirations: 'ExpirationConnection' },
  Task: { entity: 'Entity' },
  Expiration: { owner: 'Entity' },
  ShipTo: { tanks: 'TankConnection', tasks: 'TaskConnection' },
  WebhookDelivery: { subscription: 'WebhookSubscription' },
};
const withoutRelations = (name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fieldsOf(name)).filter(([field]) => field !== 'history' && !(field in (relations[name] ?? {}))),
  );

for (const { type, fields, unknowable = [] } of RECORDS)
  test(`${type} has the contract's fields and its version, with their types`, () => {
    const found = withoutRelations(type);
    // A subscription also has the figures of its deliveries.
    if (type === 'WebhookSubscription') expect(found).toMatchObject(fields);
    else
      expect(found).toEqual({
        ...fields,
        ...Object.fromEntries(unknowable.map((field) => [`${field}IsKnown`, 'Boolean!'])),
      });
  });

for (const { input, inputs } of [...PATCHED, { ...subscription, input: 'CreateSubscriptionInput' }])
  test(`${input} has the contract's fields, with their types`, () => {
    expect(fieldsOf(input)).toEqual(inputs);
  });

test('every record with events, and a deletion, has a history', () => {
  for (const type of [...PATCHED.map(({ type }) => type), 'Deletion'])
    expect(fieldsOf(type)).toMatchObject({ history: 'RevisionConnection' });
  expect(fieldsOf('Revision')).toEqual({
    version: 'Int!',
    action: 'ChangeAction!',
    occurredAt: 'DateTime!',
    sequence: 'SafeInt!',
    actor: 'Actor',
    changedFields: '[String!]!',
    before: 'JSONObject!',
    after: 'JSONObject!',
  });
});

test('an update has no default values, which would overwrite what is left out', () => {
  for (const { input, mutation } of PATCHED) {
    const type = contract.getType(input);
    const inputs = isInputObjectType(type) ? Object.values(type.getFields()) : [];
    const args = contract.getMutationType()?.getFields()[mutation]?.args ?? [];
    expect([...inputs, ...args].filter(({ defaultValue }) => defaultValue !== undefined)).toEqual([]);
    expect(inputs.length).toBeGreaterThan(0);
  }
});

test('there are the contract’s six mutations, each nullable, so that a crash leaves its siblings their answers', () => {
  const update = (input: string, result: string) => `(expectedVersion: Int, id: ID!, input: ${input}!): ${result}`;
  expect(rootFieldsOf('getMutationType')).toMatchObject({
    updateTank: update('UpdateTankInput', 'UpdateTankResult'),
    updateTaskAssignee: update('UpdateTaskAssigneeInput', 'UpdateTaskAssigneeResult'),
    updateExpiration: update('UpdateExpirationInput', 'UpdateExpirationResult'),
    updateQuickOrder: update('UpdateQuickOrderInput', 'UpdateQuickOrderResult'),
    updateShipTo: update('UpdateShipToInput', 'UpdateShipToResult'),
    createSubscription: '(idempotencyKey: String, input: CreateSubscriptionInput!): CreateSubscriptionResult',
  });
});

test('each record is read by its id and through a connection, all nullable', () => {
  const queries = RECORDS.flatMap(({ type, one, many }) => [
    [one, `(id: ID!): ${type}`],
    [
      many,
      `(after: String, before: String, filter: ${type}Filter, first: Int, last: Int, orderBy: [${type}Order!]): ${type}Connection`,
    ],
  ]);
  expect(rootFieldsOf('getQueryType')).toMatchObject(Object.fromEntries(queries));
});

test('records know the records that they belong to, and those that belong to them', () => {
  for (const [type, fields] of Object.entries(relations)) expect(fieldsOf(type)).toMatchObject(fields);
});

test('what has a query by id is a Node', () => {
  const node = contract.getType('Node');
  const nodes = isInterfaceType(node) ? contract.getPossibleTypes(node).map(({ name }) => name) : [];
  const byId = Object.values(contract.getQueryType()?.getFields() ?? {}).filter(
    ({ name, args }) => name !== 'node' && args.length === 1 && args.some((arg) => arg.name === 'id'),
  );
  expect(nodes.toSorted()).toEqual(byId.map(({ type }) => String(type)).toSorted());
  expect(fieldsOf('Node')).toEqual({ id: 'ID!' });
  expect(rootFieldsOf('getQueryType')).toMatchObject({ node: '(id: ID!): Node', nodes: '(ids: [ID!]!): [Node]!' });
});

test('a connection is as the Relay specification has it, and counts', () => {
  for (const { type } of RECORDS) {
    expect(fieldsOf(`${type}Connection`)).toMatchObject({ pageInfo: 'PageInfo!', totalCount: 'Int!' });
    const edge = /^\[(\w+)!?\]!?$/.exec(fieldsOf(`${type}Connection`).edges ?? '')?.[1] ?? '';
    expect(fieldsOf(edge)).toEqual({ cursor: 'String!', node: `${type}!` });
  }
  expect(fieldsOf('PageInfo')).toEqual({
    hasNextPage: 'Boolean!',
    hasPreviousPage: 'Boolean!',
    startCursor: 'String',
    endCursor: 'String',
  });
});

const unions: Record<string, string[]> = {
  Entity: PATCHED.map(({ type }) => type),
  UpdateTankResult: [
    'Tank',
    'InexpressibleValueError',
    'NotFoundError',
    'InvalidRequestError',
    'UnauthorizedError',
    'TankConflictError',
  ],
  UpdateTaskAssigneeResult: [
    'Task',
    'InexpressibleValueError',
    'NotFoundError',
    'InvalidRequestError',
    'UnauthorizedError',
    'TaskConflictError',
  ],
  UpdateExpirationResult: [
    'Expiration',
    'InexpressibleValueError',
    'NotFoundError',
    'InvalidRequestError',
    'UnauthorizedError',
    'ExpirationConflictError',
  ],
  UpdateQuickOrderResult: [
    'QuickOrder',
    'InexpressibleValueError',
    'NotFoundError',
    'InvalidRequestError',
    'UnauthorizedError',
    'QuickOrderConflictError',
  ],
  UpdateShipToResult: [
    'ShipTo',
    'InexpressibleValueError',
    'NotFoundError',
    'InvalidRequestError',
    'UnauthorizedError',
    'ShipToConflictError',
  ],
  CreateSubscriptionResult: ['WebhookSubscription', 'InvalidRequestError', 'UnauthorizedError'],
};

test('an entity is one of the records, and a result the record or its errors', () => {
  const found = ownTypes().flatMap((type) =>
    isUnionType(type) ? [[type.name, type.getTypes().map(({ name }) => name)]] : [],
  );
  const sorted = (members: Record<string, string[]>) =>
    Object.fromEntries(Object.entries(members).map(([name, types]) => [name, types.toSorted()]));
  expect(sorted(Object.fromEntries(found))).toMatchObject(sorted(unions));
});

test('every error is an Error with a message and the fields of its type', () => {
  const message = { message: 'String!' };
  expect(fieldsOf('Error')).toEqual(message);
  expect(fieldsOf('NotFoundError')).toEqual(message);
  expect(fieldsOf('InexpressibleValueError')).toEqual({ ...message, recordId: 'ID!', field: 'String!' });
  expect(fieldsOf('UnauthorizedError')).toEqual({
    ...message,
    reason: 'UnauthorizedReason!',
    missingScope: 'String',
  });
  expect(fieldsOf('ConflictError')).toEqual({
    ...message,
    currentVersion: 'Int!',
    record: 'Node!',
    changedFields: '[String!]',
  });
  for (const { type } of RECORDS)
    expect(fieldsOf(`${type}ConflictError`)).toEqual({ ...fieldsOf('ConflictError'), record: `${type}!` });
  expect(fieldsOf('InvalidRequestError')).toEqual({
    ...message,
    success: 'Boolean!',
    error: 'String!',
    issues: '[InputIssue!]!',
  });
  expect(fieldsOf('InputIssue')).toEqual({ path: '[String!]!', code: 'InputIssueCode!', message: 'String!' });
  const error = contract.getType('Error');
  const errors = isInterfaceType(error) ? contract.getPossibleTypes(error).map(({ name }) => name) : [];
  const conflicts = RECORDS.map(({ type }) => `${type}ConflictError`);
  expect(errors.toSorted()).toEqual(
    ['InexpressibleValueError', 'InvalidRequestError', 'NotFoundError', 'UnauthorizedError', ...conflicts].toSorted(),
  );
});

test('the type Subscription is the root of live operations, one for each record and one for many', () => {
  expect(contract.getSubscriptionType()?.name).toBe('Subscription');
  const live = PATCHED.map(({ one, type }) => [`${one}Changed`, `(id: ID!, since: String): ${type}ChangedItem!`]);
  expect(rootFieldsOf('getSubscriptionType')).toEqual({
    ...Object.fromEntries(live),
    changes: '(since: String, watch: [WatchInput!]!): ChangesItem!',
  });
  for (const { one, type } of PATCHED)
    expect(fieldsOf(`${type}Change`)).toEqual({ ...fieldsOf('Change'), [one]: type });
});

test('no description has a tag of the model', () => {
  expect(printSchema(schema).match(/^ *@[a-z].*/gim)).toBeNull();
});

test('every type, field, argument, input and value is described', () => {
  const silent: string[] = [];
  const look = (name: string, { description }: { description?: string | null | undefined }): void => {
    if (!description || description.length < 5) silent.push(name);
  };
  for (const type of ownTypes()) {
    look(type.name, type);
    if (isEnumType(type)) for (const value of type.getValues()) look(`${type.name}.${value.name}`, value);
    if (!isObjectType(type) && !isInputObjectType(type) && !isInterfaceType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      look(`${type.name}.${field.name}`, field);
      if ('args' in field) for (const arg of field.args) look(`${type.name}.${field.name}(${arg.name})`, arg);
    }
  }
  expect(silent).toEqual([]);
});

test('an input that may not be null says that in its description', () => {
  const type = contract.getType(tank.input);
  const fields = isInputObjectType(type) ? type.getFields() : {};
  expect(fields.includeInJob?.description).toContain('cannot be null');
  expect(fields.metadata?.description).toContain('cannot be null');
  expect(fields.name?.description).not.toContain('cannot be null');
});

test('the schema prints in sorted order, whatever the order of its source', () => {
  expect(printSchema(schema)).toBe(printSchema(lexicographicSortSchema(schema)));
});

test('only a node has an id of its own: caches take what has the id of a record for the record', () => {
  const node = contract.getType('Node');
  const nodes = isInterfaceType(node) ? contract.getPossibleTypes(node).map(({ name }) => name) : [];
  const identified = ownTypes().filter((type) => isObjectType(type) && String(type.getFields().id?.type) === 'ID!');
  expect(identified.map(({ name }) => name)).toEqual(['DeletedSubscription', ...nodes].toSorted());
});

const columnsOf = async ({ table }: StoredRecord) => {
  const columns = await gateway.sql(
    'SELECT column_name AS name, is_nullable, udt_name AS type FROM information_schema.columns WHERE table_name = $1',
    [table],
  );
  return columns;
};

for (const record of RECORDS) {
  test(`every field of ${record.type} is a column of its snake_case name, and every column a field`, async () => {
    const columns = (await columnsOf(record)).map(({ name }) => name);
    const fields = Object.keys(record.fields).map(snake);
    // A subscription's row holds the state of its deliveries too.
    if (record === subscription) expect(columns).toEqual(expect.arrayContaining(fields));
    else expect(columns.toSorted()).toEqual(fields.toSorted());
  });

  test(`every column of ${record.table} holds its field's type, and is nullable where the field is`, async () => {
    const stores: Record<string, string> = {
      ID: 'text',
      String: 'text',
      BigInt: 'int8',
      Decimal: 'numeric',
      UUID: 'uuid',
      URL: 'text',
      Int: 'int4',
      Float: 'float8',
      Boolean: 'bool',
      JSONObject: 'jsonb',
      DateTime: 'timestamptz',
      Date: 'date',
    };
    const columns = new Map((await columnsOf(record)).map((column) => [column.name, column]));
    for (const [field, type] of Object.entries(record.fields)) {
      const { type: kept, is_nullable } = columns.get(snake(field)) ?? {};
      // A list cannot be declared NOT NULL in a Prisma schema; that `actions` is never null is its input's promise.
      const isUnknown = record.unknowable?.includes(field);
      const nullable = field === 'actions' || isUnknown || !type.endsWith('!') ? 'YES' : 'NO';
      const named = type.replace(/!$/, '');
      const [, item] = /^\[(.*)!\]$/.exec(named) ?? [];
      const of = item ?? named;
      // Prisma gives an enum the type of its name.
      expect([field, kept, is_nullable]).toEqual([field, `${item ? '_' : ''}${stores[of] ?? of}`, nullable]);
    }
  });
}
