import { randomUUID } from 'node:crypto';
import { type Input, inputFields } from './fields.ts';

export type Update = { id: string; input: Input };

/** One request, before any server's dialect has put it into words. */
export type Call =
  | ({ kind: 'update' } & Update)
  | ({ kind: 'refused' } & Update)
  | { kind: 'tank'; id: string }
  | { kind: 'page'; after: string }
  | { kind: 'batch'; updates: Update[] };

/** What calls are drawn from: the ids in the database, and one server's own cursors. */
export interface Stock {
  ids: readonly string[];
  cursors: readonly string[];
}

export interface Workload {
  name: string;
  title: string;
  /** Operations in one request; the warm-up counts operations. */
  operations: number;
  next(stock: Stock): Call;
}

export const PAGE = 50;
const BATCH = 20;
/** Tanks of a batch lie this far apart: twenty different ones, on twenty pages of the table. */
const BATCH_STRIDE = 4_999;
/** As many keys as a mixed set has on average. */
const oneKeySet = ['productName', 'tankAddress', 'latitude', 'longitude', 'locationName', 'brand'] as const;
const LARGEST_MIXED_SET = 11;

function below(limit: number): number {
  return Math.floor(Math.random() * limit);
}

function pick(list: readonly string[]): string {
  return list[below(list.length)] ?? '';
}

function randomText(field: string): string {
  return `${field} ${below(2 ** 31).toString(36)}`;
}

function randomValue(field: string): unknown {
  if (field === 'metadata') return { source: randomText('meter'), row: below(10_000) };
  if (field === 'alerts') return [randomText('low'), randomText('leak')];
  if (field === 'includeInJob') return Math.random() < 0.5;
  return randomText(field);
}

function inputOf(fields: readonly string[]): Input {
  const input: Input = {};
  for (const field of fields) input[field] = randomValue(field);
  return input;
}

function mixedInput(): Input {
  const fields: string[] = [...inputFields];
  const size = 1 + below(LARGEST_MIXED_SET);
  for (let place = 0; place < size; place++) {
    const other = place + below(fields.length - place);
    [fields[place], fields[other]] = [fields[other] ?? '', fields[place] ?? ''];
  }
  return inputOf(fields.slice(0, size));
}

export const workloads: Workload[] = [
  {
    name: 'update',
    title: `updateTank, one key set (${oneKeySet.length} keys)`,
    operations: 1,
    next: (stock) => ({ kind: 'update', id: pick(stock.ids), input: inputOf(oneKeySet) }),
  },
  {
    name: 'mixed',
    title: `updateTank, mixed key sets (1–${LARGEST_MIXED_SET} of ${inputFields.length} keys at random)`,
    operations: 1,
    next: (stock) => ({ kind: 'update', id: pick(stock.ids), input: mixedInput() }),
  },
  {
    name: 'tank',
    title: 'tank by id',
    operations: 1,
    next: (stock) => ({ kind: 'tank', id: pick(stock.ids) }),
  },
  {
    name: 'page',
    title: `a page of ${PAGE}`,
    operations: 1,
    next: (stock) => ({ kind: 'page', after: pick(stock.cursors) }),
  },
  {
    name: 'refused',
    title: 'updateTank of an unknown id',
    operations: 1,
    next: () => ({ kind: 'refused', id: randomUUID(), input: inputOf(oneKeySet) }),
  },
  {
    name: 'batch',
    title: `${BATCH} aliased updateTank in one request`,
    operations: BATCH,
    next: (stock) => {
      const first = below(stock.ids.length);
      return {
        kind: 'batch',
        updates: Array.from({ length: BATCH }, (_, place) => ({
          id: stock.ids[(first + place * BATCH_STRIDE) % stock.ids.length] ?? '',
          input: inputOf(oneKeySet),
        })),
      };
    },
  },
];
