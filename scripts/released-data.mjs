// Writes test/postgres/released/<version>.sql and .json: the rows of a database as this version leaves it in the middle
// of its work, and what is true of them. Tests of later versions begin with them. Run it for each release:
//   DATABASE_URL=postgresql://… node scripts/released-data.mjs
// It needs pg_dump, and creates and drops a database of its own on that server.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const at = (path) => `${root}${path}`;
const server = process.env.DATABASE_URL;
if (!server) {
  process.stderr.write('Set DATABASE_URL to a PostgreSQL server on which a database may be created.\n');
  process.exit(1);
}
await run(process.execPath, [at('scripts/build.mjs'), '--if-stale']);
const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'));

const name = `released_data_${process.pid}`;
const url = new URL(server);
url.pathname = `/${name}`;
const keys = {
  JWT_SECRET: 'a secret of the tests, long enough for HS256',
  SECRETS_KEY: Buffer.from('a key of the tests, 32 bytes all').toString('base64'),
};
const env = {
  ...{ PATH: process.env.PATH, DATABASE_URL: url.href, PORT: '0', GRAPHIQL: 'off', ...keys },
  ...{ WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', HISTORY_KEEP_DAYS: '3650' },
};
const program = async (file, ...args) =>
  (await run(process.execPath, [at(`dist/${file}.js`), ...args], { env })).stdout.trim();

/** Asks until it is true. */
async function until(isTrue) {
  while (!(await isTrue())) await delay(50);
}

/** Answers 204, and 503 at /waiting. */
const receiver = createServer((request, response) =>
  request.resume().on('end', () => response.writeHead(request.url === '/waiting' ? 503 : 204).end()),
).listen(0, '127.0.0.1');
await once(receiver, 'listening');
const place = `127.0.0.1:${receiver.address().port}`;

const admin = new pg.Client(server);
await admin.connect();
await admin.query(`CREATE DATABASE ${name}`);
const gateway = spawn(process.execPath, [at('dist/main.js')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
try {
  await fill();
} finally {
  gateway.kill('SIGKILL');
  receiver.close();
  await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await admin.end();
}

async function fill() {
  let address = '';
  for await (const line of createInterface(gateway.stdout)) {
    const { msg, ...ready } = JSON.parse(line);
    if (msg === 'ready') address = ready.address;
    if (address !== '') break;
  }
  if (address === '') throw new Error('The gateway has not started.');
  gateway.stdout.resume();
  const db = new pg.Pool({ connectionString: url.href, max: 1 });
  db.on('error', () => {});
  const sql = async (text, values) => (await db.query(text, values)).rows;
  const isThere = (query) => async () => (await sql(`SELECT EXISTS (${query}) AS found`))[0].found;

  const token = await program('token', '--company', 'acme');
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const post = (query, variables, more = {}) =>
    fetch(address, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify({ query, variables }) });
  /** The result of the only field. */
  const ask = async (query, variables) => {
    const answer = await (await post(query, variables)).json();
    const [result] = Object.values(answer.data ?? {});
    if (answer.errors || result?.message) throw new Error(JSON.stringify(answer));
    return result;
  };

  const secret = 'a secret of a receiver, long enough';
  const subscribe = (path, actions) =>
    ask(
      'mutation ($input: CreateSubscriptionInput!) { createSubscription(input: $input) { ... on WebhookSubscription { id } ... on Error { message } } }',
      {
        input: {
          workflowId: path,
          nodeId: path,
          webhookUrl: `http://${place}/${path}`,
          resource: 'tank',
          actions,
          secret,
        },
      },
    );
  await subscribe('received', ['created', 'updated', 'deleted']);
  await subscribe('waiting', ['deleted']);

  const stream = await post('subscription { changes(watch: [{ record: TANK }]) { __typename } }', undefined, {
    accept: 'text/event-stream',
  });
  const reader = stream.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!/^id: ?(.+)$/m.test(text)) text += (await reader.read()).value;
  const [, since] = /^id: ?(.+)$/m.exec(text);
  await reader.cancel();

  const create = (named) =>
    ask(
      'mutation ($input: CreateTankInput!) { createTank(input: $input) { ... on Tank { id } ... on Error { message } } }',
      {
        input: { name: named, tankSize: 1000 },
      },
    );
  const [changed, deleted] = [(await create('North')).id, (await create('South')).id];
  await ask(
    'mutation ($id: ID!, $input: UpdateTankInput!) { updateTank(id: $id, input: $input) { ... on Tank { id } ... on Error { message } } }',
    { id: changed, input: { fillPercentage: 42.5 } },
  );
  await ask(
    'mutation ($id: ID!) { deleteTank(id: $id) { ... on DeletedTank { recordId } ... on Error { message } } }',
    { id: deleted },
  );
  await until(isThere('SELECT FROM webhook_attempt WHERE http_status = 503'));
  await until(isThere("SELECT FROM webhook_delivery_finished WHERE status = 'delivered' OFFSET 3"));
  await until(isThere("SELECT FROM live_change WHERE action = 'deleted'"));
  const key = await program('key', 'create', '--company', 'acme', '--scope', 'tanks:read history:read');
  const exited = once(gateway, 'exit');
  gateway.kill('SIGKILL');
  await exited;
  await sql("UPDATE tank SET name = 'North 2' WHERE id = $1", [changed]);
  const [{ sequence }] = await sql('SELECT max(sequence)::text AS sequence FROM webhook_event');
  const [{ now }] = await sql('SELECT now()');
  const applied = await sql('SELECT migration_name, checksum FROM _prisma_migrations ORDER BY migration_name');
  await db.end();

  const facts = {
    ...{ now, migrations: Object.fromEntries(applied.map((row) => [row.migration_name, row.checksum])) },
    ...{ key, secret, since, changed, deleted, sequence, receiver: place },
  };
  const options = ['--data-only', '--inserts', '--load-via-partition-root', '--exclude-table=_prisma_migrations'];
  const dump = (await run('pg_dump', [...options, url.href], { maxBuffer: 2 ** 26 })).stdout;
  mkdirSync(at('test/postgres/released'), { recursive: true });
  const file = at(`test/postgres/released/${version}`);
  // Without comments, and without the commands and settings of one version of psql and pg_dump.
  const statements = dump.split('\n').filter((line) => line !== '' && !/^(--|\\|SET )/.test(line));
  writeFileSync(`${file}.sql`, `${statements.join('\n')}\n`);
  writeFileSync(`${file}.json`, `${JSON.stringify(facts, null, 2)}\n`);
  process.stdout.write(`${file}.sql has ${statements.length} lines.\n`);
}
