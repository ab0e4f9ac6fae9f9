import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { portOf } from '../../test/port.ts';
import { PROGRAM_ENV, tokenFor } from '../http/gateway-process.ts';
import { openStream } from '../http/open-stream.ts';

const WRITES = 200;
const STARTS_MS = 60_000;

/**
 * Runs the built gateway on a database and uses it as clients do. Returns the sentence with which it refused to start.
 * Throws an error that says what did not hold.
 */
export async function probe(databaseUrl: string): Promise<string | undefined> {
  const child = fork(fileURLToPath(new URL('../dist/main.js', import.meta.url)), {
    env: { ...PROGRAM_ENV, DATABASE_URL: databaseUrl, WEBHOOKS: 'on', WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const ended = once(child, 'exit');
  const log: string[] = [];
  try {
    const port = await readyPort(child, log);
    if (port === undefined) return lastSentence(log);
    await use(port);
    return undefined;
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

/** The port of a gateway that is ready; undefined if it ended before. */
async function readyPort(child: ChildProcess, log: string[]): Promise<number | undefined> {
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('The gateway has no output.');
  createInterface({ input: stderr }).on('line', (line) => log.push(line));
  const timer = setTimeout(() => child.kill('SIGKILL'), STARTS_MS);
  for await (const line of createInterface({ input: stdout })) {
    log.push(line);
    const address = /"address":"([^"]+)"/.exec(line)?.[1];
    if (address === undefined) continue;
    clearTimeout(timer);
    stdout.resume();
    return Number(new URL(address).port);
  }
  clearTimeout(timer);
  return undefined;
}

const lastSentence = (log: string[]): string =>
  log
    .map((line) => (line.startsWith('{') ? String(JSON.parse(line).msg) : line))
    .filter((line) => line.trim() !== '')
    .at(-1) ?? 'nothing';

/** Throws unless times, lists, concurrent writes, a live operation, a webhook and the health check are right. */
async function use(port: number): Promise<void> {
  const token = await tokenFor('acme');
  const address = `http://127.0.0.1:${port}`;
  const ask = async (query: string, variables: object = {}) => {
    const response = await fetch(`${address}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables }),
    });
    const answer = await response.json();
    if (answer.errors) throw new Error(`${query.slice(0, 60)}: ${JSON.stringify(answer.errors)}`);
    return answer.data;
  };
  const receiver = createServer((request, response) => {
    request.resume();
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const agent = new Agent();
  try {
    const { createTank: tank } = await ask(
      `mutation { createTank(input: { name: "Tank", fillPercentage: "12.5" }) { ... on Tank { id version lastModifiedDate } } }`,
    );
    const age = Date.now() - Date.parse(tank.lastModifiedDate);
    if (!/Z$/.test(tank.lastModifiedDate) || Math.abs(age) > 60_000)
      throw new Error(`a record created now has the time ${tank.lastModifiedDate}`);
    const { createSubscription } = await ask(
      `mutation ($url: String!) { createSubscription(input: { resource: "tank", actions: ["updated"], workflowId: "w",
         nodeId: "n", webhookUrl: $url, secret: "a secret" }) { __typename } }`,
      { url: `http://127.0.0.1:${portOf(receiver)}/` },
    );
    if (createSubscription.__typename !== 'WebhookSubscription') throw new Error(JSON.stringify(createSubscription));
    const live = await openStream(
      port,
      agent,
      { authorization: `Bearer ${token}` },
      { query: 'subscription { changes(watch: [{ record: TANK }]) { ... on TankChange { recordId occurredAt } } }' },
    );
    const rename = 'mutation ($id: ID!, $name: String) { updateTank(id: $id, input: { name: $name }) { __typename } }';
    const write = async (name: string): Promise<void> => {
      const { updateTank } = await ask(rename, { id: tank.id, name });
      if (updateTank.__typename !== 'Tank')
        throw new Error(`an update was answered with ${JSON.stringify(updateTank)}`);
    };
    const changed = itemOf(live, (text) => text.includes(tank.id));
    await Promise.all([
      within(changed, 'a live change'),
      within(once(receiver, 'request'), 'a webhook'),
      ...Array.from({ length: WRITES }, (_, n) => write(`name ${n}`)),
    ]);
    const { tanks } = await ask(
      '{ tanks(filter: { search: "name" }) { totalCount modifiedThrough nodes { version } } }',
    );
    if (tanks.totalCount !== 1 || tanks.modifiedThrough === null) throw new Error(JSON.stringify(tanks));
    const ready = await fetch(`${address}/ready`);
    if (ready.status !== 200) throw new Error(`/ready answers ${ready.status}`);
    live.destroy();
  } finally {
    agent.destroy();
    receiver.closeAllConnections();
    receiver.close();
  }
}

async function itemOf(stream: AsyncIterable<string>, isWanted: (text: string) => boolean): Promise<void> {
  for await (const text of stream) if (isWanted(text)) return;
  throw new Error('the stream ended');
}

const within = <Result>(wanted: Promise<Result>, what: string, ms = 15_000): Promise<Result> =>
  Promise.race([
    wanted,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error(`${what} did not come`)), ms).unref()),
  ]);
