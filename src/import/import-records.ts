import type pg from 'pg';
import { createFieldReader, type FieldReader } from './fields.ts';
import type { Line, Source } from './lines.ts';
import { openUpsert, type Row } from './upsert.ts';

export interface Totals {
  lines: number;
  created: number;
  updated: number;
  refused: number;
  /** The line up to which everything is written or refused. */
  reached: number;
}

export interface Settings {
  model: string;
  company: string;
  /** The line to begin with. */
  from: number;
  dryRun: boolean;
  ignoresUnknown: boolean;
  /** When it aborts, the import stops after the current batch. */
  signal: AbortSignal;
  /** Called after each batch, with its lines for the file of refused lines, and the totals so far. */
  report(refused: string[], totals: Totals): void;
}

/**
 * Creates and updates a company's records from a file, one transaction for each batch. While one batch is written, only
 * the next one is read: memory does not grow with the file, except in a dry run, which remembers the records that it
 * would create. Throws StartupError if the columns do not fit, before it writes anything, and when the file or the
 * database fails.
 */
export async function importRecords(pool: pg.Pool, { names, lines }: Source, settings: Settings): Promise<Totals> {
  const { model, company, from, dryRun, signal, report } = settings;
  const upsert = await openUpsert(pool, model, company);
  const totals: Totals = { lines: 0, created: 0, updated: 0, refused: 0, reached: 0 };
  // A dry run rolls back the records that it creates; later lines may name them again.
  const rolledBack = { id: new Set<string>(), external_id: new Set<string>() };

  async function write({ rows, by, refused, lines, last }: Batch): Promise<void> {
    const unknown = [...rows.keys()].filter(({ key }) => !rolledBack[by].has(key.value));
    const outcome = await upsert.write(unknown, by);
    const all = outcome.refused.flatMap(({ row, reason }) => {
      const line = rows.get(row);
      return line === undefined ? [] : { line, reason };
    });
    const sorted = [...refused, ...all].toSorted((one, other) => one.line.number - other.line.number);
    // Before the commit: if this fails, the batch is rolled back, and no refused line is lost.
    const refusals = sorted.map(({ line, reason }) => line.refuse(reason));
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
    report(refusals, totals);
  }

  let writing = Promise.resolve();
  try {
    const fields = createFieldReader({ ...upsert, ...settings });
    if (names.length > 0) fields.check(names);
    for await (const batch of batchesOf(lines, fields, from)) {
      await writing;
      if (signal.aborted) break;
      writing = write(batch);
      // It is awaited later; until then, a rejection must not count as unhandled.
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

/** A mutation that needs one of the records waits for a transaction, so that is short. */
const MOST_ROWS = 1_000;
const MOST_CHARACTERS = 4_000_000;

/** Lines that are written in one transaction. */
interface Batch {
  by: Row['key']['by'];
  /** The lines whose values can be written. No two have the same key, and their keys are of one kind. */
  rows: Map<Row, Line>;
  /** The others, with what is wrong with them. */
  refused: { line: Line; reason: string }[];
  lines: number;
  /** Where the last line begins. */
  last: number;
}

/** Divides lines into batches. A record that appears twice is in two batches, so that the later line wins. */
async function* batchesOf(lines: AsyncIterable<Line>, fields: FieldReader, from: number): AsyncGenerator<Batch> {
  let batch = emptyBatch();
  let keys = new Set<string>();
  let size = 0;
  const next = (): Batch => {
    const full = batch;
    [batch, keys, size] = [emptyBatch(), new Set(), 0];
    return full;
  };
  try {
    for await (const line of lines) {
      if (line.number < from) continue;
      const row = typeof line.values === 'string' ? line.values : fields.read(line.values);
      if (typeof row !== 'string') {
        const { by, value } = row.key;
        if (keys.has(value) || (keys.size > 0 && batch.by !== by)) yield next();
        batch.by = by;
        batch.rows.set(row, line);
        keys.add(value);
      } else batch.refused.push({ line, reason: row });
      batch.lines++;
      batch.last = line.number;
      size += line.size;
      if (batch.lines >= MOST_ROWS || size >= MOST_CHARACTERS) yield next();
    }
  } catch (error) {
    // What was read before the fault can be written.
    if (batch.lines > 0) yield batch;
    throw error;
  }
  if (batch.lines > 0) yield batch;
}

const emptyBatch = (): Batch => ({ by: 'id', rows: new Map(), refused: [], lines: 0, last: 0 });
