import type { YogaServerOptions } from 'graphql-yoga';
import type { Context } from '../graphql/context.ts';
import type { Arrival } from './arrival.ts';

/** Sends CORS headers to the listed origins only. Others get none, not even `null`, which is itself the origin of some pages. */
export function corsOf(origins: string[]): YogaServerOptions<Arrival, Context>['cors'] {
  if (origins.length === 0) return false;
  return (request) => {
    const origin = request.headers.get('origin') ?? '';
    return origins.includes(origin) && { origin: origins, methods: ['POST', 'GET', 'OPTIONS'] };
  };
}
