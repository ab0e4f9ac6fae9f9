import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { createSecret, sign, verify } from '../../src/webhooks/sending/signature.ts';

const id = 'msg_1';
const body = '{"type":"tank.updated","data":{"note":"déjà vu"}}';
const now = () => Math.floor(Date.now() / 1000);
const headers = (timestamp: number, signature: string) => ({
  'webhook-id': id,
  'webhook-timestamp': timestamp.toString(),
  'webhook-signature': signature,
});

test('a whsec_ secret and a plain one both verify with the standardwebhooks package', () => {
  const timestamp = now();
  const secret = createSecret();
  new Webhook(secret).verify(body, headers(timestamp, sign([secret], id, timestamp, body)));
  const plain = 'our shared sécret';
  new Webhook(new TextEncoder().encode(plain), { format: 'raw' }).verify(
    body,
    headers(timestamp, sign([plain], id, timestamp, body)),
  );
});

test('during a rotation both secrets verify, and no other', () => {
  const timestamp = now();
  const [previous, current, other] = [createSecret(), createSecret(), createSecret()];
  const signature = sign([current, previous], id, timestamp, body);
  for (const secret of [current, previous]) new Webhook(secret).verify(body, headers(timestamp, signature));
  expect(() => new Webhook(other).verify(body, headers(timestamp, signature))).toThrow();
});

test('one changed byte of the body, the id or the timestamp is refused', () => {
  const timestamp = now();
  const secret = createSecret();
  const signature = sign([secret], id, timestamp, body);
  const webhook = new Webhook(secret);
  expect(() => webhook.verify(body.replace('tank', 'tanl'), headers(timestamp, signature))).toThrow();
  expect(() => webhook.verify(body, { ...headers(timestamp, signature), 'webhook-id': 'msg_2' })).toThrow();
  expect(() => webhook.verify(body, headers(timestamp + 1, signature))).toThrow();
});

test('our own verification agrees with the package, and refuses a message that is too old', () => {
  const timestamp = now();
  const secret = createSecret();
  const header = new Webhook(secret).sign(id, new Date(timestamp * 1000), body);
  expect(verify(secret, { id, timestamp, header: `v1,AAAA v1a,xyz ${header}`, body })).toBe(true);
  expect(verify(secret, { id, timestamp, header, body: `${body} ` })).toBe(false);
  expect(verify(createSecret(), { id, timestamp, header, body })).toBe(false);
  expect(verify(secret, { id, timestamp, header, body }, timestamp + 301)).toBe(false);
  expect(verify(secret, { id, timestamp: Number.NaN, header, body })).toBe(false);
});
