import type { LookupAddress } from 'node:dns';
import { lookup as resolve } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { Agent, errors } from 'undici';
import { type AddressRange, addressFault, mayConnect, parseRanges } from './address.ts';
import { parseRetryAfter, type Setback } from './schedule.ts';

/** One attempt, from before the connection until the answer's head was read. The lease is twice as long. */
export const TIMEOUT_MS = 15_000;
const CONNECT_TIMEOUT_MS = 5_000;
const HEAD_BYTES = 4096;
/** How long the status waits for the head of its body, once it is there. */
const HEAD_MS = 1_000;

/** What came of one attempt. Only a 2xx status is an acceptance; `error` says in words why there is none. */
export interface Answer extends Setback {
  startedAt: Date;
  durationMs: number;
  status: number | undefined;
  error: string | undefined;
  /** The first 4 KB of the response's body. */
  head: string | undefined;
}

export type Resolve = (host: string) => Promise<LookupAddress[]>;

/** Sends over its own pool of kept-alive connections, each of which was checked when it was made. */
export interface Sender {
  /** Never rejects. */
  post(url: string, headers: Record<string, string>, body: string): Promise<Answer>;
  /** Ends what is in flight, which then counts as no answer. */
  close(): Promise<void>;
}

/**
 * Makes a sender that connects to public addresses and the allowed ranges alone: the address is judged as it is written on every
 * attempt, and whatever a name resolves to is judged by the very look-up that the connection uses, so that a name cannot change
 * between the two. Redirects are not followed: a 3xx is an answer like any other refusal.
 */
export function createSender(allowCidrs: string[], resolveName: Resolve = resolveAll): Sender {
  const allowed = parseRanges(allowCidrs);
  const agent = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS, lookup: checkedLookup(allowed, coalesce(resolveName)) },
    maxHeaderSize: 16_384,
  });

  const exchange = async (url: string, headers: Record<string, string>, body: string, signal: AbortSignal) => {
    const fault = addressFault(url, allowed);
    if (fault !== undefined) throw new Error(`The address ${fault}.`);
    const { origin, pathname, search } = new URL(url);
    const response = await agent.request({ origin, path: pathname + search, method: 'POST', headers, body, signal });
    const retryAfter = response.headers['retry-after'];
    const head = await readHead(response.body);
    return { status: response.statusCode, retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined, head };
  };

  return {
    async post(url, headers, body) {
      const startedAt = new Date();
      const took = () => Date.now() - startedAt.getTime();
      const timeout = new AbortController();
      const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS);
      try {
        const { status, retryAfter, head } = await exchange(url, headers, body, timeout.signal);
        const accepted = status >= 200 && status < 300;
        const error = accepted ? undefined : `The receiver answered ${status}.`;
        const retryAfterMs = parseRetryAfter(retryAfter, Date.now());
        return { startedAt, durationMs: took(), status, error, head, overloaded: status === 429, retryAfterMs };
      } catch (failure) {
        const timedOut = timeout.signal.aborted || failure instanceof errors.ConnectTimeoutError;
        const error = timedOut ? `No answer within ${Math.round(took() / 1000)} s.` : describe(failure);
        return {
          startedAt,
          durationMs: took(),
          status: undefined,
          error,
          head: undefined,
          overloaded: timedOut,
          retryAfterMs: undefined,
        };
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => agent.destroy(),
  };
}

const resolveAll: Resolve = (host) => resolve(host, { all: true, verbatim: true });

/** Concurrent look-ups of one name share an answer: the system resolves four names at a time, and a dead name must not take all four. */
function coalesce(resolveName: Resolve): Resolve {
  const pending = new Map<string, Promise<LookupAddress[]>>();
  return (host) => {
    const known = pending.get(host);
    if (known !== undefined) return known;
    const answer = resolveName(host).finally(() => pending.delete(host));
    pending.set(host, answer);
    return answer;
  };
}

/** A name with one forbidden address is refused whole: its owner could otherwise pick by trial which one is used. */
function checkedLookup(allowed: AddressRange[], resolveName: Resolve): LookupFunction {
  return (host, options, callback) => {
    resolveName(host).then(
      (addresses) => {
        const [first] = addresses;
        const forbidden = addresses.some(({ address }) => !mayConnect(address, allowed));
        if (forbidden || first === undefined) {
          // Not which one: owners of subscriptions read this, and a private name's address is not theirs to know.
          const reason = forbidden ? 'resolves to an address that is not public' : 'has no address';
          callback(new Error(`The host ${host} ${reason}.`), '');
        } else if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };
}

/** Reads at most 4 KB as text and hangs up on a longer or slower body. Once there is a status, a body that breaks off changes nothing. */
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
  }
  // PostgreSQL's text cannot hold U+0000.
  return Buffer.concat(chunks).subarray(0, HEAD_BYTES).toString('utf8').replaceAll('\0', '\uFFFD');
}

function describe(failure: unknown): string {
  const message = failure instanceof Error ? failure.message : String(failure);
  const code = failure instanceof Error && 'code' in failure ? String(failure.code) : '';
  return (message || code || 'The connection failed.').replaceAll('\0', '\uFFFD');
}
