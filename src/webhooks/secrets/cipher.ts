import { createCipheriv, createDecipheriv, createHash, createSecretKey, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readSecretFile } from '../../base/secret-file.ts';
import { StartupError } from '../../base/startup-error.ts';

/** `v1:<key id>:<iv>:<ciphertext and tag>`, the last two in base64url. */
const FORM = /^v1:([0-9a-f]{8}):([\w-]{16}):([\w-]{22,})$/;
const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

export type SecretCipher = ReturnType<typeof createCipher>;

/** Encrypts secrets with AES-256-GCM: the first key encrypts, all decrypt. A text is bound to its subscription's id. */
export function createCipher(keys: Buffer[]) {
  const byId = new Map(keys.map((key) => [idOf(key), createSecretKey(key)]));
  const [[currentId, current] = []] = byId;
  if (currentId === undefined || current === undefined) throw new Error('A cipher needs a key.');
  const prefix = `v1:${currentId}:`;
  /** Throws if the key is missing or the text is not this subscription's. */
  const decrypt = (subscriptionId: string, stored: string): string => {
    const [, keyId, iv, text] = FORM.exec(stored) ?? [];
    if (keyId === undefined || iv === undefined || text === undefined) throw new Error('it is not encrypted');
    const key = byId.get(keyId);
    if (key === undefined) throw new Error(`it is encrypted under the key ${keyId}, which SECRETS_KEY lacks`);
    const bytes = Buffer.from(text, 'base64url');
    const decipher = createDecipheriv(ALGORITHM, key, Buffer.from(iv, 'base64url'), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(subscriptionId))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString();
    } catch {
      throw new Error('it was changed, or copied from another subscription');
    }
  };

  return {
    /** The ids of the keys. They reveal nothing of a key. */
    keyIds: [...byId.keys()],
    /** What every text begins with that is encrypted under the first key. */
    prefix,
    encrypt(subscriptionId: string, secret: string): string {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, current, iv).setAAD(Buffer.from(subscriptionId));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${prefix}${iv.toString('base64url')}:${text.toString('base64url')}`;
    },
    decrypt,
    /** The same as `decrypt`; undefined where that throws. */
    read(subscriptionId: string, stored: string): string | undefined {
      try {
        return decrypt(subscriptionId, stored);
      } catch {
        return undefined;
      }
    },
  };
}

/** The cipher under the keys of SECRETS_KEY, or else under the embedded database's key, created on first use. */
export async function openCipher(keys: Buffer[] | undefined, dataDir: string): Promise<SecretCipher> {
  return createCipher(keys ?? [await localKey(dataDir)]);
}

export const localKeyFile = (dataDir: string): string => join(dataDir, 'secrets-key');

async function localKey(dataDir: string): Promise<Buffer> {
  const file = localKeyFile(dataDir);
  const key = Buffer.from(await readSecretFile(file, 'base64', 'SECRETS_KEY'), 'base64');
  if (key.length !== KEY_BYTES)
    throw new StartupError(
      `The key in ${file} is damaged; restore it from a backup. Without it, delete the file and give each webhook a new secret.`,
    );
  return key;
}

const idOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 8);
