import type pg from 'pg';
import { stringify } from '../exact-json.ts';
import { mustYield, yieldTurn } from '../load/event-loop.ts';
import { Tenant } from '../prisma/tenancy/tenant.ts';
import { createFieldReader, type FieldReader, hashOf } from './fields.ts';
import type { Line, Source } from './lines.ts';
import type { Options } from './options.ts';
import type { Report, Sums } from './protocol.ts';
import type { Form } from './source.ts';
import { nameOf, openUpsert, type Row, type Target } from './upsert.ts';

interface Settings extends Target, Omit<Options, keyof Form> {
  /** When it aborts, the import stops after the current batch. */
  signal: AbortSignal;
  /** Called before each batch is written. If it throws, that and all others are not. */
  admit?(): Promise<void>;
}

/**
 * Imports records, a transaction for each batch: memory does not grow with the file, but for a hash of each key. A
 * batch that is reported is committed, and the next one is written when that report has been taken. Throws StartupError
 * for columns that do not fit, before any write, and if the file or the database fails.
 */
export async function* importRecords(pool: pg.Pool, source: Source, settings: Settings): AsyncGenerator<Report> {
  const { dryRun, signal } = settings;
  const { names, head, lines } = source;
  const upsert = await openUpsert(pool, settings);
  const sums: Sums = { lines: 0, created: 0, updated: 0, unchanged: 0, refused: 0, repeated: 0, reached: 0 };
  const seen = new Set<number>();
  // A dry run rolls back the records that it creates; later lines may name them again.
  const rolledBack = new Set<number>();

  async function write({ rows, refused, lines, last }: Batch): Promise<Report> {
    await settings.admit?.();
    for (const { key } of rows.keys()) {
      const hash = hashOf(nameOf(key));
      if (seen.has(hash)) sums.repeated += 1;
      else seen.add(hash);
    }
    const unknown = [...rows.keys()].filter(({ key }) => !rolledBack.has(hashOf(nameOf(key))));
    const outcome = await upsert.write(unknown);
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
        rolledBack.add(hashOf(nameOf(key)));
        if (typeof values.external_id === 'string')
          rolledBack.add(hashOf(nameOf({ by: 'external_id', value: values.external_id })));
      }
    const updated = outcome.updated + rows.size - unknown.length;
    sums.lines += lines;
    sums.created += outcome.created.length;
    sums.updated += updated;
    sums.refused += sorted.length;
    sums.unchanged += lines - outcome.created.length - updated - sorted.length;
    sums.reached = last;
    return { type: 'batch', refused: refusals, sums: { ...sums } };
  }

  try {
    const notation = { ...settings.notation, decimal: settings.notation.decimal ?? source.decimal };
    const fields = createFieldReader({ ...upsert, ...settings, notation });
    if (names.length > 0) fields.check(names);
    const begin = (rows: Row[]): Report => ({
      type: 'begin',
      head,
      ignored: fields.ignored(names),
      first: rows.slice(0, MOST_SHOWN).map(({ values }) => stringify(values)),
    });
    let hasBegun = false;
    for await (const batch of batchesOf(lines, fields, settings)) {
      if (!hasBegun) yield begin([...batch.rows.keys()]);
      hasBegun = true;
      if (signal.aborted) break;
      yield await write(batch);
    }
    if (!hasBegun) yield begin([]);
  } finally {
    await upsert.close();
  }
}

const MOST_SHOWN = 3;

/** A mutation that needs one of the records waits for a transaction, so that is short. */
const MOST_ROWS = 1_000;
const MOST_CHARACTERS = 4_000_000;

interface Batch {
  /** The lines whose values can be written. No two have the same key. */
  rows: Map<Row, Line>;
  refused: { line: Line; reason: string }[];
  lines: number;
  last: number;
}

/** Divides lines into batches. A record that appears twice is in two batches, so that the later line wins. */
async function* batchesOf(
  lines: AsyncIterable<Line>,
  fields: FieldReader,
  { from, company, signal }: Settings,
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
        const name = nameOf(row.key);
        if (keys.has(name)) yield next();
        batch.rows.set(row, line);
        keys.add(name);
        // By this, a later line may name the record, too.
        const { external_id: externalId } = row.values;
        if (typeof externalId === 'string') keys.add(nameOf({ by: 'external_id', value: externalId }));
      } else batch.refused.push({ line, reason: row });
      batch.lines++;
      batch.last = line.number;
      size += line.size;
      if (batch.lines >= MOST_ROWS || size >= MOST_CHARACTERS) yield next();
    }
  } catch (error) {
    // What was read before the fault can be written.
    if (batch.lines > 0) yield batch;
    // The signal has ended the input, too.
    if (signal.aborted) return;
    throw error;
  }
  if (batch.lines > 0) yield batch;
}

const emptyBatch = (): Batch => ({ rows: new Map(), refused: [], lines: 0, last: 0 });
