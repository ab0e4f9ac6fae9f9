export type Environment = Record<string, string>;

export const SECRET = 'x'.repeat(32);
export const DATABASE_URL = 'postgresql://user:password@db.example.com:5432/gateway';
export const SECRETS_KEY = Buffer.alloc(32, 1).toString('base64');
/** What a gateway on a server of its own needs at least. */
export const own = { DATABASE_URL, JWT_SECRET: SECRET, SECRETS_KEY };
