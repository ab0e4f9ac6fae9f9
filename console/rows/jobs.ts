import type { Client, OperationContext } from '@urql/core';
import { stringify } from '../../src/exact-json.ts';
import { LISTED, type Row, removeManyOf, restoreManyOf, updateManyOf } from '../documents.ts';
import type { RecordModel, Rights } from '../schema.ts';
import { messageOf } from '../session.ts';
import { Store } from '../store.ts';
import { counted } from '../values.ts';
import { readEach } from './read-all.ts';

type Values = Readonly<Record<string, unknown>>;

/** One record of a job, at the version that its user has seen. */
export interface Item {
  id: string;
  title: string;
  version: number;
  /** What an edit sets. */
  input: Values;
}

export interface Outcome {
  item: Item;
  kind: 'done' | 'same' | 'conflict' | 'refused' | 'gone';
  message: string;
  /** The version of the record now, as far as it is known. */
  version: number;
  /** What the record had in place of the input. */
  before?: Values | undefined;
}

/** A write of many records, in batches. */
export interface Job {
  title: string;
  items: readonly Item[];
  /** What is said once this many are written. */
  says: (count: number) => string;
  /** Writes a batch. Throws an Error that says why nothing is known of it; it may then be sent again. */
  send: (batch: readonly Item[]) => Promise<Outcome[]>;
  /** What is done to those that have changed meanwhile, if its user wants it all the same; an undo leaves them. */
  again?: string | undefined;
  undo?: ((outcomes: readonly Outcome[]) => Job) | undefined;
}

/** The job that is shown while it runs, and then with what it could not do. Each has a number of its own. */
export const running = new Store<{ job: Job; number: number } | undefined>(undefined);
let started = 0;

export function start(job: Job): void {
  started += 1;
  running.set({ job, number: started });
}

/** How many ids a filter takes, and how much of a body of 256 KB the records may be, of up to 4 bytes a letter. */
const BATCH = 200;
const LETTERS = 50_000;

export function nextBatch(items: readonly Item[]): readonly Item[] {
  let letters = 0;
  const end = items.slice(0, BATCH).findIndex((item, index) => {
    letters += stringify(item).length;
    return index > 0 && letters > LETTERS;
  });
  return items.slice(0, end === -1 ? BATCH : end);
}

interface Each {
  __typename: string;
  version?: number;
  currentVersion?: number;
  message?: string;
  issues?: { path: string[]; message: string }[];
}

async function sendEach(
  client: Client,
  document: string,
  variables: object,
  batch: readonly Item[],
  context?: Partial<OperationContext>,
): Promise<Outcome[]> {
  type Answer = { result: Each & { results?: Each[] } };
  const { data, error } = await client.mutation<Answer>(document, variables, context);
  const results = data?.result?.results;
  if (error) throw new Error(messageOf(error));
  if (results === undefined) throw new Error(data?.result?.message ?? 'There is no answer.');
  return batch.map((item, index) => {
    const {
      __typename,
      version = item.version,
      currentVersion,
      message,
      issues,
    } = results[index] ?? {
      __typename: '',
      message: 'There is no result.',
    };
    if (message === undefined) return { item, kind: 'done', message: '', version };
    if (currentVersion !== undefined) return { item, kind: 'conflict', message, version: currentVersion };
    const [issue] = issues ?? [];
    const reason = issue ? `${issue.path.at(-1)} ${issue.message}` : message;
    return { item, kind: __typename === 'NotFoundError' ? 'gone' : 'refused', message: reason, version };
  });
}

/** Sets values of records. Its undo sets back what it has found, where nobody has changed the record since. */
export function updateJob(client: Client, record: RecordModel, items: readonly Item[], words: Words): Job {
  const found = new Map<string, Row>();
  const keyOf = (id: string, version: number): string => `${version} ${id}`;
  /** Reads the values before the edit, once: a batch that is repeated may be written already. */
  async function readBefore(batch: readonly Item[]): Promise<void> {
    const ids = batch.filter(({ id, version }) => !found.has(keyOf(id, version))).map(({ id }) => id);
    if (ids.length === 0) return;
    const names = [...new Set(batch.flatMap(({ input }) => Object.keys(input)))];
    const rows = await readEach(client, record, ids, { columns: names, goesOn: () => true });
    for (const row of rows ?? []) found.set(keyOf(row.id, row.version), row);
  }
  return {
    title: words.title,
    items,
    says: (count) => `${words.verb} ${words.columns} of ${counted(record, count)}.`,
    again: words.again,
    async send(batch) {
      await readBefore(batch);
      const patches = batch.map(({ id, version, input }) => ({ id, expectedVersion: version, input }));
      const outcomes = await sendEach(client, updateManyOf(record), { patches }, batch);
      return outcomes.map((outcome) => {
        const { item, kind, version } = outcome;
        if (kind === 'done' && version === item.version) return { ...outcome, kind: 'same' };
        return { ...outcome, before: found.get(keyOf(item.id, item.version)) };
      });
    },
    undo: (outcomes) =>
      updateJob(
        client,
        record,
        outcomes.flatMap(({ item, kind, version, before }) => {
          if (kind !== 'done' || before === undefined) return [];
          const names = Object.keys(item.input);
          return { ...item, version, input: Object.fromEntries(names.map((name) => [name, before[name]])) };
        }),
        { title: `Undo: ${words.title}`, verb: 'Set back', columns: words.columns },
      ),
  };
}

interface Words {
  title: string;
  verb: string;
  columns: string;
  again?: string | undefined;
}

export function deleteJob(client: Client, record: RecordModel, items: readonly Item[], rights: Rights): Job {
  return {
    title: `Delete ${counted(record, items.length)}`,
    items,
    says: (count) => `Deleted ${counted(record, count)}.`,
    again: 'Delete',
    send(batch) {
      const records = batch.map(({ id, version }) => ({ id, expectedVersion: version }));
      return sendEach(client, removeManyOf(record), { records }, batch, LISTED);
    },
    undo: rights.restores
      ? (outcomes) => {
          const deleted = outcomes.flatMap(({ item, kind }) => (kind === 'done' ? item : []));
          return {
            title: `Restore ${counted(record, deleted.length)}`,
            items: deleted,
            says: (count) => `Restored ${counted(record, count)}.`,
            send(batch) {
              const records = batch.map(({ id, version }) => ({ id, version }));
              return sendEach(client, restoreManyOf(record), { records }, batch, LISTED);
            },
          };
        }
      : undefined,
  };
}
