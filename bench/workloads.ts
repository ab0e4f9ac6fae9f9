import { randomUUID } from 'node:crypto';
import { CUSTOMERS, FIRST_CUSTOMER, inputFields, PAGE, SHIP_TO_TANKS } from './records.ts';

export interface Update {
  id: string;
  input: Record<string, unknown>;
}

/**
 * What one request asks for: tanks to update, a record to read, the page after a cursor, or the active tanks of a
 * customer.
 */
export type Call =
  | { updates: Update[] }
  | { id: string }
  | { after: string | null }
  | { customer: string }
  | { monitor: string };

/** What requests choose from: ids, and the cursors that the server gave for its pages. */
export interface Stock {
  tanks: string[];
  shipTos: string[];
  cursors: string[];
}

export interface Workload {
  name: string;
  title: string;
  next(stock: Stock): Call;
}

export const BATCH = 20;
/** Tanks of one updateTanks. */
export const MANY = 100;
/** Tanks of a batch lie this far apart, so that they are on different pages of the table. */
const BATCH_STRIDE = 4_999;
/** As many keys as a mixed set has on average. */
const oneKeySet = ['productSku', 'fuelId', 'latitude', 'longitude', 'tankMonitorId', 'brand'];
const LARGEST_MIXED_SET = 11;

const below = (limit: number) => Math.floor(Math.random() * limit);
const pick = (list: string[]) => list[below(list.length)] ?? '';
const randomText = (field: string) => `${field} ${below(2 ** 31).toString(36)}`;

function randomValue(field: string): unknown {
  if (field === 'metadata') return { source: randomText('meter'), row: below(10_000) };
  if (field === 'alerts') return [randomText('low'), randomText('leak')];
  if (field === 'includeInJob') return Math.random() < 0.5;
  if (field === 'latitude' || field === 'longitude') return (below(180_000_000) / 1e6 - 90).toFixed(6);
  return randomText(field);
}

const updateOf = (id: string, fields = oneKeySet): Update => {
  return { id, input: Object.fromEntries(fields.map((field) => [field, randomValue(field)])) };
};

function randomFields(): string[] {
  const fields = [...inputFields];
  const size = 1 + below(LARGEST_MIXED_SET);
  return Array.from({ length: size }, () => fields.splice(below(fields.length), 1)).flat();
}

function batchOf(tanks: string[], length: number): Update[] {
  const first = below(tanks.length);
  return Array.from({ length }, (_, n) => updateOf(tanks[(first + n * BATCH_STRIDE) % tanks.length] ?? ''));
}

const oneKeyTitle = `updateTank, one key set (${oneKeySet.length} keys)`;
const mixedTitle = `updateTank, mixed key sets (1–${LARGEST_MIXED_SET} of ${inputFields.length} keys at random)`;

export const workloads: Workload[] = [
  { name: 'update', title: oneKeyTitle, next: ({ tanks }) => ({ updates: [updateOf(pick(tanks))] }) },
  { name: 'mixed', title: mixedTitle, next: ({ tanks }) => ({ updates: [updateOf(pick(tanks), randomFields())] }) },
  { name: 'tank', title: 'tank by id', next: ({ tanks }) => ({ id: pick(tanks) }) },
  { name: 'page', title: `a page of ${PAGE}`, next: ({ cursors }) => ({ after: pick(cursors) }) },
  {
    name: 'filtered',
    title: 'a filtered page: the active tanks of a customer',
    next: () => ({ customer: `customer-${FIRST_CUSTOMER + below(CUSTOMERS)}` }),
  },
  {
    name: 'unindexed',
    title: 'a page by a column without an index, which one tank of the company matches',
    next: () => ({ monitor: `monitor-${below(100_000)}` }),
  },
  {
    name: 'shipTo',
    title: `a ship-to with its first ${SHIP_TO_TANKS} tanks`,
    next: ({ shipTos }) => ({ id: pick(shipTos) }),
  },
  { name: 'tankShipTo', title: 'a tank with its ship-to', next: ({ tanks }) => ({ id: pick(tanks) }) },
  { name: 'refused', title: 'updateTank of an unknown id', next: () => ({ updates: [updateOf(randomUUID())] }) },
  {
    name: 'batch',
    title: `${BATCH} aliased updateTank in one request`,
    next: ({ tanks }) => ({ updates: batchOf(tanks, BATCH) }),
  },
  {
    name: 'many',
    title: `updateTanks of ${MANY}`,
    next: ({ tanks }) => ({ updates: batchOf(tanks, MANY) }),
  },
];
