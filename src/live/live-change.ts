import { parseExact } from '../exact-json.ts';

export type Columns = Readonly<Record<string, unknown>>;

/** A record as JSON, parsed when it is read: objects can take twenty times the memory. */
export class JsonRecord {
  readonly text: string;
  clients = 0;
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

export interface Change {
  kind: 'change';
  position: number;
  watchId: string;
  /** The table of the record. */
  resource: string;
  recordId: string;
  action: 'created' | 'updated' | 'deleted';
  sequence: number;
  occurredAt: string;
  actor: string | null;
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

export interface MatchedChange extends Change {
  /** Whether the record is there and has what the stream wants. */
  matches: boolean;
}

/** The bytes of the records that wait for clients of this process; one that waits for several counts once. */
const MOST_BYTES_RETAINED = 64 * 1024 * 1024;
let retained = 0;

export function retainChange({ data, bytes }: Change): void {
  if (data.clients === 0) retained += bytes;
  data.clients += 1;
}

export function releaseChange({ data, bytes }: Change): void {
  data.clients -= 1;
  if (data.clients === 0) retained -= bytes;
}

export const retainsTooMuch = (more = 0): boolean => retained + more > MOST_BYTES_RETAINED;
