import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../src/schema.ts';
import { openContract } from './contract.ts';
import { PATCHED, RECORDS, tank } from './records.ts';

const { contract, fieldsOf, rootFieldsOf, ownTypes } = await openContract();

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
  CreateSubscriptionResult: ['WebhookSubscription', 'InvalidRequestError', 'UnauthorizedError'],
};
for (const { type, input } of PATCHED)
  unions[input.replace('Input', 'Result')] = [
    type,
    'InexpressibleValueError',
    'NotFoundError',
    'InvalidRequestError',
    'UnauthorizedError',
    `${type}ConflictError`,
  ];

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
