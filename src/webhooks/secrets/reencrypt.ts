import { isDeepStrictEqual } from 'node:util';
import { reasonOf } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { Client } from '../../prisma/client.ts';
import type { SecretCipher } from './cipher.ts';

const BATCH = 500;

interface Row {
  id: string;
  secret: string | null;
  previous: string | null;
  input: string | null;
  headers: string | null;
  earlier: { secret: string; until: string }[];
}

/** Encrypts secrets under older keys with the first key. Never rejects: what fails is logged, and tried again later. */
export async function encryptSecrets(prisma: Client, cipher: SecretCipher, log: Log): Promise<void> {
  const unreadable: string[] = [];
  let subscriptions = 0;
  const current = `${cipher.prefix}%`;
  try {
    let page: Row[];
    let last = '';
    do {
      page = await prisma.$transaction(async (tx) => {
        const rows = await tx.$queryRaw<Row[]>`
          SELECT id, secret, previous_secret AS previous, idempotency_input AS input, headers,
            earlier_secrets AS earlier
          FROM webhook_subscription
          WHERE id > ${last} AND (
            secret NOT LIKE ${current} OR previous_secret NOT LIKE ${current} OR idempotency_input NOT LIKE ${current}
            OR headers NOT LIKE ${current}
            OR EXISTS (SELECT FROM jsonb_array_elements(earlier_secrets) e WHERE e ->> 'secret' NOT LIKE ${current})
          ) ORDER BY id LIMIT ${BATCH}::int FOR NO KEY UPDATE`;
        const renewed = rows.map((row) => renew(cipher, row, unreadable));
        const changed = renewed.filter((row, index) => !isDeepStrictEqual(row, rows[index]));
        await tx.$executeRaw`
          UPDATE webhook_subscription s
          SET secret = d.secret, previous_secret = d.previous, idempotency_input = d.input, headers = d.headers,
            earlier_secrets = d.earlier
          FROM jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
            AS d (id text, secret text, previous text, input text, headers text, earlier jsonb) WHERE s.id = d.id`;
        subscriptions += changed.length;
        return rows;
      });
      last = page.at(-1)?.id ?? last;
    } while (page.length === BATCH);
  } catch (err) {
    log.error({ err }, 'could not encrypt the secrets of webhooks');
  }
  if (subscriptions > 0) log.info({ subscriptions }, 'secrets of webhooks encrypted');
  if (unreadable.length > 0)
    log.error(
      { secrets: unreadable.length, examples: unreadable.slice(0, 10) },
      'secrets of webhooks cannot be decrypted; restore their key in SECRETS_KEY, or let their owners rotate them',
    );
}

/** The row under the first key. What cannot be decrypted stays as it is, and is described in `unreadable`. */
function renew(cipher: SecretCipher, row: Row, unreadable: string[]): Row {
  const { id } = row;
  const text = <Stored extends string | null>(stored: Stored): Stored | string => {
    if (stored === null || stored.startsWith(cipher.prefix)) return stored;
    try {
      return cipher.encrypt(id, cipher.decrypt(id, stored));
    } catch (error) {
      unreadable.push(`${id}: ${reasonOf(error)}`);
      return stored;
    }
  };
  const earlier = row.earlier.map(({ secret, until }) => ({ secret: text(secret), until }));
  const { secret, previous, input, headers } = row;
  return { id, secret: text(secret), previous: text(previous), input: text(input), headers: text(headers), earlier };
}
