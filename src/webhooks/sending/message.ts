import { compact } from '../../exact-json.ts';
import { actorOf } from '../../records/actors.ts';
import type { Confidential } from './redact.ts';
import { sign } from './signature.ts';

/** The largest record of a message, in bytes of JSON, as open-outbox.sql has it: receivers often stop at 256 KB. */
export const DATA_BYTES = 250_000;

export interface Claim {
  eventId: string;
  subscriptionId: string;
  leaseToken: string;
  /** Number of this attempt, from 1, over the life of the delivery. */
  attempt: number;
  /** Number of this attempt, from 1, since the delivery was last queued. The retry table counts these. */
  round: number;
  /** The time of the database (epoch milliseconds) less that of performance.now(). */
  clock: number;
  /** The one attempt at a failing subscription. */
  probe: boolean;
  url: string;
  /** As stored: the current secret and those replaced in the last 24 h, newest first, if there are any. */
  secrets: string[];
  /** The custom headers, as stored. */
  headers: string | null;
  resource: string;
  resourceId: string;
  type: string;
  occurredAt: string;
  /** JSON text. */
  data: string;
  truncated: boolean;
  changed: string[];
  version: number;
  sequence: number;
  actor: string | null;
  companyId: string;
  workflowId: string;
  nodeId: string;
  /** Whether the next event of its record waits for this one. */
  ordered: boolean;
}

/** The id of a delivery: the `webhook-id` header of all its attempts, and its id in GraphQL. */
export const messageId = (eventId: string, subscriptionId: string): string => `msg_${eventId}_${subscriptionId}`;

export function parseMessageId(id: string): { eventId: string; subscriptionId: string } | undefined {
  const [, eventId, subscriptionId] = /^msg_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_(.+)$/s.exec(id) ?? [];
  return eventId === undefined || subscriptionId === undefined ? undefined : { eventId, subscriptionId };
}

type Told = 'type' | 'occurredAt' | 'data' | 'truncated' | 'changed' | 'version' | 'sequence' | 'actor' | 'companyId';

/** The JSON body, compact. */
export function bodyOf(claim: Pick<Claim, Told | 'workflowId' | 'nodeId'>): string {
  const json = JSON.stringify;
  const truncated = claim.truncated ? ',"truncated":true' : '';
  return (
    `{"type":${json(claim.type)},"timestamp":${json(claim.occurredAt)},"data":${compact(claim.data)},` +
    `"changed":${json(claim.changed)},"version":${claim.version},"sequence":${claim.sequence},` +
    `"actor":${json(actorOf(claim.actor))},"company_id":${json(claim.companyId)},` +
    `"workflow_id":${json(claim.workflowId)},"node_id":${json(claim.nodeId)}${truncated}}`
  );
}

/** The headers of one attempt at `now` (epoch ms) that are no secrets. */
export const plainHeaders = ({ eventId, subscriptionId }: Pick<Claim, 'eventId' | 'subscriptionId'>, now: number) => ({
  'content-type': 'application/json',
  'user-agent': 'field-operations-gateway',
  'webhook-id': messageId(eventId, subscriptionId),
  'webhook-timestamp': Math.floor(now / 1000).toString(),
});

/** The headers of one attempt at `now` (epoch ms), signed with the secrets. Every attempt has the same id. */
export function headersOf(
  claim: Claim,
  { secrets, headers }: Confidential,
  body: string,
  now: number,
): Record<string, string> {
  const plain = plainHeaders(claim, now);
  const signature = () => sign(secrets, plain['webhook-id'], Number(plain['webhook-timestamp']), body);
  return { ...headers, ...plain, ...(secrets.length > 0 && { 'webhook-signature': signature() }) };
}
