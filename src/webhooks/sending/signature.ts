import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Creates a secret of 24 random bytes in the form of Standard Webhooks, `whsec_` and base64. */
export const createSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;

/** A secret `whsec_…` is base64; any other secret stands for its UTF-8 bytes. */
const keyOf = (secret: string): Buffer =>
  secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret, 'utf8');

function signWith(secret: string, id: string, timestamp: number, body: string | Buffer): string {
  const mac = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body);
  return `v1,${mac.digest('base64')}`;
}

/** The `webhook-signature` header (Standard Webhooks v1), one for each secret; `timestamp` is in seconds. */
export function sign(secrets: string[], id: string, timestamp: number, body: string | Buffer): string {
  return secrets.map((secret) => signWith(secret, id, timestamp, body)).join(' ');
}

/** True if `secret` signed exactly these bytes, at most `toleranceSeconds` from `now` (in seconds). */
export function verify(
  secret: string,
  message: { id: string; timestamp: number; header: string; body: string | Buffer },
  now = Date.now() / 1000,
  toleranceSeconds = 300,
): boolean {
  if (!Number.isInteger(message.timestamp) || Math.abs(now - message.timestamp) > toleranceSeconds) return false;
  const expected = Buffer.from(signWith(secret, message.id, message.timestamp, message.body));
  return message.header.split(' ').some((text) => {
    const given = Buffer.from(text);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
