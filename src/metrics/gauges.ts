import { Counter, Gauge, type Registry } from 'prom-client';
import type { Shared } from '../db/gathering/gathering.ts';
import type { Backlog } from '../webhooks/queue/backlog.ts';
import type { Outcomes } from '../webhooks/queue/shared-state.ts';

/** The connections of a pool; pg's Pool is one. */
interface Connections {
  totalCount: number;
  idleCount: number;
}

/** Shows the connections for requests, and how many statements wait for one. They are read at each scrape. */
export function showPool(registry: Registry, pool: Connections, waiting: () => number): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  gauge(
    'gateway_pool_in_use',
    'Database connections that run a statement of a request.',
    () => pool.totalCount - pool.idleCount,
  );
  gauge('gateway_pool_open', 'Database connections that are open for requests.', () => pool.totalCount);
  gauge('gateway_pool_waiting', 'Statements that wait for a connection.', waiting);
}

/** Counts the statements that requests have shared, and the requests that took part in them. */
export function showShared(registry: Registry, shared: Readonly<Shared>): void {
  const counter = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  counter('gateway_shared_statements_total', 'Statements that several requests shared.', () => shared.statements);
  counter(
    'gateway_shared_requests_total',
    'The requests of these, each once for each statement.',
    () => shared.requests,
  );
}

/** Shows how many live operations are open. */
export function showLive(registry: Registry, open: () => number): void {
  new Gauge({
    name: 'gateway_live_operations',
    help: 'Live operations that are open.',
    registers: [registry],
    collect() {
      this.set(open());
    },
  });
}

/** Shows how many replicas queries use, and how many they skip. */
export function showReplicas(registry: Registry, states: () => object): void {
  new Gauge({
    name: 'gateway_replicas',
    help: 'Replicas of the database by state: usable, or skipped because it is unreachable or too far behind.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(states())) this.set({ state }, count);
    },
  });
}

/** Shows what became of the attempts of this process. */
export function showOutcomes(registry: Registry, outcomes: Outcomes): void {
  new Counter({
    name: 'gateway_deliveries_total',
    help: 'Attempts to deliver a webhook: delivered, pending (it will be tried again) or dead (it will not).',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(outcomes)) this.inc({ outcome }, count);
    },
  });
}

/** Returns a function that shows the database's figures of the webhooks of all processes, if it answers. */
export function showBacklog(registry: Registry): (backlog: Backlog | undefined) => void {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  const up = gauge('gateway_database_up', 'Whether the database answered this scrape within 2 s.');
  const shown: [Gauge, (backlog: Backlog) => number | undefined][] = [
    [gauge('gateway_outbox_changes', 'Changes that are not yet events, up to 100,000.'), ({ changes }) => changes],
    [
      gauge('gateway_outbox_oldest_seconds', 'Age of the oldest of these; 0 without one.'),
      ({ changesAge }) => changesAge,
    ],
    [
      gauge('gateway_outbox_failed', 'Changes that could not become events and were set aside.'),
      ({ failed }) => failed,
    ],
    [
      gauge('gateway_deliveries_overdue_seconds', 'How long the longest due delivery is due.'),
      ({ overdue }) => overdue,
    ],
    [gauge('gateway_breakers_open', 'Active subscriptions that wait after failures.'), ({ open }) => open],
    [
      gauge('gateway_companies_full', 'Companies with too many deliveries that wait, whose new ones are given up.'),
      ({ full }) => full,
    ],
    [gauge('gateway_subscriptions_disabled', 'Disabled subscriptions.'), ({ disabled }) => disabled],
    [
      gauge('gateway_oldest_snapshot_seconds', 'Age of the oldest snapshot or transaction in the database.'),
      ({ snapshotAge }) => snapshotAge,
    ],
    [gauge('gateway_clock_ahead_seconds', "How far this clock is ahead of the database's."), ({ ahead }) => ahead],
  ];
  return (backlog) => {
    up.set(backlog === undefined ? 0 : 1);
    for (const [one, read] of shown) {
      const value = backlog && read(backlog);
      if (value === undefined) one.remove();
      else one.set(value);
    }
  };
}
