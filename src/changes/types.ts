import type { JsonObject } from '@prisma/client/runtime/client';
import { capitalized } from '../base/text.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import type { Actor } from '../records/actors.ts';
import { type RecordName, type Scalars, WATCHED } from '../records/records.ts';
import { bodySchema, type ColumnSchema, describeRecord, recordData, TEST_DATA } from './json-schema.ts';
import { NOTICE_SHAPES } from './notice-shapes.ts';

type SentNumber<Value> = Value extends Prisma.Decimal | bigint ? number : Value;

/** A value as a message has it. Dates and times are text, never null here, so their form distinguishes them. */
type Sent<Value> = JsonObject extends Value
  ? object | null
  : Date extends Value
    ? string
    : Value extends (infer Item)[]
      ? SentNumber<Item>[]
      : SentNumber<Value>;

/** A plausible record, with a value for every field of the model, so that a new field does not compile without one. */
export interface ExampleOf<Name extends RecordName> {
  record: { [Field in keyof Scalars<Name>]: Sent<Scalars<Name>[Field]> };
  /** The fields that an update of the record may have changed. */
  changed: (keyof Scalars<Name>)[];
}

export const EXAMPLE_TIME = '2026-01-31T08:15:30.120Z';

export interface EventType {
  /** The `type` in the body, such as `tank.updated`. */
  name: string;
  resource: string;
  action: string;
  description: string;
  schema: object;
  example: object;
}

interface Message {
  action: string;
  description: string;
  shape: Parameters<typeof bodySchema>[2];
  /** The members of the example that differ from type to type. */
  example: { data: object; changed: string[]; version: number; sequence: number; actor: Actor | null };
}

function eventTypeOf(resource: string, { action, description, shape, example }: Message): EventType {
  const name = `${resource}.${action}`;
  const ids = { company_id: 'c-01', workflow_id: 'w-01', node_id: 'n-01' };
  const body = { type: name, timestamp: EXAMPLE_TIME, ...example, ...ids };
  return { name, resource, action, description, schema: bodySchema(name, description, shape), example: body };
}

const USER: Actor = { kind: 'user', id: 'u-204' };

const TEST: Message = {
  action: 'test',
  description: `The owner of a subscription to this resource called \`sendTestEvent\`. \`data\` has the id of the subscription alone, and \`version\` is that of the subscription.`,
  shape: TEST_DATA,
  example: { data: { id: 'sub-3001' }, changed: [], version: 1, sequence: 90_702, actor: USER },
};

const typesOf = (resource: string, messages: Message[]): EventType[] =>
  [...messages, TEST].map((message) => eventTypeOf(resource, message));

export interface RecordEvents {
  resource: string;
  model: string;
  /** The record in sentences: `a quick order`. */
  noun: string;
  example: { record: { readonly [field: string]: unknown; version: number }; changed: string[] };
}

function typesOfRecord({ resource, model, noun: lower, example: { record, changed } }: RecordEvents): EventType[] {
  const known = describeRecord(model, record, changed);
  const shape = recordData(resource, known.schema);
  const noun = capitalized(lower);
  const { version } = record;
  const messages: Message[] = [
    {
      action: 'created',
      description: `${noun} was created. \`data\` is the new record.`,
      shape,
      example: {
        data: { ...known.example, version: 1 },
        changed: [],
        version: 1,
        sequence: 90_001,
        actor: { kind: 'import', id: null },
      },
    },
    {
      action: 'updated',
      description: `${noun} was changed. \`data\` is the record after the change, and \`changed\` names its changed columns.`,
      shape,
      example: { data: known.example, changed: known.changed, version, sequence: 90_417, actor: USER },
    },
    {
      action: 'deleted',
      description: `${noun} was deleted. \`data\` is the record before its deletion, with the version of its last update.`,
      shape,
      example: { data: known.example, changed: [], version, sequence: 90_655, actor: { kind: 'sql', id: 'erp_sync' } },
    },
  ];
  return typesOf(resource, messages);
}

function typesOfNotice({ resource, action, description, data, example }: (typeof NOTICE_SHAPES)[number]): EventType[] {
  const about = { data: example, changed: [], version: example.version, sequence: 90_733, actor: null };
  return typesOf(resource, [{ action, description, shape: { data }, example: about }]);
}

const declared = new Map<string, RecordEvents>();

export function declareEvents(events: RecordEvents): void {
  declared.set(events.resource, events);
}

/** All types of messages, those of records in the order of the model. */
export const eventTypes = (): EventType[] => [
  ...WATCHED.flatMap(({ event }) => declared.get(event) ?? []).flatMap(typesOfRecord),
  ...NOTICE_SHAPES.flatMap(typesOfNotice),
];

/** The columns that the data of a resource's events has, except that of tests; undefined for an unknown resource. */
export function columnsOf(resource: string): Readonly<Record<string, ColumnSchema>> | undefined {
  const events = declared.get(resource);
  if (events === undefined) return NOTICE_SHAPES.find((notice) => notice.resource === resource)?.data.properties;
  return describeRecord(events.model, events.example.record, events.example.changed).schema.properties;
}
