import type pg from 'pg';
import type { Caller } from './auth/scopes.ts';
import { UnavailableError } from './base/errors.ts';
import { every } from './base/every.ts';
import type { Log } from './base/log.ts';
import { StartupError } from './base/startup-error.ts';

/*
 * A cell is a whole installation: gateways, workers and a database. A proxy knows which company lives where, and each
 * database has the companies of its cell, so that a gateway refuses those that a proxy leads to the wrong one. The
 * programs in `cells/` register and move companies.
 */

export type Database = Pick<pg.ClientBase, 'query'>;

/** A company that a cell serves, or has served. */
export interface CellCompany {
  companyId: string;
  /** The cell that it has moved to; null while it is here. */
  movedTo: string | null;
}

const CLAIM = `
INSERT INTO cell AS c (name, secret_keys) VALUES ($1, $2)
ON CONFLICT (id) DO UPDATE
SET secret_keys = CASE WHEN c.name = excluded.name THEN excluded.secret_keys ELSE c.secret_keys END
RETURNING name`;

/** Makes the database that of a cell. Throws StartupError if it belongs to another one. */
export async function claimCell(db: Database, name: string, secretKeys: string[]): Promise<void> {
  const [claimed] = (await db.query<{ name: string }>(CLAIM, [name, secretKeys])).rows;
  if (claimed?.name !== name)
    throw new StartupError(`CELL is "${name}", and the database belongs to the cell "${claimed?.name}".`);
}

/** What the id of a new key of the company begins with; undefined without a cell. */
export async function keyPrefixOf(db: Database, company: string): Promise<string | undefined> {
  const text = 'SELECT key_prefix AS "keyPrefix" FROM cell_company WHERE company_id = $1';
  return (await db.query<{ keyPrefix: string }>(text, [company])).rows[0]?.keyPrefix;
}

/** How long a gateway may serve a company that has left, or refuse one that has come. */
export const POLL_MS = 500;

/** The companies whose state has changed since the last reading, and those of a transaction that began before it. */
const READ = `
SELECT company_id AS "companyId", moved_to AS "movedTo", changed_at::text AS "changedAt" FROM cell_company
WHERE changed_at >= $1::timestamptz - interval '1 minute'`;

type Authenticate = (header: string | undefined) => Caller | Promise<Caller>;

export class Registry {
  readonly #cell: string;
  readonly #pool: pg.Pool;
  readonly #companies = new Map<string, string | null>();
  #readTo = '-infinity';

  constructor(cell: string, pool: pg.Pool) {
    this.#cell = cell;
    this.#pool = pool;
  }

  /** Reads the companies, and then what changes. Calls `left` for each that moves to another cell. */
  async follow(stop: AbortSignal, log: Log, left: (company: string, why: UnavailableError) => void): Promise<void> {
    await this.#read(() => {});
    const failures = { log, what: 'read which companies are in this cell' };
    void every(POLL_MS, () => this.#read((company) => left(company, this.#notHere(company))), {
      stop,
      now: false,
      failures,
    });
  }

  /** The authenticator for this cell: throws WRONG_CELL for a caller whose company is in another one. */
  guard(authenticate: Authenticate): Authenticate {
    return (header) => {
      const caller = authenticate(header);
      return caller instanceof Promise ? caller.then((each) => this.#check(each)) : this.#check(caller);
    };
  }

  #check(caller: Caller): Caller {
    const company = caller.tenant?.company;
    if (typeof company === 'string' && this.#companies.get(company) !== null) throw this.#notHere(company);
    return caller;
  }

  #notHere(company: string): UnavailableError {
    const movedTo = this.#companies.get(company);
    const text = movedTo
      ? `The company is in the cell "${movedTo}", and this is the cell "${this.#cell}". Send the request again.`
      : `The cell "${this.#cell}" does not serve this company.`;
    return new UnavailableError('WRONG_CELL', text);
  }

  async #read(left: (company: string) => void): Promise<void> {
    const { rows } = await this.#pool.query<CellCompany & { changedAt: string }>(READ, [this.#readTo]);
    for (const { companyId, movedTo, changedAt } of rows) {
      const isLeaving = movedTo !== null && this.#companies.get(companyId) === null;
      this.#companies.set(companyId, movedTo);
      if (isLeaving) left(companyId);
      // Times of the database compare as texts.
      if (changedAt > this.#readTo || this.#readTo === '-infinity') this.#readTo = changedAt;
    }
  }
}
