import { getRefFromModel } from '@pothos/plugin-prisma';
import { capitalized } from '../../base/text.ts';
import { declareEvents, type ExampleOf, type RecordEvents } from '../../changes/types.ts';
import { modelNamed } from '../../prisma/sql/model.ts';
import { namesOf, RECORDS, type RecordName } from '../../records/records.ts';
import { builder } from './builder.ts';
import { nodeType } from './node-types.ts';

interface Options<Name extends RecordName> {
  /** Its name in messages, such as `Quick order`, where that is not the name of the table. */
  label?: string;
  isCurrent?: boolean;
  /** A record as events show it, and the fields that an update of it may have changed; needed if it sends events. */
  example?: ExampleOf<Name> & RecordEvents['example'];
}

/** A record of the API: its names, its scopes and its rows. What lists all records in the schema is made from these. */
export type RecordType<Name extends RecordName = RecordName> = ReturnType<typeof recordType<Name>>;

function objectOf(model: RecordName) {
  const type = getRefFromModel(model, builder);
  if (type.kind !== 'Object') throw new Error(`${model} is no object type.`);
  return type;
}

function recordType<Name extends RecordName>(model: Name, { label, isCurrent }: Options<Name>) {
  const { scope, event } = namesOf(model);
  const words = modelNamed(model).stored.replaceAll('_', ' ');
  const noun = label?.toLowerCase() ?? words;
  return {
    ...nodeType({ model, label: label ?? capitalized(words), plural: `${noun}s`, reads: `${scope}:read`, isCurrent }),
    noun: `${'aeiou'.includes(noun.charAt(0)) ? 'an' : 'a'} ${noun}`,
    writes: `${scope}:write` as const,
    creates: `${scope}:create` as const,
    deletes: `${scope}:delete` as const,
    event,
    object: objectOf(model),
  };
}

const declared = new Map<string, RecordType>();

export function recordNamed(model: string): RecordType {
  const found = declared.get(model);
  if (found === undefined) throw new Error(`No resource file declares the record ${model}.`);
  return found;
}

/** A record whose changes send events. Its event is the name of its table. */
export type WatchedRecord = RecordType & { event: string };

export const watchedRecords = (): WatchedRecord[] =>
  [...RECORDS.keys()].map(recordNamed).filter((record): record is WatchedRecord => record.event !== null);

export function watchedBy(event: string): WatchedRecord {
  const found = watchedRecords().find((record) => record.event === event);
  if (found === undefined) throw new Error(`No record has the events ${event}.`);
  return found;
}

/** Declares a record. Its resource file does so once, above its type. */
export function record<Name extends RecordName>(model: Name, options: Options<Name>): RecordType<Name> {
  const type = recordType(model, options);
  declared.set(model, type);
  const { event, noun } = type;
  if (event === null) return type;
  if (options.example === undefined) throw new Error(`The record ${model} sends events and needs an example.`);
  declareEvents({ resource: event, model, noun, example: options.example });
  return type;
}
