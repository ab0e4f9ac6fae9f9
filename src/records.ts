/**
 * The records of the API: their label in messages, the first half of their scopes (`tanks:read`, `tanks:write`), and their name in
 * events (`tank.updated`), which is their table's. `null`: changes of this record send no events.
 */
export const RECORDS = {
  Tank: { label: 'Tank', scope: 'tanks', event: 'tank' },
  Task: { label: 'Task', scope: 'tasks', event: 'task' },
  Expiration: { label: 'Expiration', scope: 'expirations', event: 'expiration' },
  QuickOrder: { label: 'Quick order', scope: 'quick-orders', event: 'quick_order' },
  ShipTo: { label: 'Ship-to', scope: 'ship-tos', event: 'ship_to' },
  WebhookSubscription: { label: 'Subscription', scope: 'subscriptions', event: null },
} as const;

export type RecordName = keyof typeof RECORDS;
export type Scope = `${(typeof RECORDS)[RecordName]['scope']}:${'read' | 'write'}`;

/** The events about webhooks themselves: `subscription.disabled` and `delivery.dead`. They show what `subscriptions:read` reads. */
export const NOTICES = { subscription: 'disabled', delivery: 'dead' } as const;

/** The scope that reads what an event such as `tank.updated` shows. Throws if there are no such events. */
export function readScopeOf(eventType: string): Scope {
  const name = eventType.split('.', 1)[0];
  if (Object.keys(NOTICES).some((notice) => notice === name)) return 'subscriptions:read';
  const record = Object.values(RECORDS).find(({ event }) => event === name);
  if (record === undefined) throw new Error(`There are no events of type ${eventType}.`);
  return `${record.scope}:read`;
}
