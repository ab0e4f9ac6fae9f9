import { parseExact } from '../exact-json.ts';

export type Columns = Readonly<Record<string, unknown>>;

/** A record as JSON. It is parsed when it is needed: as objects, it can take twenty times the memory of its text. */
export class JsonRecord {
  readonly text: string;
  /** How many clients it waits for. */
  holders = 0;
  #parsed: WeakRef<Columns> | undefined;

  constructor(text: string) {
    this.text = text;
  }

  get columns(): Columns {
    const kept = this.#parsed?.deref();
    if (kept !== undefined) return kept;
    const columns: Columns = parseExact(this.text);
    this.#parsed = new WeakRef(columns);
    return columns;
  }
}

/** A change of a record, as every gateway reads it. */
export interface Change {
  kind: 'change';
  position: number;
  watchId: string;
  /** The table of the record. */
  resource: string;
  recordId: string;
  action: 'created' | 'updated' | 'deleted';
  /** Rises with each change of the record, over its deletion. */
  sequence: number;
  occurredAt: string;
  /** Who made it, as the database has it. */
  actor: string | null;
  /** The changed columns of an update. */
  changed: string[];
  /** The record after the change, or before its deletion; if it is too large, its ids alone. */
  data: JsonRecord;
  /** The values that an update replaced, by column. */
  was: JsonRecord | null;
  truncated: boolean;
  /** The length of `data` and `was`. */
  bytes: number;
}

/** Changes up to the position may be missing. */
export interface Gap {
  kind: 'gap';
  position: number;
}

/** A change on its way to a client. */
export interface Shown extends Change {
  /** Whether the record is there and has what the stream wants. */
  matches: boolean;
}

/** The length of the records that wait for all clients of this process. A record that waits for several counts once. */
const MOST_BYTES_HELD = 64 * 1024 * 1024;
let held = 0;

export function hold({ data, bytes }: Change): void {
  if (data.holders === 0) held += bytes;
  data.holders += 1;
}

export function letGo({ data, bytes }: Change): void {
  data.holders -= 1;
  if (data.holders === 0) held -= bytes;
}

/** Whether the records that wait exceed the limit, or would with `more` bytes. */
export const holdsTooMuch = (more = 0): boolean => held + more > MOST_BYTES_HELD;
