import { useClient, useQuery } from '@urql/preact';
import { useEffect, useState } from 'preact/hooks';
import { stringify } from '../../src/exact-json.ts';
import { ConsoleDeliveriesDocument, ConsoleDeliveryDocument, ConsoleRedeliverDocument } from '../generated/graphql.ts';
import { Copied, Empty, Fault, Loading } from '../parts.tsx';
import { messageOf } from '../session.ts';
import { actorOf, agoOf, timeOf } from '../values.ts';
import { ANY, DeliveryFilters, filterOf } from './delivery-filters.tsx';
import { DeliveryState } from './figures.tsx';
import { sayWhether } from './results.ts';

interface Props {
  id: string;
  canWrite: boolean;
  /** Rises when the page is read again. */
  reads: number;
  onDone: () => void;
}

/** The deliveries of a subscription, newest first. */
export function Deliveries({ id, types, canWrite, reads, onDone }: Props & { types: readonly string[] }) {
  const [sought, setSought] = useState(ANY);
  const [after, setAfter] = useState<string>();
  const [open, setOpen] = useState<string>();
  const [{ data, error, fetching }, reread] = useQuery({
    query: ConsoleDeliveriesDocument,
    variables: { id, after, filter: filterOf(sought) },
  });
  useEffect(() => {
    if (reads > 0) reread({ requestPolicy: 'network-only' });
  }, [reads, reread]);
  const page = data?.webhookSubscription?.deliveries;
  return (
    <>
      <DeliveryFilters
        sought={sought}
        types={types}
        onChange={(sought) => {
          setAfter(undefined);
          setSought(sought);
        }}
      />
      <Fault text={error && messageOf(error)} />
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
                {!delivery.reason &&
                  delivery.lastError &&
                  ` — ${delivery.status === 'DELIVERED' ? 'failed before: ' : ''}${delivery.lastError}`}
              </p>
            </div>
            <DeliveryState status={delivery.status} next={delivery.nextAttemptAt} />
            {open === delivery.id && (
              <div class="delivery">
                <Delivery id={delivery.id} canWrite={canWrite} reads={reads} onDone={onDone} />
              </div>
            )}
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
    sayWhether(await client.mutation(ConsoleRedeliverDocument, { id }), 'It is sent again.');
    onDone();
  };
  return (
    <section aria-label="Delivery">
      <ol class="attempts">
        {delivery.attempts.map(({ number, startedAt, durationMs, requestHeaders, httpStatus, error, responseHead }) => (
          <li key={number}>
            <strong>{httpStatus ?? 'No answer'}</strong> {timeOf(startedAt)}, {durationMs} ms
            {error && <p class="issue">{error}</p>}
            {responseHead && <pre>{responseHead}</pre>}
            <details>
              <summary>Headers of the request</summary>
              <pre>{requestHeaders.map(({ name, value }) => `${name}: ${value}\n`)}</pre>
              <p class="soft">The signature and custom headers of the webhook were sent, too. They are not kept.</p>
            </details>
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
      {delivery.body && (
        <details>
          <summary>The whole body as JSON</summary>
          <Copied text={stringify(delivery.body, 2)} label="Copy the body" />
        </details>
      )}
    </section>
  );
}

/** The record of an event, a line for each field, with those that changed marked. */
const Body = ({ data, changed }: { data: Record<string, unknown>; changed: readonly string[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
  <pre class="body" tabIndex={0}>
    {Object.entries(data).map(([name, value]) => {
      const line = `${JSON.stringify(name)}: ${JSON.stringify(value)}\n`;
      return changed.includes(name) ? <mark key={name}>{line}</mark> : <span key={name}>{line}</span>;
    })}
  </pre>
);
