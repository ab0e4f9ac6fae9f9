import type { Caller } from '../../auth/scopes.ts';
import { UnavailableError } from '../../base/errors.ts';
import { cursorOf, positionOf } from '../../graphql/live-fields.ts';
import type { LiveRequest } from '../../graphql/schema/context.ts';
import type { Feed } from '../../live/feed.ts';
import { copyInterests } from '../../live/matching.ts';
import type { Item, Stream } from '../../live/stream.ts';
import { mustYield, yieldTurn } from '../../load/event-loop.ts';
import { type BudgetLimits, RequestBudget } from '../../load/request-budget.ts';
import type { Shares } from '../../load/shares.ts';
import type { Client } from '../../prisma/client.ts';
import { Tenant } from '../../prisma/tenancy/tenant.ts';
import type { Reported } from './report.ts';

/** A live operation takes a place more for each of these bytes that its ids and filters take. */
const PLACE_BYTES = 64 * 1024;

/** What live operations need. */
export interface LiveGateway {
  prisma: Client;
  authenticate: (header: string | undefined) => Caller | Promise<Caller>;
  limits: BudgetLimits;
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
  items: AsyncIterable<Item>;
  /** Called at each beat while it waits for a change, with the cursor from which it could resume. */
  idle: (cursor: string) => void;
}

/**
 * Opens a live operation, which lasts as long as its connection. Before each item, and at each beat, the token is
 * checked. Rejects with UnavailableError if there is no place, or no database.
 */
export async function startLive(
  { prisma, feed, streams, authenticate, limits, beatMs }: LiveGateway,
  { req, res, ends }: Pick<Reported, 'req' | 'res' | 'ends'>,
  { admit, company, interests, since }: LiveRequest,
): Promise<Live> {
  if (res.destroyed) throw new UnavailableError('CANCELLED', 'The client has closed the connection.');
  const { own, bytes } = copyInterests(interests);
  for (let held = 0; held <= bytes; held += PLACE_BYTES) {
    streams.enter(company, () => {});
    ends.push(() => streams.leave(company));
  }
  const last = req.headers['last-event-id'];
  const stream = await feed.open(company, own, since ?? (typeof last === 'string' ? positionOf(last) : undefined));
  let budget: RequestBudget | undefined;
  const check = async (): Promise<void> => {
    const caller = await authenticate(req.headers.authorization);
    budget?.release();
    // The relations of one change. Replicas do not answer: they may not have it yet.
    budget = new RequestBudget(limits, Tenant.of(company).key, undefined, false);
    admit(caller, budget);
  };
  const items = async function* (): AsyncGenerator<Item> {
    try {
      for (let item = await stream.next(); item !== undefined; item = await stream.next()) {
        // Thousands of clients get the same change.
        if (mustYield()) await yieldTurn(company);
        // The client reads its records now.
        if (item.kind === 'gap') prisma.$readNew(Tenant.of(company));
        await check();
        yield item;
      }
    } finally {
      budget?.release();
      stream.end();
    }
  };
  const live: Live = { stream, items: items(), idle: () => {} };
  let wasOver = false;
  let wasStalledAt: number | undefined;
  const beat = setInterval(() => {
    // The end cannot be written, because the client does not read. It would keep its place.
    if (wasOver) res.destroy();
    wasOver = stream.isOver;
    // The client takes nothing of what it has missed.
    const { stalledAt } = stream;
    if (stalledAt !== undefined && stalledAt === wasStalledAt) stream.endSlow();
    wasStalledAt = stalledAt;
    check().then(
      () => {
        if (stream.idleAt !== undefined) live.idle(cursorOf(stream.idleAt));
      },
      (error) => stream.end(error),
    );
  }, beatMs);
  const end = (): void => {
    clearInterval(beat);
    stream.end();
  };
  // The client may have closed the connection meanwhile.
  if (res.destroyed) end();
  else ends.push(end);
  return live;
}
