// The cost of HTTP and PostgreSQL without GraphQL: one prepared statement for each record or page.
import { createServer } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import pg from 'pg';
import { PAGE, readFiltered, reads, readUnindexed, tankColumns, toColumn } from '../records.ts';
import type { Call, Update } from '../workloads.ts';

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.POOL),
  idleTimeoutMillis: 0,
});

// A prepared statement stays in its connection's memory, so only the first hundred key sets get one.
const names = new Map<string, string>();

async function update({ id, input }: Update): Promise<unknown> {
  const sets = Object.keys(input).map((key, index) => `${toColumn(key)} = $${index + 2}`);
  const text = `UPDATE tank t SET ${sets.join(', ')} WHERE id = $1 RETURNING ${tankColumns}`;
  if (names.size < 100 && !names.has(text)) names.set(text, `update_${names.size}`);
  const { rows } = await pool.query({ name: names.get(text), text, values: [id, ...Object.values(input)] });
  return rows[0] ?? null;
}

async function answer({ workload, ...call }: Call & { workload: string }): Promise<unknown> {
  if ('updates' in call) {
    // One after the other, as GraphQL executes the fields of a mutation.
    const records: unknown[] = [];
    for (const one of call.updates) records.push(await update(one));
    return { records };
  }
  if ('after' in call) {
    const text = `SELECT ${tankColumns} FROM tank t WHERE id > $1 ORDER BY id LIMIT ${PAGE + 1}`;
    const { rows } = await pool.query({ name: 'page', text, values: [call.after ?? ''] });
    const records = rows.slice(0, PAGE);
    return { records, endCursor: records.at(-1)?.id ?? null, hasNextPage: rows.length > PAGE };
  }
  if ('customer' in call)
    return { records: (await pool.query({ name: 'filtered', text: readFiltered, values: [call.customer] })).rows };
  if ('monitor' in call)
    return { records: (await pool.query({ name: 'unindexed', text: readUnindexed, values: [call.monitor] })).rows };
  return { records: (await pool.query({ name: workload, text: reads[workload] ?? '', values: [call.id] })).rows };
}

createServer(async (request, response) => {
  const text = JSON.stringify(await answer(JSON.parse(await readText(request))));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}).listen(Number(process.env.PORT), '127.0.0.1');
