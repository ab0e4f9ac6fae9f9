import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import { COMPANY } from '../database.ts';
import { log } from '../figures.ts';

/** The customer with a tenth of the company's tanks; each other one has 20. */
export const LARGE_CUSTOMER = 'customer-0';
/** Tanks inserted by one statement. */
const AT_ONCE = 10_000;
const PROGRESS = 500_000;

/** Half of the tanks are the company's, the others those of 50 companies. One in a hundred is not active. */
const TANKS = `
INSERT INTO tank (id, external_id, company_id, customer_id, name, metadata, days_to_empty, fill_percentage, fill_status,
  tank_size, note, product_name, product_sku, status, ship_to_code, tank_address, latitude, longitude, location_name, unit_id,
  brand, last_reading_date)
SELECT md5(n::text)::uuid, 'ext-' || n, CASE WHEN n % 2 = 0 THEN '${COMPANY}' ELSE 'company-' || n / 2 % 50 END,
  'customer-' || CASE WHEN n / 2 % 10 = 0 THEN 0 ELSE n / 40 END, 'Tank ' || n, jsonb_build_object('row', n), n % 60, n % 100,
  (ARRAY['ok', 'low', 'critical'])[n % 3 + 1], 10000, 'note ' || n, 'Diesel', 'DSL-2',
  CASE WHEN n % 100 = 98 THEN 'retired' ELSE 'active' END, 'ST-' || n % 4000, n || ' Harbour Road', '52.1', '4.3',
  'Yard ' || n % 3000, 'unit-' || n % 7, 'Brand ' || n % 12, now()
FROM generate_series($1::int, $2::int) AS n`;

/** What the records take, and how fast they were inserted. */
export interface Filled {
  tanks: number;
  insertedPerSecond: number;
  tableBytes: number;
  allBytes: number;
}

/** Returns a function that inserts so many tanks, in statements of 10,000 on one connection, and the figures of it. */
export function filling(tanks: number): { insert: (client: pg.Client) => Promise<void>; filled: Filled } {
  const filled: Filled = { tanks, insertedPerSecond: 0, tableBytes: 0, allBytes: 0 };
  const insert = async (client: pg.Client): Promise<void> => {
    const began = performance.now();
    for (let first = 0; first < tanks; first += AT_ONCE) {
      if (first > 0 && first % PROGRESS === 0) log(`${first} of ${tanks} tanks`);
      await client.query(TANKS, [first, Math.min(first + AT_ONCE, tanks) - 1]);
    }
    filled.insertedPerSecond = tanks / ((performance.now() - began) / 1000);
    // As if they had been loaded a day ago: reads of changes look through those of ten minutes.
    await client.query("UPDATE record_modification SET modified_at = modified_at - interval '1 day'");
    // An old server that has seen its records for a while, not one that is still clearing up after its load.
    await client.query('VACUUM ANALYZE');
    await client.query('CHECKPOINT');
    const { rows } = await client.query(
      `SELECT pg_table_size('tank')::float8 AS "tableBytes", pg_database_size(current_database())::float8 AS "allBytes"`,
    );
    Object.assign(filled, rows[0]);
  };
  return { insert, filled };
}
