import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { NOBODY } from '../load/event-loop.ts';
import { turnsOfUnknownTokens } from '../load/turns.ts';
import type { Client } from '../prisma/client.ts';
import { Tenant } from '../prisma/tenancy/tenant.ts';
import { type Caller, callerOf, refusedCaller } from './scopes.ts';

/** How long a key is accepted without another look at its row, and so the longest time until a revocation holds. */
const REMEMBER_MS = 5_000;
/** The precision of `last_used_at`. */
const USE_MS = 60_000;

const FORM = /^fog_([0-9a-f]{16})_([\w-]{43})$/;
const INVALID = refusedCaller('The API key is not valid.');
const REVOKED = refusedCaller('The API key has been revoked.');
const EXPIRED = refusedCaller('The API key has expired.');
const COLUMNS = {
  companyId: true,
  scopes: true,
  own: true,
  hash: true,
  expiresAt: true,
  lastUsedAt: true,
  revokedAt: true,
} as const;

/** A slow hash protects secrets that people choose. This one has 256 random bits. */
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** What an absent key is compared with, so that the time of an answer does not reveal whether an id exists. */
const NO_HASH = hashOf(randomBytes(32).toString('base64url')).toString('hex');

/** Makes a key, `fog_<id>_<secret>`. A proxy recognizes a company's keys by the first digits of the id. */
export function createKey(prefix = randomBytes(4).toString('hex')): { id: string; hash: string; key: string } {
  const id = `${prefix}${randomBytes(4).toString('hex')}`;
  const secret = randomBytes(32).toString('base64url');
  return { id, hash: hashOf(secret).toString('hex'), key: `fog_${id}_${secret}` };
}

interface Known {
  caller: Caller;
  expires: number;
  readAt: number;
}

/** Turns an API key into a caller, or one with a refusal. A guess takes as long for an id that exists. */
export function createKeyAuthenticator(prisma: Client): (key: string) => Caller | Promise<Caller> {
  const known = new LRUCache<string, Known>({ max: 1000 });
  const uses = new LRUCache<string, number>({ max: 1000 });
  const inTurn = turnsOfUnknownTokens();
  const keys = prisma.apiKey.of(Tenant.SYSTEM);

  const answerOf = ({ caller, expires }: Known): Caller => (expires <= Date.now() ? EXPIRED : caller);

  const recordUse = (id: string, stored: number, now: number): void => {
    if (now - Math.max(stored, uses.get(id) ?? 0) < USE_MS) return;
    uses.set(id, now);
    // The request does not wait for it, nor does it fail with it: a later use is recorded again.
    keys.updateMany({ where: { id }, data: { lastUsedAt: new Date(now) } }).catch(() => {});
  };

  const lookUp = async (key: string, id: string, secret: string): Promise<Caller> => {
    const readAt = Date.now();
    const row = await keys.findUnique({ where: { id }, select: COLUMNS });
    const isRight = timingSafeEqual(hashOf(secret), Buffer.from(row?.hash ?? NO_HASH, 'hex'));
    if (row === null || !isRight) return INVALID;
    const granted = callerOf({
      company: row.companyId || undefined,
      scopes: new Set(row.scopes),
      actor: `key:${id}`,
      own: row.own ?? undefined,
      source: 'What the API key says of "own"',
    });
    const caller = row.revokedAt === null ? granted : REVOKED;
    const entry = { caller, expires: row.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY, readAt };
    known.set(key, entry);
    const answer = answerOf(entry);
    if (answer === granted) recordUse(id, row.lastUsedAt?.getTime() ?? 0, readAt);
    return answer;
  };

  return (key) => {
    const hit = known.get(key);
    const age = Date.now() - (hit?.readAt ?? 0);
    // A negative age: the clock was set back.
    if (hit !== undefined && age >= 0 && age < REMEMBER_MS) return answerOf(hit);
    const [, id, secret] = FORM.exec(key) ?? [];
    if (id === undefined || secret === undefined) return inTurn(NOBODY, () => INVALID);
    return hit === undefined ? inTurn(NOBODY, () => lookUp(key, id, secret)) : lookUp(key, id, secret);
  };
}
