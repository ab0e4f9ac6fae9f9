import { isDeepStrictEqual } from 'node:util';
import { type InputIssue, InvalidRequestError } from '../../base/errors.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Client } from '../../prisma/client.ts';
import type { Tenant } from '../../prisma/tenancy/tenant.ts';
import type { Scalars } from '../../records/records.ts';
import { isStorableText, KEY_LENGTH } from '../../records/values.ts';
import type { SecretCipher } from '../secrets/cipher.ts';

/** The input of a new subscription as text, to be kept with its idempotency key. Null is the same as omitted. */
export const textOfInput = (input: object): string =>
  JSON.stringify(Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null)));

/** Creates a subscription, or returns the one that an earlier request with its idempotency key has created. */
export async function createOnce(
  prisma: Client,
  tenant: Tenant,
  data: Prisma.WebhookSubscriptionUncheckedCreateInput & { companyId: string },
): Promise<Scalars<'WebhookSubscription'>> {
  const rows = prisma.webhookSubscription.of(tenant);
  const { companyId, idempotencyKey } = data;
  try {
    return await rows.create({ data });
  } catch (error) {
    const isRepeat = error instanceof InvalidRequestError && error.issues.some(({ code }) => code === 'DUPLICATE');
    if (!isRepeat || typeof idempotencyKey !== 'string') throw error;
    const first = await rows.findUnique({ where: { companyId_idempotencyKey: { companyId, idempotencyKey } } });
    // Deleted since then: the key is free again.
    return first ?? createOnce(prisma, tenant, data);
  }
}

/** An issue for each field that differs from the first request with the key. None if that cannot be decrypted. */
export function issuesOfRepeat(cipher: SecretCipher, id: string, stored: string | null, input: object): InputIssue[] {
  const text = stored === null ? undefined : cipher.read(id, stored);
  if (text === undefined) return [];
  const first: Record<string, unknown> = JSON.parse(text);
  const given: Record<string, unknown> = JSON.parse(textOfInput(input));
  const message =
    'differs from the first request with this idempotencyKey; choose another key for another subscription';
  return [...new Set([...Object.keys(first), ...Object.keys(given)])]
    .filter((name) => !isDeepStrictEqual(first[name], given[name]))
    .sort()
    .map((name) => ({ path: ['input', name], code: 'INCOMPATIBLE', message }));
}

export function issuesOfKey(key: string | null | undefined): InputIssue[] {
  if (typeof key !== 'string') return [];
  const issue = { path: ['idempotencyKey'], message: `must be 1 to ${KEY_LENGTH} characters without U+0000` };
  if (key === '') return [{ ...issue, code: 'REQUIRED' }];
  if (key.length > KEY_LENGTH) return [{ ...issue, code: 'TOO_LONG' }];
  return isStorableText(key) ? [] : [{ ...issue, code: 'INVALID_CHARACTER' }];
}
