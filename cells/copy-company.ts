import type pg from 'pg';
import { DatabaseError } from 'pg';
import { StartupError } from '../src/base/startup-error.ts';
import { inTransaction } from '../src/postgres/pool.ts';
import { stateOf } from '../src/postgres/sqlstate.ts';
import { recordTables } from './companies.ts';
import { type CompanyTable, companyTables, compare, ofOwners, ownersIn } from './company-tables.ts';
import { batchesOf, deleteRows, indexOf, type Row, readRows, readTable, type Table, writeRows } from './row-texts.ts';

export interface Ends {
  company: string;
  source: pg.Pool;
  target: pg.Pool;
  signal: AbortSignal;
}

export interface Pass {
  rows: number;
  /** The oldest transaction under way at its snapshot: what is later may be missing. */
  since: string;
  /** No change that becomes an event or a revision after its snapshot is older. */
  oldest: string;
}

const DELIVERY_KEY = ['subscription_id', 'event_id'];
const NOTE_KEY = ['record_type', 'company_id', 'id'];

/** Openings of the outbox delete the changes, and nobody else writes any of this company in the target. */
export const FORGET_CHANGES = 'DELETE FROM webhook_outbox WHERE company_id = $1';

/**
 * Since the guard has waited for all writers, a change was in the outbox at the first snapshot or is younger. A day
 * more, for a clock that steps back.
 */
const BEGINNING = `
SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS since,
  least($2, now() - interval '1 day', min(occurred_at) - interval '1 day')::text AS oldest
FROM webhook_outbox WHERE company_id = $1`;

type Apply = (rows: Row[], to: pg.ClientBase) => Promise<void>;
type Copied = CompanyTable & Table;

/**
 * Copies a company in passes while it works: everything first, then what has changed. The target's triggers run, so the
 * source's notes replace theirs, and their changes are forgotten.
 */
export class CompanyCopy {
  readonly #ends: Ends;
  readonly tables: readonly Copied[];
  readonly #records: string[];

  private constructor(ends: Ends, tables: Copied[], records: string[]) {
    this.#ends = ends;
    this.tables = tables;
    this.#records = records;
  }

  /** Reads the tables. Throws StartupError if those of the target differ. */
  static async open(ends: Ends): Promise<CompanyCopy> {
    const { source, target } = ends;
    const tables: Copied[] = [];
    for (const table of await companyTables(source)) {
      const [ours, theirs] = [await readTable(source, table.name), await readTable(target, table.name)];
      const lacking = ours.columns.find((column) => indexOf(theirs, column.name) < 0);
      if (lacking) throw new StartupError(`The target has no column ${lacking.name} in its table ${table.name}.`);
      tables.push({ ...table, ...ours, columns: ours.columns.filter(({ name }) => name !== table.drawn) });
    }
    return new CompanyCopy(ends, tables, await recordTables(source));
  }

