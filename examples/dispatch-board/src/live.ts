import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { type UseQueryState, useClient } from 'urql';
import { onEnd, pipe, subscribe } from 'wonka';
import { graphql } from './gql';
import type { ChangesSubscription, WatchInput } from './gql/graphql';

const Changes = graphql(`
  subscription Changes($watch: [WatchInput!]!) {
    changes(watch: $watch) {
      __typename
      ... on Change {
        action
        recordId
        occurredAt
        actor {
          kind
          id
        }
      }
      ... on TankChange {
        tank {
          ...TankRow
        }
      }
      ... on TaskChange {
        task {
          ...TaskRow
        }
      }
    }
  }
`);

export type Item = ChangesSubscription['changes'];
type Change = Exclude<Item, { __typename: 'Resync' }>;
export type Actor = NonNullable<Change['actor']>;

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
const REREAD_MS = 1_000;

/**
 * Doubles with each failure in a row. Half of it is random, so that the pages that a restart has cut off do not all
 * come back at once.
 */
const waitAfter = (failures: number): number =>
  (Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS) * (1 + Math.random())) / 2;

/** The last answer. A read that fails leaves what is shown, unless it asks for something else: other filters. */
export function useLastAnswer<Data>({ data, error }: UseQueryState<Data>, asked = ''): Data | undefined {
  const [last, setLast] = useState<{ data: Data; asked: string }>();
  // With an error, urql repeats the data of the read before.
  if (data === undefined || data === last?.data) return error && asked !== last?.asked ? undefined : last?.data;
  setLast({ data, asked });
  return data;
}

const listeners = new Set<(item: Item) => void>();
/** The last change of each record, as far as it is known. */
const lastChanges = new Map<string, Change>();

function note(item: Item): void {
  // What changed before, or meanwhile, is not in the stream.
  if (item.__typename === 'Resync') lastChanges.clear();
  else lastChanges.set(item.recordId, item);
  for (const listen of listeners) listen(item);
}

function listenTo(listen: () => void): () => void {
  listeners.add(listen);
  return () => void listeners.delete(listen);
}

/** The last change of a record since the page shows it; undefined if there was none. */
export const useLastChange = (id: string): Change | undefined =>
  useSyncExternalStore(listenTo, () => lastChanges.get(id));

/**
 * Keeps one stream of changes open while the component is shown, and reports whether it is. A new stream begins with
 * Resync, so that after a lost one the lists are read again, which may have failed meanwhile.
 */
export function useChanges(watch: WatchInput[]): boolean {
  const client = useClient();
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isShown = true;
    let failures = 0;
    let stream: { unsubscribe: () => void } | undefined;
    const open = () => {
      stream = pipe(
        client.subscription(Changes, { watch }),
        onEnd(() => {
          setLive(false);
          if (isShown) timer = setTimeout(open, waitAfter(failures++));
        }),
        subscribe(({ data, hasNext }) => {
          // At the end of a stream urql repeats the last item, without a next one.
          if (!data || !hasNext) return;
          failures = 0;
          setLive(true);
          note(data.changes);
        }),
      );
    };
    open();
    return () => {
      isShown = false;
      clearTimeout(timer);
      stream?.unsubscribe();
    };
  }, [client, watch]);
  return isLive;
}

/** Calls `reread`, at most once a second, when an item of the stream says that what was read may be old. */
export function useReread(isOld: (item: Item) => boolean, reread: () => void): void {
  const onItem = useEffectEvent(isOld);
  const onChange = useEffectEvent(reread);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const listen = (item: Item) => {
      if (!onItem(item)) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        onChange();
      }, REREAD_MS);
    };
    listeners.add(listen);
    return () => {
      listeners.delete(listen);
      clearTimeout(timer);
    };
  }, []);
}

/**
 * The rows as they are now: those that were read, each with the values of its newest version in the stream. Calls
 * `reread` when rows may have come or gone. `recordOf` returns the record of a change that belongs to the list.
 */
export function useLiveRows<Row extends Live & { id: string; version: number }, Live extends object>(
  read: readonly Row[],
  recordOf: (item: Item) => (Live & { id: string; version: number }) | null | undefined | false,
  reread: () => void,
): Row[] {
  const [latest, setLatest] = useState<ReadonlyMap<string, Live & { version: number }>>(new Map());
  useReread((item: Item): boolean => {
    if (item.__typename === 'Resync') return true;
    const record = recordOf(item);
    if (!record) return false;
    const isListed = read.some(({ id }) => id === record.id);
    const isUpdated = item.action === 'UPDATED';
    // After a creation or a deletion the list is read again, which says more than what came before.
    if (!isUpdated) setLatest((rows) => new Map([...rows].filter(([id]) => id !== record.id)));
    else if (isListed) setLatest((rows) => new Map(rows).set(record.id, record));
    return !isListed || !isUpdated;
  }, reread);
  return read.map((row) => {
    const newer = latest.get(row.id);
    return newer && newer.version > row.version ? { ...row, ...newer } : row;
  });
}
