import { createCipher } from '../src/webhooks/secrets/cipher.ts';

/** The SECRETS_KEY of the tests. */
export const SECRETS_KEY = Buffer.from('a key of the tests, 32 bytes all').toString('base64');

export const cipher = createCipher([Buffer.from(SECRETS_KEY, 'base64')]);
