import { useClient, useQuery } from '@urql/preact';
import { useEffect, useState } from 'preact/hooks';
import {
  ConsoleDeliveriesDocument,
  ConsoleDeliveryDocument,
  ConsoleRedeliverDocument,
  type WebhookDeliveryStatus,
} from '../generated/graphql.ts';
import { Empty, Loading, say } from '../parts.tsx';
import { messageOf } from '../session.ts';
import { actorOf, agoOf, timeOf } from '../values.ts';
import { DeliveryState } from './figures.tsx';
import { faultOf } from './results.ts';

interface Props {
  id: string;
  canWrite: boolean;
  /** Rises when the page is read again. */
  reads: number;
  onDone: () => void;
}

const STATES: [WebhookDeliveryStatus | '', string][] = [
  ['', 'All deliveries'],
  ['DEAD', 'Given up'],
  ['PENDING', 'Waiting'],
  ['HELD', 'Held'],
  ['DELIVERED', 'Delivered'],
];

/** The deliveries of a subscription, newest first. */
export function Deliveries({ id, canWrite, reads, onDone }: Props) {
  const [status, setStatus] = useState<WebhookDeliveryStatus | ''>('');
  const [resourceId, setResourceId] = useState('');
  const [after, setAfter] = useState<string>();
  const [open, setOpen] = useState<string>();
  const filter = { status: status || undefined, resourceId: resourceId === '' ? undefined : { equals: resourceId } };
  const [{ data, error, fetching }, reread] = useQuery({
    query: ConsoleDeliveriesDocument,
    variables: { id, after, filter },
  });
  useEffect(() => {
    if (reads > 0) reread({ requestPolicy: 'network-only' });
  }, [reads, reread]);
  const page = data?.webhookSubscription?.deliveries;
  return (
    <>
      <div class="bar">
        <select
          aria-label="State of the deliveries"
          value={status}
          onChange={({ currentTarget: { value } }) => {
            setAfter(undefined);
            setStatus(STATES.find(([each]) => each === value)?.[0] ?? '');
          }}
        >
          {STATES.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <input
          type="search"
          placeholder="ID of a record"
          aria-label="ID of a record"
          value={resourceId}
          onInput={({ currentTarget }) => {
            setAfter(undefined);
            setResourceId(currentTarget.value.trim());
          }}
        />
      </div>
      {error && (
        <p role="alert" class="issue">
          {messageOf(error)}
        </p>
      )}
      {fetching && !page && <Loading />}
      {page?.nodes.length === 0 && <Empty title="No deliveries." />}
      <ul class="list">
        {page?.nodes.map((delivery) => (
          <li key={delivery.id}>
            <div>
              <button
                type="button"
                class="link"
                aria-expanded={open === delivery.id}
                onClick={() => setOpen(open === delivery.id ? undefined : delivery.id)}
              >
                {delivery.type} <span class="soft">{delivery.resourceId}</span>
              </button>
              <p class="soft">
                {agoOf(delivery.occurredAt)}, {delivery.attemptCount}{' '}
                {delivery.attemptCount === 1 ? 'attempt' : 'attempts'}
                {delivery.reason && ` — ${delivery.reason}`}
              </p>
              {open === delivery.id && <Delivery id={delivery.id} canWrite={canWrite} reads={reads} onDone={onDone} />}
            </div>
            <DeliveryState status={delivery.status} next={delivery.nextAttemptAt} />
          </li>
        ))}
      </ul>
      {page && (after || page.pageInfo.hasNextPage) && (
        <div class="bar pages">
          {after && (
            <button type="button" onClick={() => setAfter(undefined)}>
              Newest
            </button>
          )}
          {page.pageInfo.hasNextPage && (
            <button type="button" onClick={() => setAfter(page.pageInfo.endCursor ?? undefined)}>
              Older
            </button>
          )}
        </div>
      )}
    </>
  );
}

function Delivery({ id, canWrite, reads, onDone }: Props) {
  const client = useClient();
  const [{ data, error, fetching }, reread] = useQuery({
    query: ConsoleDeliveryDocument,
    variables: { id },
    requestPolicy: 'network-only',
  });
  useEffect(() => {
    if (reads > 0) reread({ requestPolicy: 'network-only' });
  }, [reads, reread]);
  const delivery = data?.node?.__typename === 'WebhookDelivery' ? data.node : undefined;
  if (!delivery) return fetching ? <Loading /> : <Empty title={error ? messageOf(error) : 'It is no longer known.'} />;
  const redeliver = async () => {
    const fault = faultOf(await client.mutation(ConsoleRedeliverDocument, { id }));
    say(fault ?? 'It is sent again.', { isBad: fault !== undefined });
    onDone();
  };
  return (
    <section class="delivery" aria-label="Delivery">
      <ol class="attempts">
        {delivery.attempts.map(({ number, startedAt, durationMs, httpStatus, error, responseHead }) => (
          <li key={number}>
            <strong>{httpStatus ?? 'No answer'}</strong> {timeOf(startedAt)}, {durationMs} ms
            {error && <p class="issue">{error}</p>}
            {responseHead && <pre>{responseHead}</pre>}
          </li>
        ))}
        {delivery.attempts.length === 0 && <li class="soft">No attempt yet.</li>}
      </ol>
      {canWrite && (
        <button type="button" onClick={redeliver}>
          Send it again
        </button>
      )}
      <p class="soft">
        Message {delivery.id}, version {delivery.resourceVersion}, by {actorOf(delivery.actor)}
      </p>
      {delivery.data && <Body data={delivery.data} changed={delivery.changed} />}
    </section>
  );
}

/** The record of an event, a line for each field, with those that changed marked. */
const Body = ({ data, changed }: { data: Record<string, unknown>; changed: readonly string[] }) => (
  <pre class="body">
    {Object.entries(data).map(([name, value]) => {
      const line = `${JSON.stringify(name)}: ${JSON.stringify(value)}\n`;
      return changed.includes(name) ? <mark key={name}>{line}</mark> : <span key={name}>{line}</span>;
    })}
  </pre>
);
