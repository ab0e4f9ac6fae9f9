import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { reasonOf } from '../src/base/errors.ts';
import { StartupError } from '../src/base/startup-error.ts';
import { keyPrefixOf, POLL_MS } from '../src/cell-registry.ts';
import { openAll } from '../src/changes/outbox.ts';
import { inTransaction, openBeside, type Pool } from '../src/postgres/pool.ts';
import { isUnreachable } from '../src/postgres/sqlstate.ts';
import { checkId, mapEntries, readCell, readCompany } from './companies.ts';
import { ownersIn } from './company-tables.ts';
import { CompanyCopy, type Ends, type Pass } from './copy-company.ts';
import { finish, raisePositions } from './finish.ts';
import { forget, prepareTarget } from './forget.ts';
import { freeze, guard, unguard } from './freeze.ts';
import { holdDeliveries } from './hold.ts';

/*
 * A move in the order of its steps. The company works until the freeze, which lasts for the last changes only.
 *
 * 1. The target forgets what an earlier move may have left.
 * 2. A guard: the company's writes take a lock that they share.
 * 3. Passes of the copy, until one finds little.
 * 4. Its webhooks are held, and those in flight end.
 * 5. The freeze takes the lock alone, and a last pass copies the rest.
 * 6. The source says that the company has moved, and then the target that it is there: never do both serve it.
 * 7. The proxies' maps lead to the target, and the source forgets the company.
 *
 * Until 6, an end at any point leaves the company where it is. After it, the same command does the rest.
 */

/** A pass that copies at most so many rows is short enough for the freeze. */
const FEW_ROWS = 500;
const MOST_PASSES = 20;

