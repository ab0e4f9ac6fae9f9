import { useEffect, useEffectEvent, useState } from 'react';
import { useClient, useQuery } from 'urql';
import { messageOf } from '../gateway';
import { graphql } from '../gql';
import type { StopFragment } from '../gql/graphql';
import { useReread } from '../live';
import { dayOf } from '../new-task';
import { Cut, Loading } from '../shown';
import { isBy, timeOf } from '../stop';
import { day, outbox } from './kept';
import { keepPage } from './offline';
import { withEdits } from './outbox';
import { sendAll } from './sending';
import { StopItem } from './stop-item';
import { Waiting } from './waiting';

const MyStops = graphql(`
  query MyStops($done: DateTime) {
    tasks(
      first: 200
      filter: { isArchived: { equals: false }, OR: [{ completedAt: null }, { completedAt: { gte: $done } }] }
      orderBy: [{ field: SCHEDULED_START, direction: ASC, nulls: LAST }, { field: DUE_DATE, direction: ASC }]
    ) {
      totalCount
      nodes {
        ...Stop
      }
    }
  }
`);

const RETRY_MS = 15_000;
const OFFLINE = 'No connection. What you do is sent by itself when there is one.';

/** Sends what was written down whenever there may be a network again. */
function useSending(): void {
  const client = useClient();
  const queue = outbox.use();
  const isWaiting = queue.some(({ refusal }) => !refusal);
  const send = useEffectEvent(() => void sendAll(client));
  useReread((item) => item.__typename === 'Resync', send);
  useEffect(() => {
    if (queue.length > 0) send();
  }, [queue]);
  useEffect(() => {
    if (!isWaiting) return;
    // The browser may think that it is online all the time.
    const timer = setInterval(() => send(), RETRY_MS);
    const isBack = () => send();
    addEventListener('online', isBack);
    return () => {
      clearInterval(timer);
      removeEventListener('online', isBack);
    };
  }, [isWaiting]);
}

/**
 * The tasks of a driver. The query names nobody: the token sees no other tasks, only the tanks that lead from them, and
 * the stream reports no others. What was read last is kept for where there is no network.
 */
export function DriverTasks() {
  const [today] = useState(() => new Date(new Date().setHours(0, 0, 0, 0)));
  const [{ data, error }, reread] = useQuery({ query: MyStops, variables: { done: today.toISOString() } });
  const kept = day.use();
  const queue = outbox.use();
  useSending();
  useReread(
    (item) => item.__typename !== 'TankChange',
    () => reread({ requestPolicy: 'network-only' }),
  );
  // Without a network, what was kept before is what there is.
  useEffect(() => void keepPage().catch(() => {}), []);
  const read = data?.tasks;
  useEffect(() => {
    if (read && !error)
      day.change((kept) => {
        // A list that was asked for before an edit may be answered after it.
        const known = new Map(kept?.stops.map((stop) => [stop.id, stop]));
        const newest = (stop: StopFragment) => {
          const other = known.get(stop.id);
          return other && other.version > stop.version ? other : stop;
        };
        return { stops: read.nodes.map(newest), readAt: new Date().toISOString() };
      });
  }, [read, error]);

  const stops = (kept?.stops ?? []).map((stop) => withEdits(stop, queue));
  const [done, open] = [stops.filter((stop) => stop.completedAt), stops.filter((stop) => !stop.completedAt)];
  const edits = Map.groupBy(queue, ({ id }) => id);
  const unsent = done.filter(({ id }) => edits.has(id)).length;
  const now = open.filter((stop) => isBy(dayOf(today), stop));
  const later = open.filter((stop) => !now.includes(stop));
  // What waits for a decision is on top, and so is what is about a task that another driver has now.
  const isOnTop = (id: string): boolean =>
    !stops.some((stop) => stop.id === id) || queue.some((edit) => edit.id === id && edit.refusal);
  const onTop = [...edits].filter(([id]) => isOnTop(id));
  const list = (shown: typeof stops) => (
    <ol>
      {shown.map((stop) => (
        <StopItem
          key={stop.id}
          stop={stop}
          base={kept?.stops.find(({ id }) => id === stop.id) ?? stop}
          edits={isOnTop(stop.id) ? [] : (edits.get(stop.id) ?? [])}
        />
      ))}
    </ol>
  );
  return (
    <section aria-labelledby="own" className="driver">
      <h2 id="own" tabIndex={-1}>
        My tasks
      </h2>
      <output>
        {error
          ? `${error.networkError ? OFFLINE : messageOf(error)} ${kept ? `Tasks as of ${timeOf(kept.readAt)}.` : ''}`
          : kept && stops.length === 0 && 'You have no tasks.'}
      </output>
      {!kept && !error && <Loading />}
      {onTop.map(([id, edits]) => (
        <div key={id}>
          <b>{edits[0]?.title}</b>
          <Waiting edits={edits} />
        </div>
      ))}
      <Cut tasks={read?.nodes} total={read?.totalCount ?? 0} />
      <h3>
        Today <span className="soft">{now.length}</span>
      </h3>
      {list(now)}
      {later.length > 0 && (
        <details open={now.length === 0}>
          <summary>Later, or without a day: {later.length}</summary>
          {list(later)}
        </details>
      )}
      {done.length > 0 && (
        <details>
          <summary>
            Done today: {done.length}
            {unsent > 0 && `, ${unsent} not sent yet`}
          </summary>
          {list(done)}
        </details>
      )}
    </section>
  );
}
