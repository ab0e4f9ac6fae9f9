import type { ExpirationFilter, TankFilter, TaskFilter, WebhookSubscriptionFilter } from '../generated/graphql.ts';

/** What the overview asks, by the name of the variable; its links to the lists have the same filters. */

export const TANKS = {
  empty: { daysToEmpty: { lt: 1 } },
  low: { daysToEmpty: { gte: 1, lt: 3 } },
  week: { daysToEmpty: { gte: 3, lt: 7 } },
  fortnight: { daysToEmpty: { gte: 7, lt: 14 } },
  later: { daysToEmpty: { gte: 14 } },
  unknown: { daysToEmpty: { equals: null } },
} as const satisfies Record<string, TankFilter>;

const OPEN: TaskFilter = { completedAt: { equals: null }, isArchived: { equals: false } };

export const tasksAt = (now: Date) =>
  ({ open: OPEN, overdue: { ...OPEN, dueDate: { lt: now.toISOString() } } }) satisfies Record<string, TaskFilter>;

/** The date at the reader's place, some days later. */
function dateAfter(now: Date, days: number): string {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate() + days];
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
}

export const expirationsAt = (now: Date) =>
  ({
    expired: { expirationDate: { lt: dateAfter(now, 0) } },
    expiringWeek: { expirationDate: { gte: dateAfter(now, 0), lt: dateAfter(now, 7) } },
    expiringFortnight: { expirationDate: { gte: dateAfter(now, 7), lt: dateAfter(now, 14) } },
    expiringMonth: { expirationDate: { gte: dateAfter(now, 14), lte: dateAfter(now, 30) } },
  }) satisfies Record<string, ExpirationFilter>;

/** Those whose address does not answer well, and those that were disabled for it or for another reason. */
export const FAILING: WebhookSubscriptionFilter = {
  OR: [{ failingSince: { not: { equals: null } } }, { disabledReason: { not: { equals: null } } }],
};
