// Moves a company between two cells under load, and kills the move at each of its steps:
// node trials/run.mjs cells [--records 20000] [--rounds 1]. Needs PostgreSQL and HAProxy. Exits with 1 if a record, a
// change or a webhook is lost, doubled or served by both cells.

import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Name, openCells } from './cells/installation.ts';
import { tryRoutes } from './cells/routes.ts';
import { Copy, openReceiver, StreamMirror, Writer } from './failover/clients.ts';
import { tokenFor } from './http/gateway-process.ts';

const { values } = parseArgs({
  options: { records: { type: 'string', default: '20000' }, rounds: { type: 'string', default: '1' } },
});
const COMPANIES = ['acme', 'beta', 'gamma'];
const MOVING = 'acme';
const WRITERS = 2;
const LOAD_MS = 2_000;
/** A move copies what was written during those before it: without a rest, each takes longer on a busy machine. */
const REST_MS = 20;
const HEAL_MS = 60_000;
/** A line of the move after which it is killed. */
const STEPS = [/copied \d/, /holding webhooks/, /cannot write now/, /could not write for/, /removing what is left/];

const installation = await openCells(COMPANIES);
const { cells, port } = installation;
await cells.a.database.pool.query(
  `INSERT INTO tank (id, company_id, name, metadata) SELECT 'seed-' || n, $1, 'seed', '{"a": null}' FROM generate_series(1, $2::int) n`,
  [MOVING, Number(values.records)],
);
const clients = await Promise.all(
  COMPANIES.map(async (company) => {
    const access = { port, token: await tokenFor(company) };
    const receiver = await openReceiver();
    await receiver.subscribe(access);
    const writers = Array.from({ length: WRITERS }, () => new Writer(access, REST_MS));
    const stream = new StreamMirror(access, { reopens: true });
    const copy = new Copy(access);
    return { company, receiver, writers, stream, copy };
  }),
);
for (const { writers, stream, copy } of clients) for (const each of [...writers, stream, copy]) await each.start();

let here: Name = 'a';
const other = (): Name => (here === 'a' ? 'b' : 'a');
let failed = 0;
const check = (what: string, isRight: boolean): void => {
  if (!isRight) failed += 1;
  console.log(`${isRight ? 'right' : 'WRONG'}  ${what}`);
};

/** Moves the company and prints what the command says of the freeze. */
async function move(): Promise<void> {
  for (const { writers } of clients) for (const writer of writers) writer.longest = 0;
  const began = performance.now();
  const { code, lines } = await installation.move(MOVING, here, other());
  console.log(lines.join('\n'));
  check(`a move from ${here} to ${other()} ends with 0`, code === 0);
  here = other();
  await delay(LOAD_MS);
  const longest = clients.map(
    ({ company, writers }) => `${company} ${Math.max(...writers.map((w) => w.longest)).toFixed(0)} ms`,
  );
  console.log(
    `${((performance.now() - began - LOAD_MS) / 1000).toFixed(1)} s; ${lines.find((line) => /could not write for/.test(line))?.trim()}`,
  );
  console.log(`longest waits of writers: ${longest.join(', ')}`);
}

const key = await installation.keyOf(MOVING, 'a');
async function checkRoutes(): Promise<void> {
  for (const { what, isRight } of await tryRoutes(port, MOVING, key, here)) check(what, isRight);
}
await delay(LOAD_MS);
await checkRoutes();
await move();
await checkRoutes();
await move();
for (let round = 0; round < Number(values.rounds); round++)
  for (const step of STEPS) {
    let isKilled = false;
    await installation.move(MOVING, here, other(), (line, kill) => {
      if (isKilled || !step.test(line)) return;
      isKilled = true;
      kill();
    });
    check(`a move is killed at ${step.source}`, isKilled);
    await delay(1_000);
    await move();
  }
for (const { writers } of clients) for (const writer of writers) await writer.stop();

for (const { company, writers, receiver, stream, copy } of clients) {
  const cell = company === MOVING ? here : 'a';
  const { rows } = await cells[cell].database.pool.query<{ id: string; name: string; json: string }>(
    'SELECT id, name, metadata::text AS json FROM tank WHERE company_id = $1',
    [company],
  );
  const truth = new Map(rows.map(({ id, name }) => [id, name]));
  const names = writers.flatMap((writer) => [...writer.names]);
  const created = writers.flatMap((writer) => writer.created);
  const wrong = names.filter(([id, name]) => Number(truth.get(id)) < name || !truth.has(id)).length;
  const lost = created.filter(({ id }) => !truth.has(id)).length;
  check(
    `${company}: ${created.length} creations, ${lost} lost; ${names.length} records, ${wrong} of an older state`,
    lost + wrong === 0,
  );
  const seeds = rows.filter(({ name }) => name === 'seed');
  if (company === MOVING)
    check(
      `${company}: ${seeds.length} records as they were`,
      seeds.length === Number(values.records) && seeds.every(({ json }) => json === '{"a": null}'),
    );
  const faultsOf = (known: ReadonlyMap<string, string>): number =>
    [...new Set([...truth.keys(), ...known.keys()])].filter((id) => truth.get(id) !== known.get(id)).length;
  const behind = (): number =>
    [...truth].filter(([id, name]) => name !== 'seed' && receiver.known.get(id)?.name !== name).length;
  const until = performance.now() + HEAL_MS;
  const faults = () => [faultsOf(stream.known), faultsOf(copy.known), behind()];
  while (faults().some((count) => count > 0) && performance.now() < until) await delay(100);
  const [ofStream = 0, ofCopy = 0, ofWebhooks = 0] = faults();
  check(`${company}: stream with ${stream.resyncs} Resync, ${ofStream} wrong`, ofStream === 0);
  check(`${company}: copy with ${copy.wholeReads} whole reads, ${ofCopy} wrong`, ofCopy === 0);
  check(
    `${company}: ${receiver.count} webhooks, ${receiver.disorders} out of order, ${receiver.repeated} repeated, ${ofWebhooks} missing`,
    receiver.disorders + receiver.repeated + ofWebhooks === 0,
  );
  const left = cell === 'a' ? 'b' : 'a';
  const rest = await cells[left].database.pool.query<{ count: string }>(
    `SELECT (SELECT count(*) FROM tank WHERE company_id = $1) + (SELECT count(*) FROM webhook_subscription WHERE company_id = $1)
      + (SELECT count(*) FROM record_revision WHERE company_id = $1) + (SELECT count(*) FROM webhook_event WHERE company_id = $1) AS count`,
    [company],
  );
  check(`${company}: ${rest.rows[0]?.count} rows in the other cell`, Number(rest.rows[0]?.count) === 0);
}
const { rows: gaps } = await cells[here].database.pool.query<{ count: string }>(`
  SELECT count(*) FROM (
    SELECT before ->> 'name' AS was, lag(coalesce(after ->> 'name', '')) OVER record AS ended, action
    FROM record_revision WHERE company_id = '${MOVING}' WINDOW record AS (PARTITION BY record_id ORDER BY sequence)
  ) r WHERE action = 'updated' AND was <> ended`);
check(`history: ${gaps[0]?.count} revisions that do not follow the one before`, Number(gaps[0]?.count) === 0);

for (const { stream, copy, receiver } of clients) {
  await stream.stop();
  await copy.stop();
  receiver.close();
}
await installation.stop();
console.log(failed === 0 ? 'nothing is lost or doubled' : `${failed} checks failed`);
process.exitCode = failed === 0 ? 0 : 1;
