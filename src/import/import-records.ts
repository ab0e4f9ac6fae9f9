import type pg from 'pg';
import { mustYield, yieldTurn } from '../load/event-loop.ts';
import { Tenant } from '../prisma/tenancy/tenant.ts';
import { createFieldReader, type FieldReader, hashOf } from './fields.ts';
import type { Notation } from './forms.ts';
import type { Grant } from './grant.ts';
import type { Decimal, Line, Source } from './lines.ts';
import type { Sums } from './protocol.ts';
import { openUpsert, type Row } from './upsert.ts';

/** A refused line, and its text for the file of refused ones. */
export interface Refusal {
  line: number;
  reason: string;
  text: string;
}

export interface Settings {
  model: string;
  company: string;
  from: number;
  dryRun: boolean;
  ignoresUnknown: boolean;
  /** Whether a line that names no record creates one, with an id made of its content. */
  makesIds: boolean;
  notation: Omit<Notation, 'decimal'> & { decimal: Decimal | undefined };
  /** What the token may import; undefined for an operator. */
  grant?: Grant | undefined;
  /** Called with the first rows as they would be stored, and the columns that are left out. */
  preview(rows: Row[], ignored: string[]): void;
  /** When it aborts, the import stops after the current batch. */
  signal: AbortSignal;
  /** By which somebody can ask for the end, through any process, and what that calls. */
  id?: string;
  stop(): void;
  /** Called before each batch is written. If it throws, that and all others are not. */
  admit?(): Promise<void>;
  /** Called after each batch, which is committed, with its refused lines and the sums so far. */
  report(refused: Refusal[], sums: Sums): void | Promise<void>;
}

/**
 * Imports records, a transaction for each batch, while the next batch is read: memory does not grow with the file,
 * but for a hash of each key. Throws StartupError for columns that do not fit, before any write, and if the file or the
 * database fails.
 */
export async function importRecords(pool: pg.Pool, source: Source, settings: Settings): Promise<Sums> {
  const { company, from, dryRun, signal, report } = settings;
  const { names, lines } = source;
  const upsert = await openUpsert(pool, settings);
  const sums: Sums = { lines: 0, created: 0, updated: 0, unchanged: 0, refused: 0, repeated: 0, reached: 0 };
  const seen = new Set<number>();
  // A dry run rolls back the records that it creates; later lines may name them again.
  const rolledBack = new Set<number>();

  async function write({ rows, by, refused, lines, last }: Batch): Promise<void> {
    await settings.admit?.();
    for (const { key } of rows.keys()) {
      const hash = hashOf(key.value);
      if (seen.has(hash)) sums.repeated += 1;
      else seen.add(hash);
    }
    const unknown = [...rows.keys()].filter(({ key }) => !rolledBack.has(hashOf(`${by} ${key.value}`)));
    const outcome = await upsert.write(unknown, by);
    const all = outcome.refused.flatMap(({ row, reason }) => {
      const line = rows.get(row);
      return line === undefined ? [] : { line, reason };
    });
    const sorted = [...refused, ...all].toSorted((one, other) => one.line.number - other.line.number);
    // Before the commit: if this fails, the batch is rolled back, and no refused line is lost.
    const refusals = sorted.map(({ line, reason }) => ({ line: line.number, reason, text: line.refuse(reason) }));
    await upsert.end(!dryRun);
    if (dryRun)
      for (const { key, values } of outcome.created) {
        rolledBack.add(hashOf(`${by} ${key.value}`));
        if (typeof values.external_id === 'string') rolledBack.add(hashOf(`external_id ${values.external_id}`));
      }
    const updated = outcome.updated + rows.size - unknown.length;
    sums.lines += lines;
    sums.created += outcome.created.length;
    sums.updated += updated;
    sums.refused += sorted.length;
    sums.unchanged += lines - outcome.created.length - updated - sorted.length;
    sums.reached = last;
    await report(refusals, sums);
  }

  let writing = Promise.resolve();
  try {
    const notation = { ...settings.notation, decimal: settings.notation.decimal ?? source.decimal };
    const fields = createFieldReader({ ...upsert, ...settings, notation });
    if (names.length > 0) fields.check(names);
    let isFirst = true;
    for await (const batch of batchesOf(lines, fields, from, company)) {
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
  return sums;
}

const MOST_SHOWN = 3;

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
async function* batchesOf(
  lines: AsyncIterable<Line>,
  fields: FieldReader,
  from: number,
  company: string,
): AsyncGenerator<Batch> {
  const { key } = Tenant.of(company);
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
      // In a gateway, others are answered between two lines.
      if (mustYield()) await yieldTurn(key);
      // Also read before the first one that is wanted: a made id says how many equal lines come before it.
      const row = typeof line.values === 'string' ? line.values : fields.read(line.values);
      if (line.number < from) continue;
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
