import { useSyncExternalStore } from 'react';
import type { StopFragment } from '../gql/graphql';
import { driver } from '../session';
import { type Edit, withEdits } from './outbox';

const listeners = new Set<() => void>();

function listenTo(listen: () => void): () => void {
  listeners.add(listen);
  // What another tab has written.
  addEventListener('storage', listen);
  return () => {
    listeners.delete(listen);
    removeEventListener('storage', listen);
  };
}

/** A value that this phone keeps, for one driver. Reads and writes are at once, so that two tabs lose nothing. */
function openKept<Value>(name: string, first: Value) {
  const key = `${driver}:${name}`;
  let known: { text: string | null; value: Value } = { text: null, value: first };
  const read = (): Value => {
    const text = localStorage.getItem(key);
    if (text !== known.text) known = { text, value: text === null ? first : JSON.parse(text) };
    return known.value;
  };
  return {
    read,
    change: (next: (value: Value) => Value) => {
      localStorage.setItem(key, JSON.stringify(next(read())));
      for (const listen of listeners) listen();
    },
    use: () => useSyncExternalStore(listenTo, read),
  };
}

/** The stops as they were last read, and when. Undefined before the first time. */
export const day = openKept<{ stops: StopFragment[]; readAt: string } | undefined>('day', undefined);

/** What was done and is not answered, in its order. */
export const outbox = openKept<readonly Edit[]>('outbox', []);

/** What is typed on stops that are not done, by their ids: the texts of inputs by name. */
export const drafts = openKept<Readonly<Record<string, Readonly<Record<string, string>>>>>('drafts', {});

/** Writes an edit down. It is made on the record as the edits before it leave it. */
export function write(stop: StopFragment, input: Partial<StopFragment>): void {
  outbox.change((queue) => {
    const shown = new Map(Object.entries(withEdits(stop, queue)));
    const before = Object.fromEntries(Object.keys(input).map((field) => [field, shown.get(field)]));
    const title = `#${stop.taskNumber} ${stop.title}`;
    return [...queue, { id: stop.id, title, input, before, version: stop.version, madeAt: new Date().toISOString() }];
  });
}
