import type pg from 'pg';
import { DatabaseError } from 'pg';
import { StartupError } from '../base/startup-error.ts';
import { inTransaction } from '../postgres/pool.ts';
import { stateOf } from '../postgres/sqlstate.ts';
import { recordTables } from './companies.ts';
import {
  batchesOf,
  deleteRows,
  indexOf,
  literal,
  type Row,
  readRows,
  readTable,
  type Table,
  writeRows,
} from './row-texts.ts';

/** Two databases, and what moves from one to the other. */
export interface Ends {
  company: string;
  source: pg.Pool;
  target: pg.Pool;
  signal: AbortSignal;
}

/** What a pass has copied. */
export interface Pass {
  rows: number;
  /** The oldest transaction under way at its snapshot: what is later may be missing. */
  since: string;
}

type Tables = Record<'notes' | 'modifications' | 'revisions' | 'events' | 'finished' | 'attempts', Table>;

const FINISHED_KEY = ['subscription_id', 'event_id', 'status'];
const NOTE_KEY = ['record_type', 'company_id', 'id'];

/** Openings of the outbox delete the changes, and nobody else writes any of this company in the target. */
export const FORGET_CHANGES = 'DELETE FROM webhook_outbox WHERE company_id = $1';

/**
 * Copies a company in passes, while it works: the first copies everything, and each later one what has changed since.
 * Triggers of the target run, so their notes are replaced by those of the source, and their changes are forgotten.
 */
export class CompanyCopy {
  readonly #ends: Ends;
  readonly #tables: Tables;
  readonly #records: Table[];

  private constructor(ends: Ends, records: Table[], tables: Tables) {
    this.#ends = ends;
    this.#records = records;
    this.#tables = tables;
  }

  /** Reads the tables. Throws StartupError if those of the target differ. */
  static async open(ends: Ends): Promise<CompanyCopy> {
    const { source, target } = ends;
    const read = async (name: string): Promise<Table> => {
      const [ours, theirs] = [await readTable(source, name), await readTable(target, name)];
      const lacking = ours.columns.find((column) => indexOf(theirs, column.name) < 0);
      if (lacking) throw new StartupError(`The target has no column ${lacking.name} in its table ${name}.`);
      return ours;
    };
    const records: Table[] = [];
    for (const name of await recordTables(source)) records.push(await read(name));
    return new CompanyCopy(ends, records, {
      notes: await read('record_deletion'),
      modifications: await read('record_modification'),
      revisions: await read('record_revision'),
      events: await read('webhook_event'),
      finished: await read('webhook_delivery_finished'),
      attempts: await read('webhook_attempt'),
    });
  }

  /** The tables of records. */
  get records(): readonly Table[] {
    return this.#records;
  }

