import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';
import { tankFields, toColumn } from '../fields.ts';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, idleTimeoutMillis: 0 });
const columns = tankFields.map((field) => `"${toColumn(field)}" AS "${field}"`).join(', ');

type Input = Record<string, unknown>;
type Order =
  | { op: 'update'; id: string; input: Input }
  | { op: 'tank'; id: string }
  | { op: 'page'; after: string }
  | { op: 'batch'; updates: { id: string; input: Input }[] };

// A prepared statement lives as long as its connection, so only the first hundred key sets get one.
const names = new Map<string, string>();
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size === 100) return known;
  const name = `update_${names.size}`;
  names.set(text, name);
  return name;
}

async function update(id: string, input: Input): Promise<unknown> {
  const keys = Object.keys(input);
  const sets = keys.map((key, index) => `"${toColumn(key)}" = $${index + 2}`).join(', ');
  const text = `UPDATE tank SET ${sets} WHERE id = $1 RETURNING ${columns}`;
  const name = nameOf(text);
  const values = [id, ...Object.values(input)];
  const { rows } = await pool.query(name === undefined ? { text, values } : { name, text, values });
  return rows[0] ?? null;
}

async function answer(order: Order): Promise<unknown> {
  if (order.op === 'update') return { tanks: [await update(order.id, order.input)] };
  if (order.op === 'tank') {
    const text = `SELECT ${columns} FROM tank WHERE id = $1`;
    const { rows } = await pool.query({ name: 'tank', text, values: [order.id] });
    return { tanks: [rows[0] ?? null] };
  }
  if (order.op === 'page') {
    const text = `SELECT ${columns} FROM tank WHERE id > $1 ORDER BY id LIMIT 51`;
    const { rows } = await pool.query({ name: 'page', text, values: [order.after] });
    const tanks = rows.slice(0, 50);
    return { tanks, endCursor: tanks.at(-1)?.id ?? null, hasNextPage: rows.length > 50 };
  }
  // One after the other, as GraphQL executes the fields of a mutation.
  const tanks: unknown[] = [];
  for (const { id, input } of order.updates) tanks.push(await update(id, input));
  return { tanks };
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const server = createServer((request, response) => {
  read(request)
    .then((body) => answer(JSON.parse(body)))
    .then((result) => {
      const text = JSON.stringify(result);
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
      response.end(text);
    })
    .catch((error) => response.writeHead(500).end(String(error)));
});
server.listen(Number(process.env.PORT), '127.0.0.1');
