import { type Moved, moveCompany } from '../../cells/move-company.ts';
import { claimCell } from '../../src/cell-registry.ts';
import { openPool, type Pool } from '../../src/postgres/pool.ts';
import { cipher } from '../cipher.ts';
import { type Data, openGateway, type TestGateway } from '../gateway.ts';

/** Opens a gateway of a cell. */
export async function openCell(cell: string): Promise<TestGateway> {
  const gateway = await openGateway({ cell });
  await claimCell(gateway.pool, cell, cipher.keyIds);
  return gateway;
}

interface MoveOptions {
  company?: string;
  to?: string;
  signal?: AbortSignal;
  /** Called with each line that the move reports. */
  report?: (text: string) => void;
  lead?: (entries: string[]) => Promise<void>;
}

/** Moves a company from the cell of one gateway to that of the other. */
export async function move(
  source: TestGateway,
  target: TestGateway,
  { company = 'acme', to = 'b', signal = new AbortController().signal, ...given }: MoveOptions = {},
): Promise<Moved> {
  const pools: Pool[] = [source, target].map(({ url }) => openPool(url, { size: 2 }));
  const [from, into] = pools;
  if (from === undefined || into === undefined) throw new Error('no pools');
  try {
    const silent = { report: () => {}, lead: async () => {} };
    return await moveCompany({ company, cell: to, source: from, target: into, signal, ...silent, ...given });
  } finally {
    for (const pool of pools) await pool.end();
  }
}

/** All that a database has of a company, by table, as texts. */
export async function contentsOf({ sql }: TestGateway, company: string): Promise<Record<string, string[]>> {
  const ofCompany = ['tank', 'task', 'expiration', 'quick_order', 'ship_to', 'record_deletion', 'record_revision'];
  const conditions: Record<string, string> = {
    ...Object.fromEntries(ofCompany.map((table) => [table, 'company_id = $1'])),
    record_modification: `record_company = $1 AND record_type <> 'webhook_subscription'`,
    record_search: 'record_company = $1',
    ...Object.fromEntries(['webhook_event', 'api_key', 'webhook_replay'].map((table) => [table, 'company_id = $1'])),
    webhook_subscription: 'company_id = $1',
    webhook_delivery: 'company_id = $1',
  };
  const contents: Record<string, string[]> = {};
  for (const [table, condition] of Object.entries(conditions)) {
    const rows = await sql(`SELECT t::text AS row FROM ${table} t WHERE ${condition} ORDER BY 1`, [company]);
    contents[table] = rows.map(({ row }: Data) => row);
  }
  return contents;
}