  /**
   * Copies everything, or what has changed since another pass, from one snapshot of the source. While the deliveries
   * are held, there are no new attempts.
   */
  async pass(snapshot: pg.ClientBase, since?: string, { isHeld = false } = {}): Promise<Pass> {
    const { company } = this.#ends;
    const text = 'SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS since';
    const [{ since: next } = { since: '' }] = (await snapshot.query<{ since: string }>(text)).rows;
    // Rows of the oldest transaction under way or later. Ages compare across the wraparound of transaction ids.
    const recent = since === undefined ? 'true' : `age(t.xmin) <= age((${literal(since)}::xid8)::xid)`;
    const ofCompany = `t.company_id = ${literal(company)} AND ${recent}`;
    const { events, finished, attempts, notes, revisions } = this.#tables;
    let rows = 0;
    // Deletions first: a record may have been created again.
    rows += await this.#each(snapshot, notes, ofCompany, (batch, to) => this.#delete(batch, to, since === undefined));
    for (const table of this.#records)
      rows += await this.#each(snapshot, table, ofCompany, (batch, to) =>
        this.#write(snapshot, table, batch, to, since === undefined),
      );
    const append = (table: Table) => (batch: Row[], to: pg.ClientBase) =>
      writeRows(to, table, batch, { isRepeatable: true });
    const subscriptions = `t.subscription_id = ANY (${literal(await this.subscriptions(snapshot))}) AND ${recent}`;
    // The ids of revisions and events have the time of the change, which soon leaves the outbox.
    const newer = since === undefined ? '' : ` AND t.id >= time_ordered_uuid_floor(now() - interval '1 day')`;
    rows += await this.#each(snapshot, revisions, ofCompany + newer, append(revisions));
    rows += await this.#each(snapshot, events, ofCompany + newer, append(events));
    rows += await this.#each(snapshot, finished, subscriptions, async (batch, to) => {
      await deleteRows(to, finished, batch, FINISHED_KEY);
      await writeRows(to, finished, batch);
    });
    if (!isHeld) rows += await this.#each(snapshot, attempts, subscriptions, append(attempts));
    return { rows, since: next };
  }

  /** The ids of the company's subscriptions. */
  async subscriptions(db: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
    const text = 'SELECT id FROM webhook_subscription WHERE company_id = $1';
    return (await db.query<{ id: string }>(text, [this.#ends.company])).rows.map(({ id }) => id);
  }

  async #each(
    snapshot: pg.ClientBase,
    table: Table,
    condition: string,
    apply: (rows: Row[], to: pg.ClientBase) => Promise<void>,
  ): Promise<number> {
    const { target, company, signal } = this.#ends;
    let count = 0;
    for await (const rows of batchesOf(snapshot, table, condition)) {
      signal.throwIfAborted();
      await inTransaction(target, async (to) => {
        await apply(rows, to);
        await to.query(FORGET_CHANGES, [company]);
      }).catch((error) => Promise.reject(explained(error, table)));
      count += rows.length;
    }
    return count;
  }

  /** Deletes the records that notes of deletions name. */
  async #delete(notes: Row[], to: pg.ClientBase, isFirst: boolean): Promise<void> {
    const { notes: table } = this.#tables;
    const [typeAt, idAt] = [indexOf(table, 'record_type'), indexOf(table, 'id')];
    for (const { name } of isFirst ? [] : this.#records) {
      const ids = notes.filter((row) => row[typeAt] === name).map((row) => row[idAt]);
      if (ids.length === 0) continue;
      await to.query(`DELETE FROM ${name} WHERE company_id = $1 AND id = ANY ($2::text[])`, [this.#ends.company, ids]);
    }
    await deleteRows(to, table, notes, NOTE_KEY);
    await writeRows(to, table, notes);
  }

  async #write(
    snapshot: pg.ClientBase,
    record: Table,
    rows: Row[],
    to: pg.ClientBase,
    isFirst: boolean,
  ): Promise<void> {
    const { company } = this.#ends;
    const { notes, modifications } = this.#tables;
    const idAt = indexOf(record, 'id');
    const ids = rows.map((row) => row[idAt]);
    const values = [record.name, ids];
    if (!isFirst)
      await to.query(`DELETE FROM ${record.name} WHERE company_id = $1 AND id = ANY ($2::text[])`, [company, ids]);
    const noted = 't.record_type = $1 AND t.id = ANY ($2::text[]) AND t.company_id = $3';
    // Before the records: a trigger would take them for new ones, which go on after the version of their deletion.
    await to.query(`DELETE FROM record_deletion t WHERE ${noted}`, [...values, company]);
    await writeRows(to, record, rows);
    await writeRows(to, notes, await readRows(snapshot, notes, noted, [...values, company]));
    const modified = 't.record_type = $1 AND t.record_id = ANY ($2::text[])';
    await to.query(`DELETE FROM record_modification t WHERE ${modified}`, values);
    await writeRows(to, modifications, await readRows(snapshot, modifications, modified, values));
  }
}

/** Why the target refuses rows, in words for an operator. */
function explained(error: unknown, { name }: Table): unknown {
  const detail = error instanceof DatabaseError ? error.detail : undefined;
  if (stateOf(error) === '23505')
    return new StartupError(`The target has a ${name} of another company with an id of this one’s: ${detail}`);
  // No part of the table covers the row's day.
  if (stateOf(error) === '23514')
    return new StartupError(`The target keeps ${name} for fewer days than the source: give both the same settings.`);
  return error;
}
