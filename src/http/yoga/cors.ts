import type { YogaServerOptions } from 'graphql-yoga';
import type { Context } from '../../graphql/schema/context.ts';
import type { Exchange } from '../exchange/exchange.ts';

/** How long (s) a browser may remember the answer to a preflight. Chromium remembers none longer. */
const PREFLIGHT_SECONDS = 7200;

/**
 * Sends CORS headers to the listed origins only. Others get none, not even `null`, which is itself the origin of some
 * pages.
 */
export function corsOf(origins: string[]): YogaServerOptions<Exchange, Context>['cors'] {
  if (origins.length === 0) return false;
  const cors = { origin: origins, methods: ['POST', 'GET', 'OPTIONS'] };
  const preflight = { ...cors, maxAge: PREFLIGHT_SECONDS };
  return ({ method, headers }) =>
    origins.includes(headers.get('origin') ?? '') && (method === 'OPTIONS' ? preflight : cors);
}
