import { RECORDS } from '../records.ts';
import { EXAMPLE_TIME, EXAMPLES, type Example } from './event-examples.ts';
import { bodySchema, describeRecord, recordData, TEST_DATA } from './event-schema.ts';

/** A type of message that subscriptions receive. */
export interface EventType {
  /** The `type` in the body, such as `tank.updated`. */
  name: string;
  resource: string;
  action: string;
  description: string;
  /** The JSON Schema (2020-12) of the body. */
  schema: object;
  /** A whole body. */
  example: object;
}

interface Message {
  action: string;
  description: string;
  shape: Parameters<typeof bodySchema>[2];
  /** The members of the example that differ from type to type. */
  example: { data: object; changed: string[]; version: number; sequence: number };
}

function typeOf(resource: string, { action, description, shape, example }: Message): EventType {
  const name = `${resource}.${action}`;
  const ids = { company_id: 'c-01', workflow_id: 'w-01', node_id: 'n-01' };
  const body = { type: name, timestamp: EXAMPLE_TIME, ...example, ...ids };
  return { name, resource, action, description, schema: bodySchema(name, description, shape), example: body };
}

/** The types that tell of the records of a model. */
function typesOf(model: string, { record, changed }: Example, resource: string, label: string): EventType[] {
  const known = describeRecord(model, record, changed);
  const shape = recordData(resource, known.schema);
  const noun = `${/^[AEIOU]/.test(label) ? 'An' : 'A'} ${label.toLowerCase()}`;
  const { version } = record;
  const messages: Message[] = [
    {
      action: 'created',
      description: `${noun} was created. \`data\` is the new record.`,
      shape,
      example: { data: { ...known.example, version: 1 }, changed: [], version: 1, sequence: 90_001 },
    },
    {
      action: 'updated',
      description: `${noun} was changed. \`data\` is the record after the change, and \`changed\` names its changed columns.`,
      shape,
      example: { data: known.example, changed: known.changed, version, sequence: 90_417 },
    },
    {
      action: 'deleted',
      description: `${noun} was deleted. \`data\` is the record before its deletion, with the version of its last update.`,
      shape,
      example: { data: known.example, changed: [], version, sequence: 90_655 },
    },
    {
      action: 'test',
      description: `The owner of a subscription to this resource called \`sendTestEvent\`. \`data\` has the id of the subscription alone, and \`version\` is that of the subscription.`,
      shape: TEST_DATA,
      example: { data: { id: 'sub-3001' }, changed: [], version: 1, sequence: 90_702 },
    },
  ];
  return messages.map((message) => typeOf(resource, message));
}

/** All types of messages, by resource. */
export const EVENT_TYPES: readonly EventType[] = Object.entries(RECORDS).flatMap(([model, { event, label }]) => {
  const example = EXAMPLES[model];
  return event === null || example === undefined ? [] : typesOf(model, example, event, label);
});
