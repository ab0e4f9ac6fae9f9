import type { IncomingMessage, ServerResponse } from 'node:http';
import type { YogaServerOptions } from 'graphql-yoga';
import type { Logger } from 'pino';
import type { Operation } from '../../operation/operation.ts';

/** Anyone can invent origins. */
const MOST_NOTED = 10;
const NOTED_MS = 60_000;

/** Returns whether an origin is listed, also by `https://*.example.com`, which covers every subdomain. */
function originTest(origins: readonly string[]): (origin: string) => boolean {
  const exact = new Set(origins.filter((origin) => !origin.includes('*')));
  const parts = origins.filter((origin) => origin.includes('*')).map((origin) => origin.split('*'));
  return (origin) =>
    exact.has(origin) ||
    parts.some(([start = '', end = '']) => {
      const label = origin.slice(start.length, -end.length);
      return origin.startsWith(start) && origin.endsWith(end) && /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(label);
    });
}

/** Chromium remembers no preflight longer. */
const PREFLIGHT_SECONDS = 7200;

const METHODS = ['POST', 'GET', 'OPTIONS'];
const EXPOSED = ['x-request-id', 'retry-after'];

/** Answers the preflight of an import, whose origin is allowed or not by now. */
export function answerPreflight(res: ServerResponse): void {
  res.setHeader('access-control-allow-methods', 'POST, DELETE');
  res.setHeader('access-control-allow-headers', 'authorization, content-type');
  res.setHeader('access-control-max-age', PREFLIGHT_SECONDS);
  res.writeHead(204).end();
}

/** CORS headers for the listed origins. Others get none, not even `null`, which is the origin of some pages. */
export function corsOf(origins: string[]): YogaServerOptions<Operation, object>['cors'] {
  if (origins.length === 0) return false;
  const isListed = originTest(origins);
  // No cookie is read.
  const cors = { methods: METHODS, exposedHeaders: EXPOSED, credentials: false };
  const preflight = { ...cors, maxAge: PREFLIGHT_SECONDS };
  return ({ method, headers }) => {
    const origin = headers.get('origin') ?? '';
    return isListed(origin) && { ...(method === 'OPTIONS' ? preflight : cors), origin };
  };
}

/** The origins of pages. Refused ones are logged, each once a minute: browsers do not report the reason. */
export function openOrigins(origins: string[], log: Logger) {
  const isListed = originTest(origins);
  const noted = new Set<string>();
  let until = 0;
  const note = (origin: string): void => {
    if (performance.now() > until) {
      noted.clear();
      until = performance.now() + NOTED_MS;
    }
    if (noted.has(origin) || noted.size === MOST_NOTED) return;
    noted.add(origin);
    log.warn({ origin: origin.slice(0, 200) }, 'a page of an unlisted origin was refused; CORS_ORIGINS lists origins');
  };
  return {
    /** Sets the headers that `corsOf` sets, without Yoga. */
    allow({ headers: { origin } }: IncomingMessage, res: ServerResponse): void {
      if (origin === undefined || !isListed(origin)) return;
      res.setHeader('access-control-allow-origin', origin);
      res.setHeader('access-control-allow-methods', METHODS.join(', '));
      res.setHeader('access-control-expose-headers', EXPOSED.join(', '));
    },
    notePreflight: ({ method, headers: { origin, 'access-control-request-method': asked } }: IncomingMessage): void => {
      if (method === 'OPTIONS' && origin !== undefined && asked !== undefined && !isListed(origin)) note(origin);
    },
    /** For upgrades browsers send no preflight. */
    isAllowed: ({ headers: { origin, host } }: IncomingMessage): boolean => {
      if (origin === undefined || isListed(origin)) return true;
      if (URL.canParse(origin) && new URL(origin).host === host) return true;
      note(origin);
      return false;
    },
  };
}
