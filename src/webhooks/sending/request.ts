import type { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'undici';
import { Lazy } from '../../base/lazy.ts';
import type { Log } from '../../base/log.ts';
import { addressFault, checkedLookup, parseRanges, type Resolve, resolveAll } from './address.ts';
import { causeOf, Fault, sentenceOn } from './failure-text.ts';
import { parseRetryAfter, type Setback } from './retry-schedule.ts';

/** Limit of one attempt, from before the connection until the first bytes of the body. */
export const TIMEOUT_MS = 15_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** How long one address of a name may take before the next is tried as well. Node.js gives each 250 ms. */
const ADDRESS_MS = 2_000;
/** Receivers whose connections are kept alive. Each takes 20 KB or more, and an owner may name any number of them. */
const MOST_ORIGINS = 1_000;
const HEAD_BYTES = 4096;
/** The longest address of a redirect that an error names. */
const MOST_SHOWN = 500;
/** Limit for reading those bytes once the status has arrived. */
const HEAD_MS = 1_000;

const ONLY_PUBLIC = 'Use a public address, or ask the operator to allow this one with WEBHOOK_ALLOW_CIDRS.';
const ONLY_2XX = 'Only a 2xx status is accepted; redirects are not followed.';
const NO_ANSWER = `No answer within ${TIMEOUT_MS / 1000} s. Answer with a 2xx status before doing slow work.`;

export interface DeliveryAnswer extends Setback {
  startedAt: Date;
  durationMs: number;
  /** Undefined without a response. */
  status: number | undefined;
  /** Why the attempt failed, for the owner of the subscription. Undefined after a 2xx status. */
  error: string | undefined;
  /** The first 4 KB of the response body. Absent without a response. */
  head?: string;
  /** Nothing was sent: this says nothing about the receiver. */
  isUnsent?: true;
}

export interface Sender {
  /** Posts over kept-alive connections. `hide` withholds what an answer repeats. Never rejects. */
  post(
    url: string,
    headers: Record<string, string>,
    body: string,
    now?: () => number,
    hide?: (text: string) => string,
  ): Promise<DeliveryAnswer>;
  /** Aborts the requests in flight, which then count as failed. */
  close(): Promise<void>;
}

/** A sender that connects only to public addresses and `allowCidrs`, as checked in the look-up of each connection. */
export function createSender(allowCidrs: string[], log: Pick<Log, 'info'>, resolveName: Resolve = resolveAll): Sender {
  const allowed = parseRanges(allowCidrs);
  // Loaded for the first message: 30 ms.
  const opened = new Lazy(async () => {
    // In a bundle, a CommonJS module that is loaded late has only its default.
    const undici = (await import('undici')).default;
    const connect = {
      timeout: CONNECT_TIMEOUT_MS,
      autoSelectFamilyAttemptTimeout: ADDRESS_MS,
      lookup: checkedLookup(allowed, resolveName, log),
    };
    /** Open pools, also those that end once their requests are answered. */
    const open = new Set<Pool>();
    // Undici's Agent keeps the pool of an origin for ever.
    const pools = new LRUCache<string, Pool>({
      max: MOST_ORIGINS,
      memoMethod: (origin) => {
        const pool = new undici.Pool(origin, { connect, maxHeaderSize: 16_384 });
        open.add(pool);
        return pool;
      },
      dispose: (pool) => pool.close(() => open.delete(pool)),
    });
    return { pools, open };
  });

  return {
    async post(url, headers, body, now = Date.now, hide = String) {
      const startedAt = new Date();
      const since = performance.now();
      const took = () => Math.round(performance.now() - since);
      const timeout = new AbortController();
      const { signal } = timeout;
      const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS);
      try {
        const fault = addressFault(url, allowed);
        if (fault !== undefined) throw new Fault(`The address ${fault}. ${ONLY_PUBLIC}`);
        const { origin, pathname, search } = new URL(url);
        const path = pathname + search;
        const { pools } = await opened.open();
        const response = await pools.memo(origin).request({ path, method: 'POST', headers, body, signal });
        const head = hide(await readHead(response.body));
        const status = response.statusCode;
        const error = faultOfAnswer(status, response.headers.location, url, hide);
        const retryAfterMs = parseRetryAfter(response.headers['retry-after'], now());
        return { startedAt, durationMs: took(), status, error, head, overloaded: status === 429, retryAfterMs };
      } catch (failure) {
        const unreachable = failure instanceof Error && failure.name === 'ConnectTimeoutError';
        const error = signal.aborted ? NO_ANSWER : sentenceOn(failure);
        // The rest of the address may be a secret.
        if (!signal.aborted && !(failure instanceof Fault))
          log.info(
            { delivery: headers['webhook-id'], origin: new URL(url).origin, ...causeOf(failure) },
            'a webhook got no answer',
          );
        return { startedAt, durationMs: took(), status: undefined, error, overloaded: signal.aborted || unreachable };
      } finally {
        clearTimeout(timer);
      }
    },
    async close() {
      const { open = [] } = (await opened.value) ?? {};
      await Promise.all([...open].map((pool) => pool.destroy()));
    },
  };
}

/** Why an answer is none. A redirect shows where it leads: often the owner has to set that address. */
function faultOfAnswer(
  status: number,
  location: string | string[] | undefined,
  url: string,
  hide: (text: string) => string,
): string | undefined {
  if (status >= 200 && status < 300) return undefined;
  const given = [location].flat()[0];
  const target = given !== undefined && URL.canParse(given, url) ? new URL(given, url).href : undefined;
  const leads = target === undefined ? '' : ` and redirects to ${hide(target).slice(0, MOST_SHOWN)}`;
  return `The receiver answered ${status}${leads}. ${ONLY_2XX}`;
}

/** Reads up to 4 KB as UTF-8. A body that is longer, slow or breaks off does not fail the attempt. */
async function readHead(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  const timer = setTimeout(() => body.destroy(), HEAD_MS);
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= HEAD_BYTES) break;
    }
  } catch {
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
  // PostgreSQL's text cannot hold U+0000.
  return Buffer.concat(chunks).subarray(0, HEAD_BYTES).toString().replaceAll('\0', '\uFFFD');
}
