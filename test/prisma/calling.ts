import { beforeEach } from 'vitest';
import { type Caller, rightsOfCaller } from '../../src/auth/scopes.ts';
import { RequestBudget } from '../../src/load/request-budget.ts';
import type { CallerClient } from '../../src/prisma/caller.ts';
import { Rule } from '../../src/prisma/tenancy/rule.ts';
import { Tenant } from '../../src/prisma/tenancy/tenant.ts';
import { openClients } from './stock.ts';

const LIMITS = { answerBytes: 8 * 2 ** 20, requestSeconds: 120 };
export const ALL = ['tanks', 'ship-tos'].flatMap((name) =>
  ['read', 'write', 'create', 'delete'].map((each) => `${name}:${each}`),
);

export const byId = { id: 'asc' } as const;
export const ids = (found: { id: string }[]) => found.map(({ id }) => id);

/** A database for a test file, with tanks and ship-tos of two companies, new for each test. */
export async function openCallers() {
  const { pool, prisma: client } = await openClients();
  beforeEach(async () => {
    await pool.query('DELETE FROM tank; DELETE FROM ship_to');
    await pool.query(
      `INSERT INTO ship_to (id, company_id, name) VALUES ('yard', 'acme', 'Yard'), ('other', 'acme', 'Other'), ('theirs', 'globex', 'Theirs')`,
    );
    for (const [id, company, shipTo, customer] of [
      ['a', 'acme', 'yard', 'c-1'],
      ['b', 'acme', 'yard', 'c-2'],
      ['c', 'acme', 'theirs', 'c-1'],
      ['g', 'globex', 'yard', 'c-1'],
      ['h', 'globex', 'theirs', 'c-1'],
    ])
      await pool.query('INSERT INTO tank (id, company_id, ship_to_id, customer_id, name) VALUES ($1, $2, $3, $4, $1)', [
        id,
        company,
        shipTo,
        customer,
      ]);
  });

  /** What `context.prisma` is for a token of acme. */
  function clientOf(scopes = ALL, narrowed?: Caller['narrowed']): CallerClient {
    const tenant = Tenant.of('acme').actingAs('user:7');
    const caller = {
      tenant: narrowed ? tenant.restrictedTo(new Rule('', [])) : tenant,
      scopes: new Set(scopes),
      ...(narrowed && { narrowed }),
    };
    const budget = new RequestBudget(LIMITS, 'acme', undefined, false);
    return client.$caller(rightsOfCaller({ caller, budget }), caller.tenant.forRequest(budget, false));
  }
  const rows = async (): Promise<unknown[]> =>
    (await pool.query('SELECT id, company_id, name, ship_to_id FROM tank ORDER BY id')).rows;
  return { pool, client, clientOf, rows };
}
