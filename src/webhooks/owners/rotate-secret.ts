import type { Records } from '../../db/client.ts';
import type { Target } from '../../db/sql/rows.ts';
import { sql } from '../../db/tenancy/fragment.ts';
import type { Tenant } from '../../db/tenancy/tenant.ts';
import type { SecretCipher } from '../secrets/cipher.ts';
import { createSecret } from '../sending/signature.ts';
import { chosenBy, reaches } from './subscription-state.ts';

/** Secrets that a rotation keeps beside the one it replaces. A subscription is then signed with at most six. */
const MOST_EARLIER = 4;

/**
 * Gives a subscription a new secret, a random one by default, and returns it: it cannot be read later. For 24 h
 * requests are signed with the replaced one, too. Of more than five valid secrets the oldest is dropped: a rotation
 * must always be possible, since a secret may have leaked. Undefined if the tenant has no such subscription.
 */
export async function rotateSecret(
  prisma: Records,
  cipher: SecretCipher,
  tenant: Tenant,
  chosen: Target,
  secret = createSecret(),
): Promise<string | undefined> {
  const isThere = await reaches(
    prisma,
    tenant,
    sql`
    UPDATE webhook_subscription s
    SET secret = ${cipher.encrypt(chosen.id, secret)}, previous_secret = s.secret, previous_secret_until = now() + interval '24 hours',
      earlier_secrets = (
        SELECT coalesce(jsonb_agg(entry ORDER BY place), '[]')
        FROM (
          SELECT * FROM jsonb_array_elements(
            jsonb_build_array(jsonb_build_object('secret', s.previous_secret, 'until', s.previous_secret_until)) || s.earlier_secrets
          ) WITH ORDINALITY AS t (entry, place)
          WHERE entry ->> 'secret' IS NOT NULL AND (entry ->> 'until')::timestamptz > now() ORDER BY place LIMIT ${MOST_EARLIER}
        ) kept
      )
    WHERE ${chosenBy(chosen, tenant, 's')} RETURNING s.id`,
  );
  return isThere ? secret : undefined;
}
