import { createHmac } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type Dialect, floorDialect, gatewayDialect, postgraphileDialect } from './dialects.ts';

export const COMPANY = 'bench';
const SECRET = 'a secret that only the bench knows, 32+';

export interface Contender {
  name: string;
  title: string;
  /** The file that Node is started on. */
  entry: string;
  dialect: Dialect;
  environment: Record<string, string>;
}

function base64url(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function mint(claims: object): string {
  const now = Math.floor(Date.now() / 1000);
  const body = `${base64url({ alg: 'HS256', typ: 'JWT' })}.${base64url({ iat: now, exp: now + 86_400, ...claims })}`;
  return `${body}.${createHmac('sha256', SECRET).update(body).digest('base64url')}`;
}

/** Every server is sent the same token, so that requests are of one size; only the gateway looks at it. */
export const token = mint({ sub: 'bench', company_id: COMPANY, scope: 'tanks:read tanks:write' });

const here = import.meta.dirname;
const peer = (name: string, title: string, dialect: Dialect): Contender => ({
  name,
  title,
  entry: `${here}/dist/servers/${name}.js`,
  dialect,
  environment: {},
});

const gateway: Contender = {
  name: 'gateway',
  title: 'this gateway',
  entry: `${here}/../dist/main.js`,
  dialect: gatewayDialect,
  environment: { JWT_SECRET: SECRET, HOST: '127.0.0.1', LOG_LEVEL: 'warn', GRAPHIQL: 'off' },
};

/** All that can be started; the gateway is left out, with a word on standard error, until it has been built. */
export function contenders(): Contender[] {
  const all = [
    peer('floor', 'floor: node:http + pg', floorDialect),
    gateway,
    peer('postgraphile', 'PostGraphile 5', postgraphileDialect),
    peer('mercurius', 'Mercurius (jit) + Prisma', gatewayDialect),
    peer('apollo', 'Apollo Server 5 + Prisma', gatewayDialect),
    peer('plain-yoga', 'plain yoga + Pothos + Prisma', gatewayDialect),
  ];
  if (existsSync(gateway.entry)) return all;
  console.error('dist/main.js is not there: the peers run without the gateway (npm run build makes it)');
  return all.filter((contender) => contender !== gateway);
}
