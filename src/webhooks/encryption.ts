import type pg from 'pg';
import type { SecretCipher } from './cipher.ts';
import type { Log } from './shared.ts';

const BATCH = 500;

interface Row {
  id: string;
  secret: string | null;
  previous: string | null;
}

const PAGE = `
SELECT id, secret, previous_secret AS previous FROM webhook_subscription
WHERE id > $1 AND (nullif(secret, '') NOT LIKE $2 OR nullif(previous_secret, '') NOT LIKE $2) ORDER BY id LIMIT ${BATCH}`;

/** Leaves a row alone that has changed since it was read. Rows are locked in order, so that two processes cannot deadlock. */
const WRITE = `
WITH done AS MATERIALIZED (
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
    AS t (id, old_secret, old_previous, new_secret, new_previous)
), locked AS MATERIALIZED (
  SELECT s.id FROM webhook_subscription s JOIN done USING (id) ORDER BY s.id FOR NO KEY UPDATE OF s
)
UPDATE webhook_subscription s SET secret = d.new_secret, previous_secret = d.new_previous
FROM done d JOIN locked USING (id)
WHERE s.id = d.id AND s.secret IS NOT DISTINCT FROM d.old_secret AND s.previous_secret IS NOT DISTINCT FROM d.old_previous`;

/**
 * Encrypts the secrets that are plain or under an older key with the first key, in batches. Any number of processes may do so at once,
 * and while others deliver. A secret that cannot be decrypted stays as it is. Never rejects: what cannot be done now is logged, and left
 * to the next call.
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
      subscriptions += await write(pool, page, (id, stored) => renew(cipher, id, stored, unreadable));
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

/** The text under the first key. One that cannot be decrypted is returned as it is, and described in `unreadable`. */
function renew(cipher: SecretCipher, id: string, stored: string | null, unreadable: string[]): string | null {
  if (stored === null || stored === '' || stored.startsWith(cipher.prefix)) return stored;
  try {
    return cipher.encrypt(id, cipher.decrypt(id, stored));
  } catch (error) {
    unreadable.push(`${id}: ${error instanceof Error ? error.message : error}`);
    return stored;
  }
}

/** Writes the renewed secrets of a page and returns the number of rows that were changed. */
async function write(
  pool: pg.Pool,
  page: Row[],
  renewed: (id: string, stored: string | null) => string | null,
): Promise<number> {
  const rows = page
    .map(({ id, secret, previous }) => [id, secret, previous, renewed(id, secret), renewed(id, previous)])
    .filter(([, secret, previous, newSecret, newPrevious]) => newSecret !== secret || newPrevious !== previous);
  if (rows.length === 0) return 0;
  const columns = [0, 1, 2, 3, 4].map((column) => rows.map((row) => row[column]));
  return (await pool.query(WRITE, columns)).rowCount ?? 0;
}
