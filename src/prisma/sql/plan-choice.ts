import type { Planning, RunStatement } from '../../postgres/statements.ts';
import { isPlain } from '../../records/values.ts';
import { Tenant } from '../tenancy/tenant.ts';
import { hasChangeLog } from './comparisons.ts';
import type { Model } from './model.ts';
import { conditionsIn } from './where.ts';

/** A page that reads this many rows of one value, in the order of their ids, is still quick. */
const MOST_ROWS = 2_000;
/** The planner may take either of two indexes whose rows differ by no more than this factor. */
const ALIKE = 10;
const READ_EVERY_MS = 60_000;

/** A column by which an index lists a company's rows in the order of their ids, and what PostgreSQL knows about it. */
interface Statistics {
  column: string;
  /** The part of the rows that the planner expects to have a value that it does not know. */
  expected: number;
  /** How many rows have its most frequent value. */
  most: number;
}

const STATISTICS = `
SELECT format('%I.%I', c.relname, s.attname) AS "column", (1 - s.null_frac) / d.values AS expected,
  coalesce(s.most_common_freqs[1], 1 / d.values) * c.reltuples AS most
FROM pg_stats s
JOIN pg_namespace n ON n.nspname = s.schemaname
JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = s.tablename
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = s.attname
JOIN pg_attribute o ON o.attrelid = c.oid AND o.attname = 'company_id'
JOIN pg_attribute k ON k.attrelid = c.oid AND k.attname = 'id'
CROSS JOIN LATERAL (SELECT CASE WHEN s.n_distinct < 0 THEN -s.n_distinct * c.reltuples
  ELSE s.n_distinct END AS values) d
WHERE s.schemaname = current_schema() AND c.reltuples > 0 AND d.values > 0 AND EXISTS (
  SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisvalid AND i.indpred IS NULL
    AND i.indkey[0] = o.attnum AND i.indkey[1] = a.attnum AND i.indkey[2] = k.attnum)`;

/** How a statement is planned. `mayShare`: it may be one with those for other texts, whose values no planner sees. */
export interface Planned {
  planning: Planning;
  mayShare: boolean;
}

/**
 * Decides which pages PostgreSQL plans once for all values, and which of these share a statement. Filtered pages are
 * served 1.5 times as often. Without it, PostgreSQL plans each of them anew: one plan for all would be slow for a
 * company's largest customer, of whom a page reads a whole index.
 *
 * | conditions                                              | plan | shared statement     |
 * | none                                                    | once | yes                  |
 * | others than equations, or an order other than the id    | each | no                   |
 * | one equation                                            | once | if an index has it   |
 * | several, of which one is null                           | each | no                   |
 * | several, of which the likely indexes have rare values   | once | yes                  |
 * | several others                                          | each | no                   |
 */
export class PlanChoice {
  readonly #run: RunStatement;
  #statistics = new Map<string, Statistics>();
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(run: RunStatement) {
    this.#run = run;
  }

  /** How to plan a statement with these conditions. `isById`: its rows come in the order of their ids. */
  planningOf(model: Model, { rule }: Tenant, where: object, drivesById: boolean): Planned {
    const given = conditionsIn(rule === undefined ? where : { AND: [rule.where, where] });
    // The ids of other models are no texts.
    if (given.length === 0) return { planning: 'once', mayShare: hasChangeLog(model) };
    const isEquations = given.every(([field, to]) => field !== 'modifiedSince' && !isPlain(to) && !Array.isArray(to));
    if (!drivesById || !isEquations) return { planning: 'each', mayShare: false };
    this.#refresh();
    const known = given.flatMap(
      ([field]) => this.#statistics.get(`${model.stored}.${model.columns.get(field)?.column}`) ?? [],
    );
    // PostgreSQL itself plans it for each value, if that is cheaper. In the order of their ids, an index has the rows.
    if (given.length === 1) return { planning: 'once', mayShare: known.length === 1 && hasChangeLog(model) };
    if (given.some(([, wanted]) => wanted === null)) return { planning: 'each', mayShare: false };
    // The planner takes the index that it expects the fewest rows from, or one that is not much worse.
    const least = Math.min(...known.map(({ expected }) => expected));
    const likely = known.filter(({ expected }) => expected <= least * ALIKE);
    const isRare = likely.length > 0 && likely.every(({ most }) => most <= MOST_ROWS);
    return { planning: isRare ? 'once' : 'each', mayShare: isRare && hasChangeLog(model) };
  }

  #refresh(): void {
    if (performance.now() - this.#readAt < READ_EVERY_MS) return;
    this.#readAt = performance.now();
    this.#run<Statistics>(Tenant.SYSTEM, 'read', STATISTICS, []).then(
      (rows) => {
        this.#statistics = new Map(rows.map((row) => [row.column, row]));
      },
      // The next read may succeed.
      () => {},
    );
  }
}
