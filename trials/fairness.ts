// Measures what a company with many requests costs another one: node trials/run.mjs fairness [requests]. Ten clients of
// the company `few` update tanks one after the other, alone, and then beside 400 clients of the company `many`, as many
// as may be under way. These ask again when they are answered, or a second after a refusal, as it says. Exits with 1 if
// a request of `few` fails or is refused, or if it waits as one queue for all would make it wait: if its p50 or p99 is
// more than three quarters of the other's. Each company has a process of its own, beside gateway and PostgreSQL: on few
// cores most of a wait is for a processor.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Pool } from 'undici';
import { EMBEDDED_POOL } from '../src/config.ts';
import { startEmbedded } from '../src/embedded/embedded-server.ts';
import { startGateway, tokenFor } from './http/gateway-process.ts';

const SECONDS = 10;
/** Of the times of `many`. */
const PART = 0.75;
const QUERY =
  'mutation ($id: ID!, $name: String) { updateTank(id: $id, input: { name: $name }) { ... on Tank { version } } }';

interface Figures {
  served: number;
  refused: number;
  failed: number;
  p50: number;
  p99: number;
}

/** Asks as a company until the parent disconnects. Sends the figures of each stretch between two messages. */
async function ask(company: string, port: number, clients: number): Promise<void> {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: clients });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${await tokenFor(company)}` };
  let [times, refused, failed]: [number[], number, number] = [[], 0, 0];
  process.on('disconnect', () => process.exit());
  process.on('message', () => {
    const sorted = Float64Array.from(times).sort();
    const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN;
    process.send?.({ served: sorted.length, refused, failed, p50: at(0.5), p99: at(0.99) } satisfies Figures);
    [times, refused, failed] = [[], 0, 0];
  });
  const client = async (): Promise<void> => {
    for (;;) {
      const variables = { id: `${company}${Math.ceil(Math.random() * 20_000)}`, name: `${Math.random()}` };
      const begin = performance.now();
      const { statusCode, body } = await pool.request({
        path: '/graphql',
        method: 'POST',
        headers,
        body: JSON.stringify({ query: QUERY, variables }),
      });
      const text = await body.text();
      if (statusCode === 503) refused += 1;
      else if (text.includes('"version"')) times.push(performance.now() - begin);
      else failed += 1;
      if (statusCode === 503) await delay(1_000);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
}

const start = (company: string, port: number, clients: number): ChildProcess =>
  fork(process.argv[1] ?? '', ['as', company, `${port}`, `${clients}`]);

async function figuresOf(child: ChildProcess): Promise<Figures> {
  child.send('figures');
  const [figures]: Figures[] = await once(child, 'message');
  if (figures === undefined) throw new Error('A company ended.');
  return figures;
}

async function stretch(title: string, ...children: ChildProcess[]): Promise<Figures[]> {
  await delay(SECONDS * 500);
  await Promise.all(children.map(figuresOf));
  await delay(SECONDS * 1_000);
  const all = await Promise.all(children.map(figuresOf));
  for (const { served, refused, failed, p50, p99 } of all)
    console.log(
      `${title.padEnd(12)} ${(served / SECONDS).toFixed(0)}/s served, ${(refused / SECONDS).toFixed(0)}/s refused, ${failed} failed, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    );
  return all;
}

async function compare(clients: number): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'fairness-'));
  const database = await startEmbedded(join(folder, 'data'));
  const gateway = await startGateway(database.url, { DATABASE_POOL: EMBEDDED_POOL.toString() });
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  await pool.query(`INSERT INTO tank (id, company_id, name)
    SELECT company || n, company, 'Tank' FROM generate_series(1, 20000) n, unnest('{few,many}'::text[]) company`);
  await pool.query('VACUUM ANALYZE tank');
  await pool.end();
  const few = start('few', gateway.port, 10);
  const [alone] = await stretch('alone', few);
  const many = start('many', gateway.port, clients);
  const [beside, theirs] = await stretch('beside', few, many);
  for (const child of [few, many]) child.kill();
  await gateway.stop();
  await database.stop();
  await rm(folder, { recursive: true });
  if (alone === undefined || theirs === undefined || beside === undefined) return false;
  console.log(`p99 of few beside many, to its p99 alone: ${(beside.p99 / alone.p99).toFixed(1)}`);
  const waits = beside.p50 > PART * theirs.p50 || beside.p99 > PART * theirs.p99;
  return beside.failed + beside.refused === 0 && !waits;
}

const [first = '400', company = '', port, clients] = process.argv.slice(2);
if (first === 'as') await ask(company, Number(port), Number(clients));
else {
  const passed = await compare(Number(first));
  console.log(passed ? 'passed' : 'FAILED');
  process.exitCode = passed ? 0 : 1;
}
