import { openUpsert } from '../db/upsert.ts';
import { type Batch, batchesOf } from './batches.ts';
import { createFieldReader } from './fields.ts';
import type { Source } from './source.ts';

export interface Totals {
  lines: number;
  created: number;
  updated: number;
  refused: number;
  /** The line up to which everything is written or refused. */
  reached: number;
}

interface Settings {
  model: string;
  company: string;
  /** The line to begin with. */
  from: number;
  dryRun: boolean;
  ignoresUnknown: boolean;
  /** Aborted, the import ends after the batch that is being written. */
  signal: AbortSignal;
  /** Called with each batch: its lines for the file of refused ones, and the sums so far. */
  tell(refused: string[], totals: Totals): void;
}

type Pool = Parameters<typeof openUpsert>[0];

/**
 * Creates and updates the records of a company that a file has, a batch in each transaction. While one is written the next one is read, and
 * no more, so that a file of any length takes the same memory; only a dry run remembers the records that it would create. Throws
 * StartupError if the columns do not fit, before it writes anything, and when the file or the database fails.
 */
export async function importRecords(pool: Pool, { names, lines }: Source, settings: Settings): Promise<Totals> {
  const { model, company, from, dryRun, signal, tell } = settings;
  const upsert = await openUpsert(pool, model, company);
  const totals: Totals = { lines: 0, created: 0, updated: 0, refused: 0, reached: 0 };
  // A dry run rolls back the records that it creates, so it remembers which ones further lines may be about.
  const rolledBack = { id: new Set<string>(), external_id: new Set<string>() };

  async function write({ rows, by, refused, lines, last }: Batch): Promise<void> {
    const unknown = [...rows.keys()].filter(({ key }) => !rolledBack[by].has(key.value));
    const outcome = await upsert.write(unknown, by);
    const all = outcome.refused.flatMap(({ row, reason }) => {
      const line = rows.get(row);
      return line === undefined ? [] : { line, reason };
    });
    const sorted = [...refused, ...all].toSorted((one, other) => one.line.number - other.line.number);
    // Before the commit: what fails here must not leave records that are written beside refused lines that are not.
    const told = sorted.map(({ line, reason }) => line.refuse(reason));
    await upsert.end(!dryRun);
    if (dryRun)
      for (const { key, values } of outcome.created) {
        rolledBack[by].add(key.value);
        if (typeof values.external_id === 'string') rolledBack.external_id.add(values.external_id);
      }
    totals.lines += lines;
    totals.created += outcome.created.length;
    totals.updated += outcome.updated + rows.size - unknown.length;
    totals.refused += sorted.length;
    totals.reached = last;
    tell(told, totals);
  }

  let writing = Promise.resolve();
  try {
    const fields = createFieldReader({ ...upsert, ...settings });
    if (names.length > 0) fields.check(names);
    for await (const batch of batchesOf(lines, fields, from)) {
      await writing;
      if (signal.aborted) break;
      writing = write(batch);
      // It is awaited later. Until then, a failure is not one that nobody handles.
      writing.catch(() => {});
    }
  } catch (error) {
    // The signal has ended the input, too.
    if (!signal.aborted) throw error;
  } finally {
    await writing.finally(() => upsert.close());
  }
  return totals;
}
