import type { JsonObject } from '@prisma/client/runtime/client';
import type { Scalars } from '../db/sql/rows.ts';
import type { RecordName } from '../records.ts';

/** A value as a message has it. Dates and times are text, never null here, so their form distinguishes them. */
type Sent<Value> = JsonObject extends Value ? object | null : Date extends Value ? string : Value;

/** A plausible record, with a value for every field of the model, so that a new field does not compile without one. */
export interface ExampleOf<Name extends RecordName> {
  record: { [Field in keyof Scalars<Name>]: Sent<Scalars<Name>[Field]> };
  /** The fields that an update of the record may have changed. */
  changed: (keyof Scalars<Name>)[];
}

/** When the changes of the examples happened. */
export const EXAMPLE_TIME = '2026-01-31T08:15:30.120Z';
