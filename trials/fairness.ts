// Measures what a company with many requests costs another one: node trials/run.mjs fairness [clients …]. Ten clients
// of the company `few` update tanks one after the other: alone, beside 400 clients of the company `many` that ask a
// gateway of their own, and beside them at the same gateway. These ask again when they are answered, or a second after
// a refusal, as it says. On few cores most of a wait is for a processor, which gateways of their own show too. Exits
// with 1 if a request of `few` fails or is refused, if its p99 is more than three times that alone, or if `many` is
// served less than a quarter as often at its own gateway as beside `few`.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Pool } from 'undici';
import { EMBEDDED_POOL } from '../src/settings/config.ts';
import { openEmbedded } from './database.ts';
import { startGateway, tokenFor } from './http/gateway-process.ts';
import { percentile } from './percentile.ts';

const SECONDS = 6;
/** How long clients ask before they are measured, after the first answer of each: connecting is another load. */
const SETTLE_SECONDS = 4;
/** The most that the p99 of `few` may be to that alone. */
const MOST = 3;
/** The least that `many` may be served at its own gateway, to what it is beside `few`. */
const LEAST = 0.25;
const QUERY =
  'mutation ($id: ID!, $name: String) { updateTank(id: $id, input: { name: $name }) { ... on Tank { version } } }';

interface Figures {
  served: number;
  refused: number;
  failed: number;
  p50: number;
  p99: number;
}

/**
 * Asks as a company until the parent disconnects. Sends a message when each client has had an answer, and then the
 * figures of each stretch between two messages.
 */
async function ask(company: string, port: number, clients: number): Promise<void> {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: clients });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${await tokenFor(company)}` };
  const send = async (sent: string) => {
    const { statusCode, body } = await pool.request({ path: '/graphql', method: 'POST', headers, body: sent });
    return { status: statusCode, text: await body.text() };
  };
  let [times, refused, failed]: [number[], number, number] = [[], 0, 0];
  let unanswered = clients;
  process.on('disconnect', () => process.exit());
  process.on('message', () => {
    const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
    process.send?.({ served: times.length, refused, failed, p50, p99 } satisfies Figures);
    [times, refused, failed] = [[], 0, 0];
  });
  // All at once, they would be more than wait to be accepted.
  const client = async (nth: number): Promise<void> => {
    await delay(nth / 5);
    for (let isFirst = true; ; isFirst = false) {
      const variables = { id: `${company}${Math.ceil(Math.random() * 20_000)}`, name: `${Math.random()}` };
      const begin = performance.now();
      const sent = send(JSON.stringify({ query: QUERY, variables }));
      const { status, text } = await sent.catch(() => ({ status: 0, text: '' }));
      if (status === 503) refused += 1;
      else if (text.includes('"version"')) times.push(performance.now() - begin);
      else failed += 1;
      if (isFirst && --unanswered === 0) process.send?.('ready');
      if (status !== 200) await delay(1_000);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, nth) => client(nth)));
}

/** The next message of a child. Rejects if it ends. */
async function messageOf(child: ChildProcess): Promise<Figures> {
  const ended = new AbortController();
  const end = (): void => ended.abort();
  child.once('exit', end);
  const [message] = await once(child, 'message', { signal: ended.signal });
  child.off('exit', end);
  return message;
}

async function start(company: string, port: number, clients: number): Promise<ChildProcess> {
  const child = fork(process.argv[1] ?? '', ['as', company, `${port}`, `${clients}`], { serialization: 'advanced' });
  await messageOf(child);
  return child;
}

function figuresOf(child: ChildProcess): Promise<Figures> {
  child.send('figures');
  return messageOf(child);
}

/** The figures of `few`, alone or while so many clients of `many` ask at a port, and how many of those are served. */
async function stretch(title: string, few: ChildProcess, clients = 0, port = 0) {
  const many = clients > 0 ? [await start('many', port, clients)] : [];
  const children = [few, ...many];
  await delay(SETTLE_SECONDS * 1_000);
  await Promise.all(children.map(figuresOf));
  await delay(SECONDS * 1_000);
  const [figures, ...others] = await Promise.all(children.map(figuresOf));
  if (figures === undefined) throw new Error('A company ended.');
  for (const child of many) child.kill();
  for (const { served, refused, failed, p50, p99 } of [figures, ...others])
    console.log(
      `${title.padEnd(32)} ${(served / SECONDS).toFixed(0)}/s served, ${(refused / SECONDS).toFixed(0)}/s refused, ${failed} failed, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    );
  return { ...figures, others: others.reduce((sum, { served }) => sum + served, 0) };
}

async function compare(many: number[]): Promise<boolean> {
  const database = await openEmbedded();
  const settings = { DATABASE_POOL: EMBEDDED_POOL.toString() };
  const one = await startGateway(database.url, settings);
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  await pool.query(`INSERT INTO tank (id, company_id, name)
    SELECT company || n, company, 'Tank' FROM generate_series(1, 20000) n, unnest('{few,many}'::text[]) company`);
  await pool.query('VACUUM ANALYZE tank');
  await pool.end();
  const few = await start('few', one.port, 10);
  const alone = await stretch('alone', few);
  let isFair = true;
  for (const clients of many) {
    // It answers what the clients have left behind for seconds after they are gone.
    const own = await startGateway(database.url, settings);
    const control = await stretch(`beside ${clients}, own gateways`, few, clients, own.port);
    await own.stop();
    const beside = await stretch(`beside ${clients}, one gateway`, few, clients, one.port);
    const [times, part] = [beside.p99 / alone.p99, beside.p99 / control.p99];
    console.log(`p99 of few: ${times.toFixed(1)} times that alone, ${part.toFixed(1)} times that with own gateways`);
    isFair &&=
      beside.failed + beside.refused === 0 && (times <= MOST || part <= 1) && control.others >= LEAST * beside.others;
  }
  few.kill();
  await one.stop();
  await database.end();
  return isFair;
}

const args = process.argv.slice(2);
const [first, company = '', port, clients] = args;
if (first === 'as') await ask(company, Number(port), Number(clients));
else {
  const passed = await compare(first === undefined ? [400] : args.map(Number));
  console.log(passed ? 'passed' : 'FAILED');
  process.exitCode = passed ? 0 : 1;
}
