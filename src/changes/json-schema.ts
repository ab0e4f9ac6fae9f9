import { type Column, modelNamed } from '../prisma/sql/model.ts';
import type { Actor } from '../records/actors.ts';
import { DATA_BYTES } from '../webhooks/sending/message.ts';

export interface ValueSchema {
  /** Two types if there may be no value: the second is `null`. */
  type: string | string[];
  format?: 'date' | 'date-time' | 'uuid';
  enum?: (string | null)[];
}

export interface ColumnSchema extends ValueSchema {
  items?: ValueSchema;
  description: string | undefined;
}

const FORMS: Record<string, ValueSchema> = {
  String: { type: 'string' },
  Uuid: { type: 'string', format: 'uuid' },
  Enum: { type: 'string' },
  Int: { type: 'integer' },
  BigInt: { type: 'integer' },
  Float: { type: 'number' },
  Decimal: { type: 'number' },
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time' },
  Day: { type: 'string', format: 'date' },
  Json: { type: 'object' },
};

export const text = (description: string) => ({ type: 'string', description });
export const integer = (description: string) => ({ type: 'integer', description });
export const time = (description: string) => ({ ...text(description), format: 'date-time' as const });
/** An object with all of these members, and perhaps others: a later version may add some. */
export const object = <Properties extends object>(description: string, properties: Properties) => ({
  type: 'object',
  description,
  properties,
  required: Object.keys(properties),
});

function columnSchema({ field, type, isList, isDay, nullable, documentation, values }: Column): ColumnSchema {
  const form = FORMS[isDay ? 'Day' : type];
  if (form === undefined) throw new Error(`The schema of an event has no form for "${field}" of type ${type}.`);
  const item = { ...form, ...(values && { enum: [...values] }) };
  const own: ValueSchema = isList ? { type: 'array' } : item;
  return {
    ...own,
    ...(nullable && { type: [String(own.type), 'null'] }),
    ...(nullable && own.enum && { enum: [...own.enum, null] }),
    ...(isList && { items: item }),
    description: documentation,
  };
}

/** The schema of a model's records as messages have them, and an example and names of fields in the same form. */
export function describeRecord(model: string, example: Readonly<Record<string, unknown>>, changed: string[]) {
  const { columns: fields, documentation } = modelNamed(model);
  const columns = Array.from(fields.values());
  const schemas = columns.map((each): [string, ColumnSchema] => [each.column, columnSchema(each)]);
  return {
    schema: object(documentation, Object.fromEntries(schemas)),
    example: Object.fromEntries(columns.map(({ column, field }) => [column, example[field]])),
    changed: changed.map((field) => fields.get(field)?.column ?? field),
  };
}

const LARGEST = `${DATA_BYTES / 1000} KB`;
const CUT = {
  ...object(`What a message has of a record over ${LARGEST}.`, {
    id: text('The id of the record.'),
    company_id: text('The id of the company that owns the record.'),
    version: integer('The version of the record.'),
  }),
  // Or a record with a wrong value would pass for one that was cut.
  additionalProperties: false,
};

/** The `data` of a message about a record of this schema: the record, or what is left of a large one. */
export const recordData = (resource: string, record: object) => ({
  data: { anyOf: [{ $ref: `#/$defs/${resource}` }, { $ref: '#/$defs/truncated' }] },
  optional: {
    truncated: {
      const: true,
      description: `Present if the record is over ${LARGEST}: \`data\` is then its \`id\`, \`company_id\` and \`version\` alone.`,
    },
  },
  $defs: { [resource]: record, truncated: CUT },
});

export const TEST_DATA = {
  data: object('What the test is about.', { id: text('The id of the subscription.') }),
};

const kinds: Actor['kind'][] = ['user', 'api_key', 'import', 'sql'];
const ACTOR = {
  ...object('Who made the change; null if the gateway itself did.', {
    kind: {
      enum: kinds,
      description: 'What the actor is: the holder of a token, an integration, an import, or SQL.',
    },
    id: {
      type: ['string', 'null'],
      description: 'The id of the user, of the API key, or of the user of the database. Null if the kind says all.',
    },
  }),
  type: ['object', 'null'],
};

interface Data {
  data: object;
  optional?: object;
  $defs?: object;
}

export function bodySchema(title: string, description: string, { data, optional, ...definitions }: Data): object {
  const body = object(description, {
    type: { const: title },
    timestamp: time('When the change happened; the same in every attempt.'),
    data,
    changed: {
      type: 'array',
      items: { type: 'string' },
      description:
        'The names of the changed columns, with those that the server set. Empty unless a record was updated.',
    },
    version: integer('The version of what `data` shows.'),
    sequence: integer(
      'Rises with each change of a record, over deletion and re-creation: of two events of one record, the one with the higher sequence is the newer.',
    ),
    actor: ACTOR,
    company_id: text('The id of the company that owns the record.'),
    workflow_id: text('The id of the workflow that receives the event.'),
    node_id: text('The id of the node of the workflow that receives the event.'),
  });
  const $schema = 'https://json-schema.org/draft/2020-12/schema';
  return { $schema, title, ...body, properties: { ...body.properties, ...optional }, ...definitions };
}
