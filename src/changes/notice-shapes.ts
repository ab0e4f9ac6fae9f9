import { NOTICES } from '../records/records.ts';
import { DISABLED_REASON } from '../webhooks/sending/retry-schedule.ts';
import { integer, object, text, time } from './json-schema.ts';

const nullable = <Kind extends { type: string }>(kind: Kind) => ({ ...kind, type: [kind.type, 'null'] });

const disabled = {
  description:
    'The gateway disabled another subscription of the company: its receiver answered 410, or accepted nothing for five days. `data` is that subscription without its filter and secret.',
  data: object('A subscription that was disabled.', {
    id: text('The id of the subscription.'),
    company_id: text('The id of the company that owns the subscription.'),
    version: integer('The version of the subscription, disabled.'),
    workflow_id: text('The id of its workflow.'),
    workflow_name: nullable(text('The display name of its workflow.')),
    node_id: text('The id of its node of the workflow.'),
    webhook_url: text('Its address.'),
    resource: text('What it watches, such as `tank`.'),
    actions: { type: 'array', items: { type: 'string' }, description: 'The actions that it watches.' },
    disabled_reason: text('Why it was disabled, and what its owner can do.'),
    failing_since: nullable(time('When its receiver began to fail; null if it answered 410 without having failed.')),
  }),
  example: {
    id: 'sub-3001',
    company_id: 'c-01',
    version: 4,
    workflow_id: 'w-02',
    workflow_name: 'Refill planning',
    node_id: 'n-07',
    webhook_url: 'https://hooks.example.com/refill',
    resource: 'tank',
    actions: ['updated'],
    disabled_reason: DISABLED_REASON,
    failing_since: '2026-01-26T08:12:41.007Z',
  },
};

const dead = {
  description:
    'A delivery to another subscription of the company was given up: no retries are left, or its receiver answered 410. `redeliver` sends it again. `data` names the event, without the record. Deliveries about webhooks themselves are given up silently.',
  data: object('A delivery that was given up.', {
    id: text('The id of the delivery, which was its `webhook-id`.'),
    company_id: text('The id of the company that owns the record.'),
    version: integer('The version of the record that the delivery is about.'),
    subscription_id: text('The id of the subscription that did not receive it.'),
    type: text('The type of its event, such as `tank.updated`.'),
    resource_id: text('The id of the record that changed.'),
    sequence: integer('The sequence of its event.'),
    attempts: integer('The number of requests made.'),
    http_status: nullable(integer('The HTTP status of the last response; null if there was none.')),
    error: nullable(text('Why the last attempt failed.')),
    occurred_at: time('When the change happened.'),
  }),
  example: {
    id: 'msg_019c1318-2b48-7000-8000-5f3b7c1a9d20_sub-3001',
    company_id: 'c-01',
    version: 7,
    subscription_id: 'sub-3001',
    type: 'tank.updated',
    resource_id: 't-1001',
    sequence: 90_417,
    attempts: 11,
    http_status: 500,
    error: 'The receiver answered 500. Only a 2xx status is accepted; redirects are not followed.',
    occurred_at: '2026-01-28T06:40:02.315Z',
  },
};

/** The events about webhooks themselves; `webhooks/queue/results.ts` writes their data. */
export const NOTICE_SHAPES = [
  { resource: 'subscription', action: NOTICES.subscription, ...disabled },
  { resource: 'delivery', action: NOTICES.delivery, ...dead },
];
