import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { compact } from '../../src/exact-json.ts';
import { createSecret } from '../../src/webhooks/sending/signature.ts';
import { useDatabase } from './database.ts';
import { deliver, deliverDue } from './loop.ts';
import { openReceiver } from './receiver.ts';

const database = useDatabase();
const { sql, subscribe, change, deliveries, attempts } = database;

test('a change arrives as a signed message with the promised body', async () => {
  const receiver = await openReceiver();
  const secret = createSecret();
  await subscribe({ url: `${receiver.url}/hooks?a=1`, secret });
  const delivery = await deliver(database.pool);
  const before = Math.floor(Date.now() / 1000);
  await change();
  delivery.nudge();
  const { path, headers, text, body } = await receiver.next();
  const after = Date.now() / 1000;
  const [{ event_id: event }] = await deliveries();
  new Webhook(secret).verify(text, headers as Record<string, string>);
  expect(path).toBe('/hooks?a=1');
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': `msg_${event}_sub` });
  expect(Number(headers['webhook-timestamp'])).toBeGreaterThanOrEqual(before);
  expect(Number(headers['webhook-timestamp'])).toBeLessThanOrEqual(after);
  expect(body).toEqual({
    type: 'tank.updated',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    data: expect.objectContaining({ id: 'acme', tank_size: 1, company_id: 'acme' }),
    changed: ['tank_size', 'last_modified_date'],
    version: 2,
    sequence: expect.any(Number),
    actor: { kind: 'sql', id: expect.any(String) },
    company_id: 'acme',
    workflow_id: 'flow',
    node_id: 'node',
  });
});

test('without a secret a message is unsigned', async () => {
  const receiver = await openReceiver();
  await subscribe({ url: receiver.url });
  await change();
  await deliverDue(database.pool);
  expect((await receiver.next()).headers).not.toHaveProperty('webhook-signature');
});

test('a delivery is recorded with its attempt', async () => {
  const receiver = await openReceiver((response) => response.writeHead(201).end('thanks'));
  await subscribe({ url: receiver.url });
  await change();
  expect(await deliverDue(database.pool)).toBe(1);
  expect(await deliveries()).toMatchObject([
    { status: 'delivered', attempts: 1, lease_token: null, leased_until: null, finished_at: expect.any(String) },
  ]);
  expect(await attempts()).toMatchObject([{ number: 1, http_status: 201, error: null, response_head: 'thanks' }]);
  expect((await attempts())[0].duration_ms).toBeGreaterThanOrEqual(0);
});

test('a record too large for a message is cut to its id, company and version', async () => {
  const receiver = await openReceiver();
  await subscribe({ url: receiver.url });
  await change();
  await sql(`UPDATE tank SET note = (SELECT string_agg(md5(g::text), '') FROM generate_series(1, 9000) g)`);
  await deliverDue(database.pool);
  const bodies = receiver.received.map(({ body }) => body).sort((a, b) => a.version - b.version);
  expect(bodies[0]?.truncated).toBe(undefined);
  expect(bodies[1]).toMatchObject({
    truncated: true,
    data: { id: 'acme', company_id: 'acme', version: 3 },
    version: 3,
  });
  expect(Object.keys(bodies[1]?.data ?? {})).toHaveLength(3);
});

test('numbers and texts arrive as stored, to the last digit', async () => {
  const receiver = await openReceiver();
  await subscribe({ url: receiver.url });
  await sql(`INSERT INTO tank (id, company_id) VALUES ('t', 'acme')`);
  await sql(`UPDATE tank SET metadata = '{"big": 12345678901234567890.123, "text": "é\\u2028\\"x"}'`);
  await deliverDue(database.pool);
  const { text, body } = await receiver.next();
  expect(text).toContain('12345678901234567890.123');
  expect(body.data.metadata).toMatchObject({ text: 'é\u2028"x' });
});

test('a tool that keeps only the parsed body verifies the message', async () => {
  const receiver = await openReceiver();
  const secret = createSecret();
  await subscribe({ url: receiver.url, secret });
  await change();
  await sql(
    `UPDATE tank SET name = E'Gr\u00f6\u00dfe "5\\" / \u2028\t', fill_percentage = 1e-7, last_reading = '{"10": 1.50, "2": 1e2, "a": [true, null, 0.1]}'`,
  );
  await deliverDue(database.pool);
  await receiver.next();
  const { text, headers } = await receiver.next();
  const parsed = JSON.stringify(JSON.parse(text));
  expect(parsed).toBe(text);
  new Webhook(secret).verify(parsed, headers as Record<string, string>);
});

test('compact JSON keeps the digits of numbers that JavaScript would round, and spaces in texts', () => {
  // A long fraction that JavaScript holds exactly, beside a key and a number that it writes in another way.
  const written = '{"fraction": 1.50, "7": null, "fill": 33.333333333333336}';
  expect(compact(written)).toBe('{"7":null,"fraction":1.5,"fill":33.333333333333336}');
  expect(compact('{"a b": "c, d: \\"e\\" ", "n": 12345678901234567890, "m": [1.5, 2]}')).toBe(
    '{"a b":"c, d: \\"e\\" ","n":12345678901234567890,"m":[1.5,2]}',
  );
});