const SESSION = { statement_timeout: '0', lock_timeout: '0', idle_in_transaction_session_timeout: '0' };
/** Plans by keys, whatever the statistics are: the target has just been filled. */
const BY_KEYS = { enable_seqscan: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off' };

export interface Move {
  company: string;
  cell: string;
  source: Pool;
  target: Pool;
  signal: AbortSignal;
  report: (text: string) => void;
  /** Leads the entries of the proxies' maps to the target. */
  lead: (entries: string[]) => Promise<void>;
}

/** What a move has taken, in milliseconds. */
export interface Moved {
  rows: number;
  frozenMs: number;
}

/** Moves a company to another cell. Throws StartupError if it cannot, and says where the company is. */
export async function moveCompany({ source: from, target: to, ...move }: Move): Promise<Moved> {
  const { company, cell, signal, report } = move;
  const session = { ...SESSION, 'field_operations.moves': company };
  const source = openBeside(from, { max: 5, query_timeout: 0 }, session);
  const target = openBeside(to, { max: 3, query_timeout: 0 }, { ...session, ...BY_KEYS });
  const ends = { company, source, target, signal };
  let isThere = false;
  try {
    const cells = await readCells(ends, cell);
    return await exclusively([source, target], company, async () => {
      const { sourceCell, keyPrefix, hasMoved } = await checkCompany(ends, cell, cells);
      const guarded = { company, keyPrefix };
      const moved = hasMoved ? undefined : await copyAndFreeze(ends, { cell, sourceCell, ...guarded }, report);
      isThere = true;
      await move.lead(await mapEntries(target, company));
      report(`The company is in the cell "${cell}"; removing what is left in its old one`);
      // Gateways that do not know it yet would show that nothing is left.
      await delay(2 * POLL_MS);
      await forget(source, company, await ownersIn([source], company));
      await unguard(source, guarded);
      return moved ?? { rows: 0, frozenMs: 0 };
    });
  } catch (error) {
    if (isThere)
      throw new StartupError(
        `The company is in the cell "${cell}". Run the same command again, which does what is left: ${reasonOf(error)}`,
      );
    if (!isUnreachable(error)) throw error;
    throw new StartupError(
      `The connection to a database was lost (${reasonOf(error)}). Run the same command again: it finds out where the company is and goes on.`,
    );
  } finally {
    await Promise.all([source.end(), target.end()]);
  }
}

async function readCells({ source, target }: Ends, cell: string) {
  const [ours, theirs] = [await readCell(source, 'The database'), await readCell(target, 'The database of --database')];
  if (theirs.name !== cell) throw new StartupError(`--database is that of the cell "${theirs.name}", not "${cell}".`);
  if (ours.name === cell) throw new StartupError(`The company is in the cell "${cell}" already.`);
  return { ours, theirs };
}

/** Checks what both databases say of the company and its keys. Returns whether the target has it already. */
async function checkCompany(
  { company, source, target }: Ends,
  cell: string,
  { ours, theirs }: Awaited<ReturnType<typeof readCells>>,
) {
  const [here, there] = [await readCompany(source, company), await readCompany(target, company)];
  const keyPrefix = await keyPrefixOf(source, company);
  if (here === undefined || keyPrefix === undefined || (here.movedTo !== null && here.movedTo !== cell))
    throw new StartupError(
      here?.movedTo
        ? `The company has moved to the cell "${here.movedTo}".`
        : `The cell "${ours.name}" does not serve the company "${company}": npm run cell -- list shows its companies.`,
    );
  const hasArrived = there !== undefined && there.movedTo === null;
  if (hasArrived && here.movedTo === null)
    throw new StartupError(
      `Both cells say that they serve "${company}". Remove its row in cell_company of one of them.`,
    );
  if (!hasArrived) checkId(company);
  const lacking = await keysLacking(source, company, theirs.secretKeys);
  if (lacking.length > 0)
    throw new StartupError(
      `SECRETS_KEY of the cell "${cell}" lacks the key ${lacking.join(', ')} of webhook secrets: add the key of this cell behind its own.`,
    );
  return { sourceCell: ours.name, keyPrefix, hasMoved: hasArrived };
}

/** The ids of the keys that encrypt secrets of the company and that are not among these. */
async function keysLacking(db: pg.Pool, company: string, keys: string[]): Promise<string[]> {
  const text = `SELECT DISTINCT split_part(stored, ':', 2) AS id FROM webhook_subscription
    CROSS JOIN LATERAL unnest(ARRAY[secret, previous_secret, headers]) stored
    WHERE company_id = $1 AND stored LIKE 'v1:%' AND split_part(stored, ':', 2) <> ALL ($2)`;
  return (await db.query<{ id: string }>(text, [company, keys])).rows.map(({ id }) => id);
}

/** Does work unless another process moves the company from or to one of the databases. */
async function exclusively<Result>(
  [pool, ...others]: pg.Pool[],
  company: string,
  work: () => Promise<Result>,
): Promise<Result> {
  if (pool === undefined) return work();
  const client = await pool.connect();
  try {
    const text = `SELECT pg_try_advisory_lock('cell'::regclass::oid::integer, hashtext($1)) AS mine`;
    const [lock] = (await client.query<{ mine: boolean }>(text, [company])).rows;
    if (!lock?.mine) throw new StartupError('Another process moves the company.');
    return await exclusively(others, company, work);
  } finally {
    client.release(true);
  }
}

async function copyAndFreeze(
  ends: Ends,
  { cell, sourceCell, ...guarded }: { cell: string; sourceCell: string; company: string; keyPrefix: string },
  report: Move['report'],
): Promise<Moved> {
  const { company, source, signal } = ends;
  let rows = 0;
  let release: (() => Promise<void>) | undefined;
  const freezer = await source.connect();
  try {
    await prepareTarget(ends, sourceCell, guarded.keyPrefix);
    await guard(source, guarded, signal);
    const copy = await CompanyCopy.open(ends);
    const pass = async (before?: Pass): Promise<Pass> => {
      const began = performance.now();
      const done = await inSnapshot(source, (snapshot) => copy.pass(snapshot, before));
      rows += done.rows;
      report(`copied ${done.rows} rows in ${((performance.now() - began) / 1000).toFixed(2)} s`);
      return done;
    };
    let last = await pass();
    for (let n = 0; last.rows > FEW_ROWS && n < MOST_PASSES; n++) last = await pass(last);
    report('holding webhooks');
    release = await holdDeliveries(source, company, signal);
    last = await pass(last);
    const frozenAt = performance.now();
    await freeze(freezer, company, signal);
    report('the company cannot write now');
    await openAll(source);
    // Not before: a move the other way raises those of the source, too.
    await raisePositions(ends);
    const final = await inSnapshot(source, async (snapshot) => {
      const done = await copy.pass(snapshot, last, { isHeld: true });
      rows += await finish(ends, copy, snapshot, { cell, keyPrefix: guarded.keyPrefix, oldest: last.oldest, freezer });
      return done;
    });
    rows += final.rows;
    const frozenMs = performance.now() - frozenAt;
    report(`copied the last ${final.rows} rows; the company could not write for ${(frozenMs / 1000).toFixed(2)} s`);
    return { rows, frozenMs };
  } catch (error) {
    const here = await readCompany(source, company).catch(() => undefined);
    if (here?.movedTo) throw unfinished(error, cell);
    // The hold ends by itself, and a guard without a freeze refuses nothing.
    await release?.().catch(() => {});
    await unguard(source, guarded).catch(() => {});
    throw signal.aborted ? new StartupError('The move was broken off. The company is where it was.') : error;
  } finally {
    freezer.release(true);
  }
}

const unfinished = (error: unknown, cell: string): StartupError =>
  new StartupError(
    `The company has left its cell and is not yet in "${cell}": nobody serves it. Run the same command again. ${reasonOf(error)}`,
  );

const inSnapshot = <Result>(db: pg.Pool, work: (snapshot: pg.ClientBase) => Promise<Result>): Promise<Result> =>
  inTransaction(db, async (client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return work(client);
  });
