import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { Log } from '../../runtime/log.ts';
import type { SecretCipher } from './cipher.ts';

const BATCH = 500;

interface Earlier {
  secret: string;
  until: string;
}

interface Row {
  id: string;
  secret: string | null;
  previous: string | null;
  input: string | null;
  earlier: Earlier[];
}

const PAGE = `
SELECT id, secret, previous_secret AS previous, idempotency_input AS input, earlier_secrets AS earlier FROM webhook_subscription
WHERE id > $1 AND (
  secret NOT LIKE $2 OR previous_secret NOT LIKE $2 OR idempotency_input NOT LIKE $2
  OR EXISTS (SELECT FROM jsonb_array_elements(earlier_secrets) entry WHERE entry ->> 'secret' NOT LIKE $2)
) ORDER BY id LIMIT ${BATCH}`;

/** Skips a row that has changed since it was read. Rows are locked in order, so that two processes cannot deadlock. */
const WRITE = `
WITH done AS MATERIALIZED (
  SELECT * FROM jsonb_to_recordset($1) AS t (id text, old jsonb, new jsonb)
), locked AS MATERIALIZED (
  SELECT s.id FROM webhook_subscription s JOIN done USING (id) ORDER BY s.id FOR NO KEY UPDATE OF s
)
UPDATE webhook_subscription s
SET secret = d.new ->> 'secret', previous_secret = d.new ->> 'previous', idempotency_input = d.new ->> 'input',
  earlier_secrets = d.new -> 'earlier'
FROM done d JOIN locked USING (id)
WHERE s.id = d.id AND d.old = jsonb_build_object('id', s.id, 'secret', s.secret, 'previous', s.previous_secret,
  'input', s.idempotency_input, 'earlier', s.earlier_secrets)`;

/**
 * Encrypts the secrets that are under an older key with the first key, in batches. Any number of processes may do so at
 * once, and while others deliver. A secret that cannot be decrypted stays as it is. Never rejects: what cannot be done
 * now is logged, and the next call tries again.
 */
export async function encryptSecrets(pool: pg.Pool, cipher: SecretCipher, log: Log): Promise<void> {
  const unreadable: string[] = [];
  let subscriptions = 0;
  try {
    let page: Row[];
    let last = '';
    do {
      page = (await pool.query<Row>(PAGE, [last, `${cipher.prefix}%`])).rows;
      last = page.at(-1)?.id ?? last;
      subscriptions += await write(pool, page, (row) => renew(cipher, row, unreadable));
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
      unreadable.push(`${id}: ${error instanceof Error ? error.message : error}`);
      return stored;
    }
  };
  const earlier = row.earlier.map(({ secret, until }) => ({ secret: text(secret), until }));
  return { id, secret: text(row.secret), previous: text(row.previous), input: text(row.input), earlier };
}

/** Writes the renewed secrets of a page and returns the number of rows that were changed. */
async function write(pool: pg.Pool, page: Row[], renewed: (row: Row) => Row): Promise<number> {
  const rows = page
    .map((row) => ({ id: row.id, old: row, new: renewed(row) }))
    .filter((row) => !isDeepStrictEqual(row.old, row.new));
  if (rows.length === 0) return 0;
  return (await pool.query(WRITE, [JSON.stringify(rows)])).rowCount ?? 0;
}
