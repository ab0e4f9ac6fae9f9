import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Data, TestGateway } from '../gateway.ts';
import { deliver } from '../webhooks/loop.ts';

const REPLAY = `mutation ($id: ID!, $since: DateTime!, $until: DateTime, $filter: WebhookReplayFilter) {
  answer: replayDeliveries(subscriptionId: $id, since: $since, until: $until, filter: $filter) {
    __typename ... on WebhookReplay { id subscriptionId status since until deliveryStatus resourceId reached matched queued total startedAt finishedAt }
    ... on InvalidRequestError { issues { path message } } } }`;

const READ = '{ status reached until matched queued total finishedAt }';

/** Replays of subscriptions of acme in a gateway. */
export function replaying(gateway: () => TestGateway) {
  /** Starts a deliverer for one test. Before that, replays are stored only. */
  const start = () => deliver(gateway().pool);

  /**
   * A subscription of acme with so many deliveries, a minute apart, the last of them a minute ago. A receiver accepts
   * one new connection in a turn of its event loop: on a busy machine, the last of many would answer later than in
   * 15 s, and get its message twice.
   */
  async function subscribe({
    url = 'http://127.0.0.1:9/',
    deliveries = 0,
    status = 'delivered',
  } = {}): Promise<string> {
    const id = randomUUID();
    await gateway().sql(
      `INSERT INTO webhook_subscription (id, company_id, workflow_id, node_id, webhook_url, resource, actions, max_in_flight)
     VALUES ($1, 'acme', 'w', 'n', $2, 'tank', '{updated}', 10)`,
      [id, url],
    );
    await gateway().sql(
      `WITH event AS (
       INSERT INTO webhook_event (id, company_id, resource, action, resource_id, data, changed, version, occurred_at, sequence)
       SELECT time_ordered_uuid(at), 'acme', 'tank', 'updated', 'tank-' || g % 10, '{}', '{}', g, at, g
       FROM generate_series(1, $2::int) g, date_trunc('milliseconds', now() - g * interval '1 minute') at RETURNING id, resource_id, sequence)
     INSERT INTO webhook_delivery (event_id, subscription_id, status, finished_at, next_attempt_at, attempts, company_id, resource_id, sequence)
     SELECT id, $1, $3, CASE WHEN $3 <> 'pending' THEN now() END, now() + interval '1 day', 1, 'acme', resource_id, sequence FROM event`,
      [id, deliveries, status],
    );
    return id;
  }
  async function replay(id: string, range: Data = {}, token?: string): Promise<Data> {
    const { data, errors } = await gateway().ask(REPLAY, { id, since: '2020-01-01T00:00:00Z', ...range }, token);
    expect(errors).toBeUndefined();
    return data.answer;
  }
  const read = async (id: string): Promise<Data> =>
    (await gateway().ask(`query ($id: ID!) { webhookReplay(id: $id) ${READ} }`, { id })).data.webhookReplay;
  async function ended(id: string): Promise<Data> {
    await expect.poll(() => read(id)).not.toMatchObject({ status: 'RUNNING' });
    return read(id);
  }

  const waiting = async (id: string): Promise<number> =>
    (await gateway().sql(`SELECT FROM webhook_delivery_pending WHERE subscription_id = $1`, [id])).length;
  const pause = (id: string) => gateway().sql(`UPDATE webhook_subscription SET state = 'paused' WHERE id = $1`, [id]);
  return { start, subscribe, replay, read, ended, waiting, pause };
}
