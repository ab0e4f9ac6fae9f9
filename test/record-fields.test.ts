import { isInputObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { openContract } from './contract.ts';
import { PATCHED, RECORDS, type StoredRecord, subscription } from './records.ts';
import { snake } from './rows.ts';

const { gateway, contract, fieldsOf } = await openContract();

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

test('records know the records that they belong to, and those that belong to them', () => {
  for (const [type, fields] of Object.entries(relations)) expect(fieldsOf(type)).toMatchObject(fields);
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
