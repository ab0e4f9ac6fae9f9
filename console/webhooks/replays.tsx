import { useClient } from '@urql/preact';
import { useState } from 'preact/hooks';
import {
  ConsoleCancelReplayDocument,
  ConsoleReplayDocument,
  type WebhookDeliveryStatus,
} from '../generated/graphql.ts';
import { Empty } from '../parts.tsx';
import { agoOf, countOf, timeOf } from '../values.ts';
import { type Subscription, sayWhether } from './results.ts';

interface Props {
  subscription: Subscription;
  canWrite: boolean;
  onDone: () => void;
}

const OTHER = 'other';
const HOURS: [string, string][] = [
  ['1', 'The last hour'],
  ['6', 'The last 6 hours'],
  ['24', 'The last day'],
  ['168', 'The last week'],
  [OTHER, 'Other times…'],
];

/** The time that a control has, in the zone of the browser. An empty one is now. */
const timeIn = (text: string): string => (text === '' ? new Date() : new Date(text)).toISOString();

/** Sends the events of a time again, and shows how far that is. */
export function Replays({ subscription: { id, replays }, canWrite, onDone }: Props) {
  const client = useClient();
  const [hours, setHours] = useState('1');
  const [status, setStatus] = useState<WebhookDeliveryStatus | ''>('');
  const [range, setRange] = useState({ since: '', until: '' });
  const [isSending, setSending] = useState(false);
  const replay = async (event: Event) => {
    event.preventDefault();
    setSending(true);
    const times =
      hours === OTHER
        ? { since: timeIn(range.since), until: timeIn(range.until) }
        : { since: new Date(Date.now() - Number(hours) * 3_600_000).toISOString() };
    const filter = status === '' ? undefined : { status };
    sayWhether(await client.mutation(ConsoleReplayDocument, { id, ...times, filter }), 'The replay has begun.');
    setSending(false);
    onDone();
  };
  const cancel = async (id: string) => {
    sayWhether(await client.mutation(ConsoleCancelReplayDocument, { id }), 'The replay was cancelled.');
    onDone();
  };
  return (
    <>
      {canWrite && (
        <form class="bar" onSubmit={replay}>
          <select aria-label="Events of" value={hours} onChange={({ currentTarget }) => setHours(currentTarget.value)}>
            {HOURS.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          {hours === OTHER &&
            (['since', 'until'] as const).map((name) => (
              <label key={name}>
                {name === 'since' ? 'From ' : 'until '}
                <input
                  type="datetime-local"
                  required={name === 'since'}
                  value={range[name]}
                  onInput={({ currentTarget: { value } }) => setRange({ ...range, [name]: value })}
                />
              </label>
            ))}
          <select
            aria-label="Which events"
            value={status}
            onChange={({ currentTarget: { value } }) => setStatus(value === 'DEAD' ? value : '')}
          >
            <option value="">All events</option>
            <option value="DEAD">Only those given up</option>
          </select>
          <button type="submit" class="strong" disabled={isSending}>
            Replay
          </button>
        </form>
      )}
      {(replays ?? []).length === 0 && <Empty title="Nothing was replayed yet." />}
      <ul class="list">
        {replays?.map((replay) => {
          const [from, to, at] = [replay.since, replay.until, replay.reached].map((time) => Date.parse(time));
          const isDone = replay.status !== 'RUNNING';
          const part = isDone || to === from ? 1 : ((at ?? 0) - (from ?? 0)) / ((to ?? 1) - (from ?? 0));
          return (
            <li key={replay.id}>
              <div>
                <strong>
                  {timeOf(replay.since)} – {timeOf(replay.until)}
                </strong>
                <p class="soft">
                  {countOf(replay.queued)} queued, {agoOf(replay.startedAt)}
                </p>
                <progress value={part} max={1} aria-label="Progress of the replay" />
              </div>
              {isDone ? (
                <span class="chip">{replay.status === 'DONE' ? 'Done' : 'Cancelled'}</span>
              ) : (
                <button type="button" onClick={() => cancel(replay.id)}>
                  Cancel
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
