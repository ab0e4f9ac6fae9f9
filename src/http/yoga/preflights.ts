import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';

/** A page repeats a preflight with each request, and anyone can invent origins. */
const MOST_NOTED = 10;
const NOTED_MS = 60_000;

/** Logs the origins whose preflights are refused, each once a minute: the browser does not report the reason. */
export function notePreflights(origins: string[], log: Logger): (req: IncomingMessage) => void {
  const noted = new Set<string>();
  let until = 0;
  return ({ method, headers: { origin, 'access-control-request-method': asked } }) => {
    if (method !== 'OPTIONS' || origin === undefined || asked === undefined || origins.includes(origin)) return;
    if (performance.now() > until) {
      noted.clear();
      until = performance.now() + NOTED_MS;
    }
    if (noted.has(origin) || noted.size === MOST_NOTED) return;
    noted.add(origin);
    log.warn({ origin: origin.slice(0, 200) }, 'a page of an unlisted origin was refused; CORS_ORIGINS lists origins');
  };
}
