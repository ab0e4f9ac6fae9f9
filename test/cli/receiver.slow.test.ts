import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedDemo } from '../../src/demo/company.ts';
import { readDocuments } from '../../src/http/graphiql/ready-documents.ts';
import { type Deliverer, startDeliverer } from '../../src/webhooks/deliver.ts';
import { cipher } from '../cipher.ts';
import { type Data, openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { openProgram, runProgram } from '../programs.ts';
import { Inbox } from '../webhooks/inbox.ts';
import { settings } from '../webhooks/loop.ts';

let gateway: TestGateway;
let deliverer: Deliverer;

beforeAll(async () => {
  gateway = await openGateway({ nudge: () => deliverer.nudge?.() });
  deliverer = await startDeliverer(gateway.pool, gateway.prisma, cipher, settings, pino({ level: 'silent' }));
  await seedDemo(gateway.prisma);
});
afterAll(async () => {
  await deliverer.stop();
  await gateway.close();
});

const documents = await readDocuments();

/** Runs a tab of GraphiQL as it is, but for these values of its input. */
async function run(tab: string, input: Data = {}): Promise<Data> {
  const { query = '', variables = '{}' } = documents.find(({ name }) => name === tab) ?? {};
  const given = JSON.parse(variables);
  const { data } = await gateway.ask(query, { ...given, input: { ...given.input, ...input } }, await tokenOf('demo'));
  return Object.values(data)[0];
}

test('the first example of docs/webhooks.md works after a press of UpdateTank, and the receiver prints a hint', async () => {
  const lines = new Inbox<string>();
  const { child } = openProgram('receiver', ['--port', '0', '--secret', 'demo-secret']);
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  const webhookUrl = /http:\S+/.exec(await lines.next())?.[0];
  expect(await lines.next()).toContain('An update that changes nothing sends no event.');
  const { version } = await run('UpdateTank');
  expect((await run('CreateSubscription', { webhookUrl })).__typename).toBe('WebhookSubscription');
  expect((await run('UpdateTank')).version).toBe(version);
  await run('UpdateTank', { fillPercentage: '77.5' });
  let line = '';
  while (!line.includes('msg_')) line = await lines.next();
  expect(line).toContain('signature verified');
  expect(lines.items.filter((each) => each.includes('msg_'))).toHaveLength(1);
  const { rows } = await gateway.pool.query('SELECT FROM webhook_delivery');
  expect(rows).toHaveLength(1);
});

test('--help prints the usage and ends', async () => {
  const usage = expect.stringMatching(/^Usage: npm run receiver -- \[--port/);
  expect(await runProgram('receiver', ['--help'])).toEqual({ status: 0, stdout: usage, stderr: '' });
});
