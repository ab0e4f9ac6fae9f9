import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../../auth/scopes.ts';
import type { Records } from '../../db/client.ts';
import type { Shares } from '../../db/tenancy/fair-shares.ts';
import { Tenant } from '../../db/tenancy/tenant.ts';
import { Work, type WorkLimits } from '../../db/tenancy/work.ts';
import { UnavailableError } from '../../errors.ts';
import { positionOf } from '../../graphql/live-fields.ts';
import type { LiveRequest } from '../../graphql/schema/context.ts';
import type { Feed } from '../../live/feed.ts';
import { copyWishes } from '../../live/matching.ts';
import type { Item, Stream } from '../../live/stream.ts';
import { mustYield, yieldTurn } from '../../runtime/event-loop.ts';

/** How long the live operations of a company share what they read: thousands may see the same change. */
const SHARED_MS = 500;
const shared = new LRUCache<string, Work>({
  max: 1_000,
  ttl: SHARED_MS,
  ttlAutopurge: true,
  dispose: (work) => work.release(),
});

/** A work with more than this part of the bytes that it may receive is not shared any longer. */
const PART = 1 / 4;

/**
 * The work in which the relations of one change are read: those of several would add up to more than one answer may
 * have. Replicas do not answer: they may not have the change yet.
 */
function workOf(company: string, position: number, limits: WorkLimits): Work {
  const key = JSON.stringify([company, position]);
  const found = shared.get(key);
  if (found !== undefined && found.reason === undefined && found.bytes <= limits.answerBytes * PART) return found;
  const work = new Work(limits, undefined, false);
  shared.set(key, work);
  return work;
}

/** A live operation takes a place more for each of these bytes that its ids and filters take. */
const PLACE_BYTES = 64 * 1024;

/** What live operations need. */
export interface LiveGateway {
  prisma: Records;
  authenticate: (header: string | undefined) => Caller | Promise<Caller>;
  limits: WorkLimits;
  /** The changes. */
  feed: Feed;
  /** Shares out the live operations that may be open at the same time. */
  streams: Shares;
  /** How often, in milliseconds, an open live operation checks its token and sends a sign of life. */
  beatMs: number;
}

/** A live operation of a request. */
export interface Live {
  stream: Stream;
  /** Rejects with UnauthorizedError if the token has ended. */
  check: () => Promise<void>;
  items: AsyncIterable<Item>;
}

interface Connection {
  req: IncomingMessage;
  res: ServerResponse;
  ends: (() => void)[];
}

/**
 * Opens a live operation, which lasts as long as its connection. Before each item, and at each beat, the token is
 * checked. Rejects with UnavailableError if there is no place, or no database.
 */
export async function startLive(
  { prisma, feed, streams, authenticate, limits }: LiveGateway,
  { req, res, ends }: Connection,
  { admit, company, wishes, since }: LiveRequest,
): Promise<Live> {
  if (res.destroyed) throw new UnavailableError('CANCELLED', 'The client has closed the connection.');
  const { own, bytes } = copyWishes(wishes);
  for (let held = 0; held <= bytes; held += PLACE_BYTES) {
    streams.enter(company, () => {});
    ends.push(() => streams.leave(company));
  }
  const last = req.headers['last-event-id'];
  const stream = await feed.open(company, own, since ?? (typeof last === 'string' ? positionOf(last) : undefined));
  ends.push(() => stream.end());
  if (res.destroyed) stream.end();

  const check = async (): Promise<void> =>
    admit(await authenticate(req.headers.authorization), workOf(company, stream.position, limits));
  const items = async function* (): AsyncGenerator<Item> {
    try {
      for (let item = await stream.next(); item !== undefined; item = await stream.next()) {
        // Thousands of clients get the same change.
        if (mustYield()) await yieldTurn();
        // The client reads its records now.
        if (item.kind === 'gap') prisma.$readNew(Tenant.of(company));
        await check();
        yield item;
      }
    } finally {
      stream.end();
    }
  };
  return { stream, check, items: items() };
}
