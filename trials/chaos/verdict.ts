// Compares what was committed with what arrived, and with the mirrors.
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { LEASE_MS } from '../../src/webhooks/queue/claim.ts';
import { type Change, keyOf, readLedger, readRecords } from './ledger.ts';
import type { Arrival, Message, Mirror } from './mirrors.ts';

type Ledger = Map<string, Change>;

const nameOf = (node: string, key: string): string => `${node}: ${key}`;

/** The names of all messages that the changes demand: one for the mirror of the company and table. */
const wantedOf = (ledger: Ledger, mirrors: Mirror[]): string[] =>
  [...ledger].flatMap(([key, { type, record }]) =>
    mirrors
      .filter(({ company, table }) => record.company_id === company && type.startsWith(`${table}.`))
      .map(({ node }) => nameOf(node, key)),
  );

function lostOf(ledger: Ledger, mirrors: Mirror[], arrivals: Iterable<Arrival>): string[] {
  const arrived = new Set(
    [...arrivals].map(({ mirror, message }) => nameOf(mirror.node, keyOf(message.type, message.data))),
  );
  return wantedOf(ledger, mirrors).filter((name) => !arrived.has(name));
}

/** What is wrong with a message, beside its signature. */
function faultOf({ mirror, message }: Arrival, change: Change | undefined): string | undefined {
  if (change === undefined) return 'reports no change';
  const { record, changed, type } = change;
  const { node, company, table } = mirror;
  if (record.company_id !== company || !type.startsWith(`${table}.`)) return 'is for another subscription';
  const expected: Partial<Message> = { type, version: Number(record.version), company_id: company, node_id: node };
  for (const [field, value] of Object.entries(expected))
    if (message[field as keyof Message] !== value)
      return `has the ${field} ${message[field as keyof Message]}, not ${value}`;
  if (!isDeepStrictEqual(message.data, record)) return `has the data ${JSON.stringify(message.data)}`;
  if (!isDeepStrictEqual(message.changed.toSorted(), changed.toSorted())) return `says that ${message.changed} changed`;
  return undefined;
}

function wrongOf(ledger: Ledger, arrivals: Map<string, Arrival>, actors: Map<string, string>): string[] {
  const seen = new Set<string>();
  return [...arrivals].flatMap(([id, arrival]) => {
    const key = keyOf(arrival.message.type, arrival.message.data);
    const name = nameOf(arrival.mirror.node, key);
    const actor = `${arrival.message.actor?.kind} ${arrival.message.actor?.id}`;
    const forged = actor === (actors.get(key) ?? actor) ? undefined : `names ${actor}, not ${actors.get(key)}`;
    const fault = faultOf(arrival, ledger.get(key)) ?? forged ?? (seen.has(name) ? 'has a second id' : undefined);
    seen.add(name);
    return fault === undefined ? [] : [`${id} (${name}) ${fault}`];
  });
}

/** The records in which a mirror differs from the database. */
async function differencesOf(pool: pg.Pool, { node, company, table, newest }: Mirror): Promise<string[]> {
  const records = await readRecords(pool, table, company);
  const ids = new Set([...records.keys(), ...newest.keys()]);
  return [...ids]
    .filter((id) => {
      const event = newest.get(id);
      const mirrored = event?.type.endsWith('.deleted') ? undefined : event?.data;
      return !isDeepStrictEqual(mirrored, records.get(id));
    })
    .map((id) => `${node}: ${id}`);
}

/**
 * How long (ms) after its due time the last message arrived: after the end of the disturbance, or after a wait that its
 * receiver caused.
 */
function delayOf(arrivals: Map<string, Arrival>, refused: Map<string, { due: number }>, end: number): number {
  const waits = [...arrivals].map(([id, { at }]) => at - Math.max(end, refused.get(id)?.due ?? 0));
  return Math.max(0, ...waits);
}

interface Outcome {
  mirrors: Mirror[];
  /** The changes that clients know of. */
  acknowledged: Set<string>;
  /** Who has made a change, as far as that is known. */
  actors: Map<string, string>;
  /** By `webhook-id`. */
  arrivals: Map<string, Arrival>;
  refused: Map<string, { due: number }>;
  /** What clients and receivers complained of. */
  faults: string[];
  /** When the disturbance ended. */
  end: number;
  /** The number of changes and deliveries that still wait. */
  queued: number;
  /** Whether anything was disturbed: then messages may arrive twice. */
  isDisturbed: boolean;
}

/** Prints the figures and returns whether they are good. */
export async function judge(pool: pg.Pool, outcome: Outcome): Promise<boolean> {
  const { mirrors, arrivals, refused, end, queued } = outcome;
  const ledger = await readLedger(pool);
  const acknowledged = [...outcome.acknowledged];
  const forgotten = acknowledged.filter((key) => !ledger.has(key));
  const lost = lostOf(ledger, mirrors, arrivals.values());
  const wrong = [...outcome.faults, ...wrongOf(ledger, arrivals, outcome.actors)];
  const differences = (await Promise.all(mirrors.map((mirror) => differencesOf(pool, mirror)))).flat();
  const kinds = ['created', 'updated', 'deleted'].map((action) => {
    const found = acknowledged.filter((key) => key.includes(`.${action} `));
    return `${found.length} ${action} (${found.filter((key) => outcome.actors.get(key)?.startsWith('user ')).length} over GraphQL)`;
  });
  const named = [...ledger.keys()].filter((key) => outcome.actors.has(key)).length;
  const duplicates = [...arrivals.values()].reduce((sum, { count }) => sum + count - 1, 0);
  const delayMs = delayOf(arrivals, refused, end);
  const told = (items: string[]) => [items.length, ...items.slice(0, 3)].join('\n    ');
  console.log(`
changes acknowledged     ${acknowledged.length}: ${kinds.join(', ')}
acknowledged and undone  ${told(forgotten)}
changes committed        ${ledger.size}, of them by a known actor ${named}
messages accepted        ${arrivals.size}, of them refused once ${refused.size}
lost                     ${told(lost)}
wrong                    ${told(wrong)}
records in ${mirrors.length} mirrors     ${mirrors.reduce((sum, { newest }) => sum + newest.size, 0)}
that differ              ${told(differences)}
duplicates               ${duplicates}
still in the queue       ${queued}
last arrival             ${(delayMs / 1000).toFixed(1)} s after the end; a lease is ${LEASE_MS / 1000} s`);
  const failures = forgotten.length + lost.length + wrong.length + differences.length + queued;
  return arrivals.size > 0 && failures === 0 && delayMs <= LEASE_MS && (outcome.isDisturbed || duplicates === 0);
}
