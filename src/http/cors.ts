import type { YogaServerOptions } from 'graphql-yoga';
import type { Context } from '../graphql/context.ts';
import type { Arrival } from './arrival.ts';

/** CORS headers for the listed origins only. Other origins get none, nor the word `null`, which is an origin of pages too. */
export function corsOf(origins: string[]): YogaServerOptions<Arrival, Context>['cors'] {
  if (origins.length === 0) return false;
  return (request) => {
    const origin = request.headers.get('origin');
    return origin !== null && origins.includes(origin)
      ? { origin: origins, methods: ['POST', 'GET', 'OPTIONS'] }
      : false;
  };
}
