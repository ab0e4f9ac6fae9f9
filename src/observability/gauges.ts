import { Counter, Gauge, type Registry } from 'prom-client';
import type { Backlog } from '../webhooks/queue/backlog.ts';

/** A number, or one for each value of a label. */
type Read = () => number | object | undefined;

const labelled = (read: Read, label: string): [Record<string, string>, number][] => {
  const values = read();
  if (typeof values === 'number') return [[{}, values]];
  return Object.entries(values ?? {}).map(([value, count]) => [{ [label]: value }, count]);
};

/** Values that are read at each scrape. */
export function showing(registry: Registry) {
  const optionsOf = (name: string, help: string, label?: string) => ({
    name,
    help,
    registers: [registry],
    labelNames: label === undefined ? [] : [label],
  });
  return {
    gauge: (name: string, help: string, read: Read, label?: string) =>
      new Gauge({
        ...optionsOf(name, help, label),
        collect() {
          const shown = labelled(read, label ?? '');
          if (shown.length === 0) this.remove();
          for (const [labels, value] of shown) this.set(labels, value);
        },
      }),
    counter: (name: string, help: string, read: Read, label?: string) =>
      new Counter({
        ...optionsOf(name, help, label),
        collect() {
          this.reset();
          for (const [labels, value] of labelled(read, label ?? '')) this.inc(labels, value);
        },
      }),
  };
}

export const FIGURES: [keyof Backlog, name: string, help: string][] = [
  ['changes', 'gateway_outbox_changes', 'Changes that are not yet events, up to 100,000.'],
  ['changesAge', 'gateway_outbox_oldest_seconds', 'Age of the oldest of these; 0 without one.'],
  ['failed', 'gateway_outbox_failed', 'Changes that could not become events and were set aside.'],
  ['overdue', 'gateway_deliveries_overdue_seconds', 'How long the longest due delivery is due.'],
  ['open', 'gateway_breakers_open', 'Active subscriptions that wait after failures.'],
  ['full', 'gateway_companies_full', 'Companies with too many deliveries that wait, whose new ones are given up.'],
  ['disabled', 'gateway_subscriptions_disabled', 'Disabled subscriptions.'],
  ['snapshotAge', 'gateway_oldest_snapshot_seconds', 'Age of the oldest snapshot or transaction in the database.'],
  ['ahead', 'gateway_clock_ahead_seconds', "How far this clock is ahead of the database's."],
];
