import { randomUUID } from 'node:crypto';
import type { Data, TestGateway } from '../../gateway.ts';
import { openEvents } from '../../live/event-source.ts';
import { tank } from '../../records.ts';
import { create } from '../../rows.ts';
import { narrowed, type Own } from './narrowed.ts';

export const CHANGES = `subscription ($watch: [WatchInput!]!, $since: String) { changes(watch: $watch, since: $since) { __typename
  ... on Resync { cursor }
  ... on Change { action recordId changedFields matches cursor }
  ... on TankChange { tank { id name note customerId version } }
  ... on TaskChange { task { id assigneeId entity { ... on Tank { id } } } } } }`;
export const tanks = [{ record: 'TANK' }];
export const own: Own = { tank: { customer_id: ['c-1', 'c-2'] } };
export const shown = ({ cursor, ...item }: Data) => item;

/** Live operations of tokens that see their own records. */
export function watching(gateway: () => TestGateway) {
  /** A token of a new company, whose records nobody has watched before. */
  async function company(rules: Own = own, scope?: string) {
    const id = randomUUID();
    const token = await narrowed(rules, scope, id);
    const set = (record: string, values: Data) =>
      gateway().sql(`UPDATE tank SET ${Object.keys(values).map((key, n) => `${key} = $${n + 2}`)} WHERE id = $1`, [
        record,
        ...Object.values(values),
      ]);
    return { id, token, set, make: (values: Data) => create(gateway(), tank, { companyId: id, ...values }) };
  }
  const watch = (token: string, variables: object = { watch: tanks }) =>
    openEvents(gateway(), CHANGES, { variables, token });
  return { company, watch };
}
