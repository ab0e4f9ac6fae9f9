import type { FieldReader } from './fields.ts';
import type { Line } from './lines.ts';
import type { Row } from './upsert.ts';

/** A mutation that needs one of the records waits for a transaction, so that is short. */
const MOST_ROWS = 1_000;
const MOST_CHARACTERS = 4_000_000;

/** Lines that are written in one transaction. */
export interface Batch {
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
export async function* batchesOf(lines: AsyncIterable<Line>, fields: FieldReader, from: number): AsyncGenerator<Batch> {
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
