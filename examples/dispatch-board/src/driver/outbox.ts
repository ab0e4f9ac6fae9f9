/** The fields of a record, by name. */
export type Values = Readonly<Record<string, unknown>>;

/** An edit that is kept until the gateway has answered it. */
export interface Edit {
  /** The record, and what a person calls it. */
  id: string;
  title: string;
  input: Values;
  /** What the fields of `input` had before. */
  before: Values;
  /** The version that it was made on. */
  version: number;
  /** When it was made, which tells it from the others. */
  madeAt: string;
  /**
   * Why it is not sent again by itself: what the gateway says, or the fields that others have changed to another value.
   * Without it, the edit is sent, and writes over these.
   */
  refusal?: { message: string } | { clashes: string[]; theirs: Values };
}

/** Whether two values of JSON are the same: the database has its own order of keys. */
export function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return (a ?? null) === (b ?? null);
  const [own, other] = [Object.entries(a), new Map(Object.entries(b))];
  return own.length === other.size && own.every(([key, value]) => other.has(key) && isSame(value, other.get(key)));
}

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The edit that is sent next. One that was refused holds back those behind it that are about the same record. */
export function nextOf(queue: readonly Edit[]): Edit | undefined {
  const held = new Set(queue.filter(({ refusal }) => refusal).map(({ id }) => id));
  return queue.find(({ id }) => !held.has(id));
}

/** Without an edit that was written. Those behind it were made on it, and go on at its version. */
export const without = (queue: readonly Edit[], done: Edit, version: number): Edit[] =>
  queue
    .filter(({ madeAt }) => madeAt !== done.madeAt)
    .map((edit) => (edit.id === done.id && edit.version === done.version ? { ...edit, version } : edit));

/** A record as it will be when all edits of it are written. */
export function withEdits<Shown extends { id: string }>(record: Shown, queue: readonly Edit[]): Shown {
  const shown = { ...record };
  for (const { id, input } of queue) if (id === record.id) Object.assign(shown, input);
  return shown;
}

/** Three states of a value as one. Notes the field where both have changed it. */
function merged(before: unknown, mine: unknown, theirs: unknown, field: string, clashes: string[]): unknown {
  if (isSame(theirs, before) || isSame(theirs, mine)) return mine;
  if (isSame(mine, before)) return theirs;
  if (isObject(before) && isObject(mine) && isObject(theirs)) {
    const keys = Object.keys({ ...theirs, ...mine });
    const all = keys.map((key) => [key, merged(before[key], mine[key], theirs[key], `${field}.${key}`, clashes)]);
    return Object.fromEntries(all.filter(([, value]) => value !== undefined));
  }
  clashes.push(field);
  return mine;
}

/** An edit on a record as it is now, with what others have changed there. `clashes` are the fields that differ. */
function rebased(edit: Edit, now: Values & { version: number }): Edit & { clashes: string[] } {
  const clashes: string[] = [];
  const fields = Object.entries(edit.input);
  const input = fields.map(([name, mine]) => [name, merged(edit.before[name], mine, now[name], name, clashes)]);
  const before = fields.map(([name]) => [name, now[name]]);
  return {
    ...edit,
    input: Object.fromEntries(input),
    before: Object.fromEntries(before),
    version: now.version,
    clashes,
  };
}

/** After a conflict: the edits of a record on it as it is now. One that clashes with it waits for a person. */
export function onRecord(queue: readonly Edit[], record: Values & { id: string; version: number }): Edit[] {
  let now = record;
  return queue.map((edit) => {
    if (edit.id !== record.id) return edit;
    const { clashes, refusal: _, ...moved } = rebased(edit, now);
    const theirs = Object.fromEntries(Object.keys(moved.input).map((field) => [field, now[field]]));
    now = { ...now, ...moved.input };
    return clashes.length === 0 ? moved : { ...moved, refusal: { clashes, theirs } };
  });
}
