import { sign } from './signature.ts';

/** One delivery as the queue hands it out, with all that its request needs. `data` is JSON text and goes out as it is. */
export interface Claim {
  eventId: string;
  subscriptionId: string;
  leaseToken: string;
  /** Which attempt this is, over the delivery's whole life. */
  attempt: number;
  /** Which attempt this is since the delivery was last queued; the retry table counts these. */
  round: number;
  url: string;
  /** The current secret, and during a rotation the previous one. Empty when the subscription has none. */
  secrets: string[];
  type: string;
  occurredAt: string;
  data: string;
  truncated: boolean;
  changed: string[];
  version: number;
  companyId: string;
  workflowId: string;
  nodeId: string;
}

/** What identifies a delivery to everyone: the `webhook-id` header of each of its attempts, and its id in GraphQL. */
export const messageId = (eventId: string, subscriptionId: string): string => `msg_${eventId}_${subscriptionId}`;

/** The inverse of `messageId`; undefined for a text that cannot be one. */
export function parseMessageId(id: string): { eventId: string; subscriptionId: string } | undefined {
  const [, eventId, subscriptionId] = /^msg_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_(.+)$/s.exec(id) ?? [];
  return eventId === undefined || subscriptionId === undefined ? undefined : { eventId, subscriptionId };
}

/** The bytes to send. A large record's `data` is only its id, company and version, with `truncated` beside it. */
export function bodyOf(claim: Claim): string {
  const json = JSON.stringify;
  const truncated = claim.truncated ? ',"truncated":true' : '';
  return (
    `{"type":${json(claim.type)},"timestamp":${json(claim.occurredAt)},"data":${claim.data},` +
    `"changed":${json(claim.changed)},"version":${claim.version},"company_id":${json(claim.companyId)},` +
    `"workflow_id":${json(claim.workflowId)},"node_id":${json(claim.nodeId)}${truncated}}`
  );
}

/** The headers of one attempt: the id stays over retries, the timestamp (now, in seconds) and so the signature are its own. */
export function headersOf(claim: Claim, body: string, now: number): Record<string, string> {
  const id = messageId(claim.eventId, claim.subscriptionId);
  const timestamp = Math.floor(now / 1000);
  return {
    'content-type': 'application/json',
    'user-agent': 'field-operations-gateway',
    'webhook-id': id,
    'webhook-timestamp': timestamp.toString(),
    ...(claim.secrets.length > 0 && { 'webhook-signature': sign(claim.secrets, id, timestamp, body) }),
  };
}
