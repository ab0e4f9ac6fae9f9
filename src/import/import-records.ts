import type pg from 'pg';
import { createFieldReader, type FieldReader } from './fields.ts';
import type { Notation } from './forms.ts';
import type { Line, Source } from './lines.ts';
import { openUpsert, type Row } from './upsert.ts';

export interface Totals {
  lines: number;
  created: number;
  updated: number;
  refused: number;
  repeated: number;
  /** The line up to which everything is written or refused. */
  reached: number;
}

export interface Settings {
  model: string;
  company: string;
  from: number;
  dryRun: boolean;
  ignoresUnknown: boolean;
  notation: Notation;
  /** Called with the first rows as they would be stored, and the columns that are left out. */
  preview(rows: Row[], ignored: string[]): void;
  /** When it aborts, the import stops after the current batch. */
  signal: AbortSignal;
  /** Called after each batch, with its lines for the file of refused lines, and the totals so far. */
  report(refused: string[], totals: Totals): void;
}

/**
 * Imports records, a transaction for each batch, while the next batch is read: memory does not grow with the file,
 * except in a dry run. Throws StartupError for columns that do not fit, before any write, and if the file or the
 * database fails.
 */
export async function importRecords(pool: pg.Pool, { names, lines }: Source, settings: Settings): Promise<Totals> {
  const { model, company, from, dryRun, signal, report } = settings;
  const upsert = await openUpsert(pool, model, company);
  const totals: Totals = { lines: 0, created: 0, updated: 0, refused: 0, repeated: 0, reached: 0 };
  const seen = new Set<number>();
  // A dry run rolls back the records that it creates; later lines may name them again.
  const rolledBack = { id: new Set<string>(), external_id: new Set<string>() };

  async function write({ rows, by, refused, lines, last }: Batch): Promise<void> {
    for (const { key } of rows.keys()) {
      const hash = hashOf(key.value);
      if (seen.has(hash)) totals.repeated += 1;
      else seen.add(hash);
    }
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
    let isFirst = true;
    for await (const batch of batchesOf(lines, fields, from)) {
      if (isFirst) settings.preview([...batch.rows.keys()].slice(0, MOST_SHOWN), fields.ignored(names));
      isFirst = false;
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

const MOST_SHOWN = 3;

/** A number for a text, of 53 bits: a million keys take 30 MB, and two of them collide once in ten thousand imports. */
function hashOf(text: string): number {
  let [high, low] = [0x811c9dc5, 0x1b873593];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low ^ code, 0x85ebca6b) + high;
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}

/** A mutation that needs one of the records waits for a transaction, so that is short. */
const MOST_ROWS = 1_000;
const MOST_CHARACTERS = 4_000_000;

interface Batch {
  by: Row['key']['by'];
  /** The lines whose values can be written. No two have the same key, and their keys are of one kind. */
  rows: Map<Row, Line>;
  refused: { line: Line; reason: string }[];
  lines: number;
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
