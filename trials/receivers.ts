// Sends webhooks to tools with their default parsers, and counts the messages that these verify: node trials/run.mjs
// receivers [--changes 50]. Node-RED's `http in` and `express.json()` of Express keep only the parsed body, and come
// from npm; Python reads the bytes. On the server of DATABASE_URL, or that at 127.0.0.1:5432. Exits with 1 if one
// message is not verified at its first attempt.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '../test/port.ts';
import { openScratch } from './database.ts';
import { startGateway, tokenFor } from './http/gateway-process.ts';

const { values } = parseArgs({ options: { changes: { type: 'string', default: '50' } } });
const changes = Number(values.changes);
const WAIT_MS = 60_000;
const KEY = Buffer.alloc(32, 3).toString('base64');

/** Verifies `body` for the headers `h`, and sets `status`. */
const VERIFY = `
const text = h['webhook-id'] + '.' + h['webhook-timestamp'] + '.' + JSON.stringify(body);
const signature = 'v1,' + crypto.createHmac('sha256', Buffer.from('${KEY}', 'base64')).update(text).digest('base64');
const status = signature === h['webhook-signature'] ? 204 : 401;`;

const EXPRESS = `
const crypto = require('node:crypto');
const express = require('express');
express().use(express.json({ limit: '1mb' })).post('/', (request, response) => {
  const [h, body] = [request.headers, request.body];
  ${VERIFY}
  response.status(status).end();
}).listen(Number(process.env.PORT), '127.0.0.1');`;

const PYTHON = `
import base64, hashlib, hmac, os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers['content-length']))
        text = f"{self.headers['webhook-id']}.{self.headers['webhook-timestamp']}.".encode() + body
        wanted = base64.b64encode(hmac.new(base64.b64decode('${KEY}'), text, hashlib.sha256).digest()).decode()
        self.send_response(204 if 'v1,' + wanted == self.headers['webhook-signature'] else 401)
        self.end_headers()
    def log_message(self, *_): pass
ThreadingHTTPServer.request_queue_size = 128
ThreadingHTTPServer(('127.0.0.1', int(os.environ['PORT'])), Receiver).serve_forever()`;

const SETTINGS = `
module.exports = { uiHost: '127.0.0.1', uiPort: Number(process.env.PORT), httpAdminRoot: false, flowFile: 'flows.json',
  functionGlobalContext: { crypto: require('node:crypto') }, logging: { console: { level: 'error' } } };`;

/** `http in`, a function node, and `http response`, each with its defaults. */
const FLOWS = [
  { id: 'flow', type: 'tab', label: 'Webhooks' },
  { id: 'in', z: 'flow', type: 'http in', url: '/', method: 'post', wires: [['verify']] },
  {
    ...{ id: 'verify', z: 'flow', type: 'function', outputs: 1, wires: [['out']] },
    func: `const [h, body, crypto] = [msg.req.headers, msg.payload, global.get('crypto')];
${VERIFY}
return Object.assign(msg, { statusCode: status, payload: '' });`,
  },
  { id: 'out', z: 'flow', type: 'http response', wires: [] },
];

const folder = mkdtempSync(join(tmpdir(), 'receivers-'));
console.log('Installing Node-RED and Express…');
execFileSync('npm', ['install', '--prefix', folder, '--no-save', 'node-red', 'express'], { stdio: 'ignore' });
const [userDir, express, python] = [join(folder, 'red'), join(folder, 'express.cjs'), join(folder, 'receiver.py')];
mkdirSync(userDir);
writeFileSync(join(userDir, 'settings.js'), SETTINGS);
writeFileSync(join(userDir, 'flows.json'), JSON.stringify(FLOWS));
writeFileSync(express, EXPRESS);
writeFileSync(python, PYTHON);
const TOOLS: [name: string, command: string, args: string[]][] = [
  ['Node-RED', process.execPath, [join(folder, 'node_modules/node-red/red.js'), '--userDir', userDir]],
  ['express.json()', process.execPath, [express]],
  ['Python', 'python3', [python]],
];

const scratch = await openScratch();
const gateway = await startGateway(scratch.url, { WEBHOOKS: 'on', WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' });
const authorization = `Bearer ${await tokenFor('acme')}`;
const SUBSCRIBE = `mutation ($input: CreateSubscriptionInput!) {
  createSubscription(input: $input) { ... on WebhookSubscription { id } ... on Error { message } }
}`;

async function subscribe(webhookUrl: string): Promise<string> {
  const events = { resource: 'tank', actions: ['created', 'updated'], workflowId: 'flow', nodeId: webhookUrl };
  const variables = { input: { ...events, webhookUrl, secret: `whsec_${KEY}` } };
  const response = await fetch(`http://127.0.0.1:${gateway.port}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify({ query: SUBSCRIBE, variables }),
  });
  const { data, errors } = await response.json();
  const id = data?.createSubscription?.id;
  if (typeof id !== 'string') throw new Error(JSON.stringify(errors ?? data));
  return id;
}

const programs: ChildProcess[] = [];
const ids: string[] = [];
for (const [, command, args] of TOOLS) {
  const port = await freePort();
  programs.push(
    spawn(command, args, { env: { ...process.env, PORT: `${port}` }, stdio: ['ignore', 'ignore', 'inherit'] }),
  );
  const url = `http://127.0.0.1:${port}/`;
  const isUp = (): Promise<boolean> =>
    fetch(url, { method: 'HEAD' }).then(
      () => true,
      () => false,
    );
  while (!(await isUp())) await delay(100);
  ids.push(await subscribe(url));
}
/** What parsers and writers of JSON treat in different ways. */
const AWKWARD = JSON.stringify({ quote: '"\\/', line: '\u2028\n', letters: 'Käse 🛢', zero: 0.1, list: [], 7: null });
await scratch.pool.query(
  `INSERT INTO tank (id, company_id, name, metadata, fill_percentage)
   SELECT 't' || n, 'acme', 'Täñk "' || n, $2::jsonb || '{"fraction": 1.50}', n / 3.0
   FROM generate_series(1, $1) n`,
  [changes / 2, AWKWARD],
);
await scratch.pool.query('UPDATE tank SET fill_percentage = 12.5, metadata = metadata || $1::jsonb', [AWKWARD]);

const COUNT = `SELECT count(*) FILTER (WHERE status = 'delivered' AND attempts = 1)::int AS verified, count(*)::int AS sent
  FROM webhook_delivery WHERE subscription_id = $1 AND attempts > 0`;
let isOver = false;
const until = performance.now() + WAIT_MS;
let counts: { verified: number; sent: number }[] = [];
while (!isOver && performance.now() < until) {
  await delay(200);
  const found = await Promise.all(ids.map(async (id) => (await scratch.pool.query(COUNT, [id])).rows[0]));
  counts = found;
  isOver = counts.every(({ sent }) => sent === changes);
}
for (const [index, { verified, sent }] of counts.entries())
  console.log(
    `${TOOLS[index]?.[0]}: ${verified} of ${sent} messages verified at the first attempt, ${changes} changes`,
  );
process.exitCode = counts.every(({ verified }) => verified === changes) ? 0 : 1;
await gateway.stop();
for (const program of programs) program.kill('SIGKILL');
await scratch.drop();
rmSync(folder, { recursive: true, force: true });
