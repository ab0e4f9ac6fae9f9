import { useClient } from '@urql/preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { onEnd, pipe, subscribe } from 'wonka';
import { session } from './session.ts';
import { useStore } from './store.ts';

const CHANGES = `
  subscription ConsoleChanges($watch: [WatchInput!]!) {
    changes(watch: $watch) {
      __typename
      ... on Change { action recordId occurredAt actor { kind id } changedFields }
    }
  }`;

export interface Change {
  action: 'CREATED' | 'UPDATED' | 'DELETED';
  recordId: string;
  occurredAt: string;
  actor: { kind: string; id: string | null } | null;
  changedFields: string[];
}
type Item = ({ __typename: string } & Change) | { __typename: 'Resync' };

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
const REREAD_MS = 700;
/** An edit of many records is reported record by record. */
const DRAW_MS = 100;

/** Half of it is random, so that pages that a restart cuts off do not all come back at once. */
const waitAfter = (failures: number): number =>
  (Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS) * (1 + Math.random())) / 2;

/**
 * Follows the changes of a type of record: the last one of each record, and whether the stream is open. Calls `reread`
 * after changes, at most once in 700 ms, and when a stream opens, since the list may be older than the stream.
 */
export function useChanges(watched: string | undefined, reread: () => void) {
  const client = useClient();
  const { token } = useStore(session);
  const [isLive, setLive] = useState(false);
  const [latest, setLatest] = useState<ReadonlyMap<string, Change>>(new Map());
  const reading = useRef(reread);
  reading.current = reread;
  useEffect(() => {
    setLatest(new Map());
    if (watched === undefined) return;
    let reopening: ReturnType<typeof setTimeout> | undefined;
    let rereading: ReturnType<typeof setTimeout> | undefined;
    let drawing: ReturnType<typeof setTimeout> | undefined;
    let isShown = true;
    let failures = 0;
    let stream: { unsubscribe: () => void } | undefined;
    const soon = () => {
      rereading ??= setTimeout(() => {
        rereading = undefined;
        reading.current();
      }, REREAD_MS);
    };
    const noted = new Map<string, Change>();
    const note = (item: Item): void => {
      if ('recordId' in item) noted.set(item.recordId, item);
      // Behind a lost connection, others may have changed what this page knows a change of.
      else noted.clear();
      drawing ??= setTimeout(() => {
        drawing = undefined;
        setLatest(new Map(noted));
      }, DRAW_MS);
      soon();
    };
    const open = () => {
      const variables = { watch: [{ record: watched }] };
      stream = pipe(
        client.subscription<{ changes: Item }>(CHANGES, variables),
        onEnd(() => {
          setLive(false);
          // A new token opens the stream again.
          if (isShown && session.value.refusal === undefined) reopening = setTimeout(open, waitAfter(failures++));
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
      clearTimeout(reopening);
      clearTimeout(rereading);
      clearTimeout(drawing);
      stream?.unsubscribe();
    };
  }, [client, watched, token]);
  return { isLive, latest };
}
