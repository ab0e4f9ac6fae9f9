import { useRef, useState } from 'react';
import { useMutation, useQuery } from 'urql';
import { messageOf } from '../gateway';
import { graphql } from '../gql';
import type { StopFragment } from '../gql/graphql';
import { useLastAnswer, useReread } from '../live';
import { useOptimisticRows } from '../optimistic';
import { Cut, dueOf, Loading } from '../shown';
import { isBy, timeOf } from '../stop';
import { orderedOf, textOfAmount } from '../workflow';
import { DayMap } from './day-map';
import { Load } from './load';
import { changedOf, isOn, moved, planned, reloadsOf } from './plan';
import { StopRow } from './stop-row';
import { useTruck } from './truck';

const StopsOfDriver = graphql(`
  query StopsOfDriver($driver: ID!, $day: DateTime!) {
    tasks(
      first: 200
      filter: {
        assigneeId: { equals: $driver }
        isArchived: { equals: false }
        OR: [{ completedAt: null }, { completedAt: { gte: $day } }]
      }
      orderBy: [{ field: SCHEDULED_START, direction: ASC, nulls: LAST }, { field: DUE_DATE, direction: ASC }]
    ) {
      totalCount
      nodes {
        ...Stop
      }
    }
  }
`);

const PlanStops = graphql(`
  mutation PlanStops($patches: [UpdateTaskPatch!]!) {
    updateTasks(patches: $patches) {
      __typename
      ... on UpdateTasksSuccess {
        results {
          __typename
          ... on Task {
            ...Stop
          }
          ... on TaskConflictError {
            record {
              ...Stop
            }
          }
          ... on Error {
            message
          }
        }
      }
      ... on UnauthorizedError {
        reason
      }
      ... on Error {
        message
      }
    }
  }
`);

interface Props {
  driver: string;
  /** Such as 2026-01-31. */
  day: string;
}

/** The stops of a day in their order, which is stored as their planned times. */
export function DriverDay({ driver, day }: Props) {
  const [read, reread] = useQuery({
    query: StopsOfDriver,
    variables: { driver, day: new Date(`${day}T00:00`).toISOString() },
  });
  const data = useLastAnswer(read);
  const [truck, setTruck] = useTruck(driver);
  const [, send] = useMutation(PlanStops);
  const [said, setSaid] = useState('');
  const output = useRef<HTMLOutputElement>(null);
  useReread(
    (item) => item.__typename !== 'TankChange',
    () => reread({ requestPolicy: 'network-only' }),
  );
  const { shown, edit } = useOptimisticRows(data?.tasks?.nodes ?? []);
  const stops = shown
    .filter((stop) => isOn(day, stop))
    .toSorted((a, b) => Date.parse(a.scheduledStart ?? '') - Date.parse(b.scheduledStart ?? ''));
  const others = shown.filter((stop) => !isOn(day, stop) && !stop.completedAt);
  const reloads = reloadsOf(stops, truck);

  /** Stores the stops of the day in this order, and that others are no longer among them. */
  function plan(order: readonly StopFragment[], done: string, left: readonly StopFragment[] = []): void {
    const next = [
      ...planned(order, day, truck),
      ...left.map((stop) => ({ ...stop, scheduledStart: null, scheduledEnd: null })),
    ];
    const changed = changedOf(shown, next);
    if (changed.length === 0) return;
    edit(changed, async (versionOf) => {
      const patches = changed.map((stop) => {
        const { id, scheduledStart, scheduledEnd } = stop;
        return { id, input: { scheduledStart, scheduledEnd }, expectedVersion: versionOf(stop) };
      });
      const { data, error } = await send({ patches });
      const answer = data?.updateTasks;
      const results = answer?.__typename === 'UpdateTasksSuccess' ? answer.results : [];
      const [refusal, ...more] = results.flatMap((result) => ('message' in result ? [result.message] : []));
      const failure = error ? messageOf(error) : answer && 'message' in answer ? answer.message : undefined;
      const refused = refusal && `${1 + more.length} of ${patches.length} stops were not moved: ${refusal}`;
      setSaid(failure ?? refused ?? done);
      const written = results.flatMap((result) => (result.__typename === 'Task' ? [result] : []));
      return { written, current: results.flatMap((result) => ('record' in result ? [result.record] : [])) };
    });
  }
  const move = (from: number, to: number) => {
    const stop = stops[from];
    if (stop && to >= 0 && to < stops.length && to !== from)
      plan(moved(stops, from, to), `#${stop.taskNumber} is stop ${to + 1} of ${stops.length}.`);
  };
  const change = (order: readonly StopFragment[], said: string, left: readonly StopFragment[] = []) => {
    plan(order, said, left);
    // The button that was pressed goes with its row.
    output.current?.focus();
  };

  if (!data) return read.error ? <p role="alert">{messageOf(read.error)}</p> : <Loading />;
  return (
    <>
      <Load stops={stops} truck={truck} loads={reloads.size + 1} onChange={setTruck} />
      <output ref={output} tabIndex={-1}>
        {read.error ? messageOf(read.error) : said}
      </output>
      {stops.length === 0 && <p className="empty">No stop on this day yet.</p>}
      <ol className="stops">
        {stops.map((stop, index) => (
          <StopRow
            key={stop.id}
            stop={stop}
            place={index}
            count={stops.length}
            isReload={reloads.has(stop.id)}
            onMove={move}
            onLeave={() =>
              change(
                stops.filter(({ id }) => id !== stop.id),
                `#${stop.taskNumber} is no longer on this day.`,
                [stop],
              )
            }
          />
        ))}
      </ol>
      <DayMap stops={stops} />
      {others.length > 0 && (
        <details open className="others">
          <summary>
            Not on this day <span className="soft">{others.length}</span>
          </summary>
          <ul>
            {others.map((stop) => (
              <li key={stop.id} className={stop.priority}>
                <span>
                  #{stop.taskNumber} {stop.title}
                </span>
                <small>
                  {[orderedOf(stop.taskData)].flatMap((amount) => (amount ? `${textOfAmount(amount)}, ` : []))}
                  {stop.scheduledStart
                    ? `planned for ${new Date(stop.scheduledStart).toLocaleDateString()}, ${timeOf(stop.scheduledStart)}`
                    : dueOf(stop.dueDate)}
                  {isBy(day, stop) && <strong className="late"> not done</strong>}
                </small>
                <span className="moves">
                  <button
                    type="button"
                    aria-label={`Add to the day: #${stop.taskNumber} ${stop.title}`}
                    onClick={() => change([...stops, stop], `#${stop.taskNumber} is stop ${stops.length + 1}.`)}
                  >
                    Add to the day
                  </button>
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <Cut tasks={data.tasks?.nodes} total={data.tasks?.totalCount ?? 0} />
      <p className="bar">
        <button type="button" onClick={() => print()}>
          Print
        </button>
      </p>
    </>
  );
}