  /** Copies everything, or what has changed since a pass, from one snapshot. Held deliveries have no new attempts. */
  async pass(snapshot: pg.ClientBase, last?: Pass, { isHeld = false } = {}): Promise<Pass> {
    const { company } = this.#ends;
    const [began] = (await snapshot.query<Omit<Pass, 'rows'>>(BEGINNING, [company, last?.oldest ?? null])).rows;
    if (began === undefined) throw new Error('no snapshot');
    const owners = await ownersIn([snapshot], company);
    let rows = 0;
    const each = async (table: Copied, apply: Apply, oldest?: string): Promise<void> => {
      // Rows of the oldest transaction under way or later. Ages compare across the wraparound of transaction ids.
      const condition = `${ofOwners(table)} AND ($2::timestamptz IS NULL OR ${table.kept ?? 'true'})
        AND ($3::xid8 IS NULL OR age(t.xmin) <= age($3::xid8::xid))`;
      const values = [owners[table.by], oldest ?? null, last?.since ?? null];
      for await (const batch of batchesOf(snapshot, table, condition, values)) {
        await this.#apply(table, batch, apply);
        rows += batch.length;
      }
    };
    // In the first pass, a row that exists is a fault.
    const append = (table: Copied) =>
      each(table, (batch, to) => writeRows(to, table, batch, { isRepeatable: last !== undefined }), last?.oldest);
    const finished = this.#table('webhook_delivery_finished');
    // Deletions first: a record may have been created again.
    await each(this.#table('record_deletion'), (batch, to) => this.#delete(batch, to, last === undefined));
    for (const name of this.#records)
      await each(this.#table(name), (batch, to) => this.#write(snapshot, name, batch, to, last === undefined));
    await each(finished, async (batch, to) => {
      await deleteRows(to, finished, batch, DELIVERY_KEY);
      await writeRows(to, finished, batch);
    });
    const byDay = ['record_revision', 'webhook_event', ...(isHeld ? [] : ['webhook_attempt'])];
    for (const table of byDay.map((name) => this.#table(name))) {
      await append(table);
      // Of all days, which would take too long while the company is frozen.
      if (last && !isHeld) await compare(table, owners, [snapshot, this.#ends.target], null);
    }
    return { rows, ...began };
  }

  #table(name: string): Copied {
    const table = this.tables.find((each) => each.name === name);
    if (table === undefined) throw new Error(`no table ${name}`);
    return table;
  }

  async #apply(table: Table, rows: Row[], apply: Apply): Promise<void> {
    const { target, company, signal } = this.#ends;
    signal.throwIfAborted();
    await inTransaction(target, async (to) => {
      await apply(rows, to);
      await to.query(FORGET_CHANGES, [company]);
    }).catch((error) => Promise.reject(explained(error, table)));
  }

  async #delete(notes: Row[], to: pg.ClientBase, isFirst: boolean): Promise<void> {
    const table = this.#table('record_deletion');
    const [typeAt, idAt] = [indexOf(table, 'record_type'), indexOf(table, 'id')];
    for (const name of isFirst ? [] : this.#records) {
      const ids = notes.filter((row) => row[typeAt] === name).map((row) => row[idAt]);
      if (ids.length === 0) continue;
      await to.query(`DELETE FROM ${name} WHERE company_id = $1 AND id = ANY ($2::text[])`, [this.#ends.company, ids]);
    }
    await deleteRows(to, table, notes, NOTE_KEY);
    await writeRows(to, table, notes);
  }

  async #write(
    snapshot: pg.ClientBase,
    record: string,
    rows: Row[],
    to: pg.ClientBase,
    isFirst: boolean,
  ): Promise<void> {
    const { company } = this.#ends;
    const table = this.#table(record);
    const idAt = indexOf(table, 'id');
    const ids = rows.map((row) => row[idAt]);
    const values = [record, ids];
    if (!isFirst)
      await to.query(`DELETE FROM ${record} WHERE company_id = $1 AND id = ANY ($2::text[])`, [company, ids]);
    const noted = 't.record_type = $1 AND t.id = ANY ($2::text[]) AND t.company_id = $3';
    // Before the records: a trigger would take them for new ones, which go on after the version of their deletion.
    await to.query(`DELETE FROM record_deletion t WHERE ${noted}`, [...values, company]);
    await writeRows(to, table, rows);
    await this.#replace(snapshot, to, 'record_deletion', noted, [...values, company]);
    await this.#replace(
      snapshot,
      to,
      'record_modification',
      't.record_type = $1 AND t.record_id = ANY ($2::text[])',
      values,
    );
  }

  async #replace(snapshot: pg.ClientBase, to: pg.ClientBase, name: string, condition: string, values: unknown[]) {
    const table = this.#table(name);
    await to.query(`DELETE FROM ${name} t WHERE ${condition}`, values);
    await writeRows(to, table, await readRows(snapshot, table, condition, values));
  }
}

/** Why the target refuses rows, in words for an operator. */
export function explained(error: unknown, { name }: Table): unknown {
  const detail = error instanceof DatabaseError ? error.detail : undefined;
  if (stateOf(error) === '23505')
    return new StartupError(`The target has a ${name} of another company with an id of this one’s: ${detail}`);
  // No part of the table covers the row's day.
  if (stateOf(error) === '23514')
    return new StartupError(`The target keeps ${name} for fewer days than the source: give both the same settings.`);
  return error;
}
