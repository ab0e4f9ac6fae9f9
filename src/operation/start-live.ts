import type { IncomingMessage } from 'node:http';
import type { Caller } from '../auth/scopes.ts';
import { disconnected } from '../base/errors.ts';
import { CustomStream, type Followed } from '../live/custom-stream.ts';
import type { Feed } from '../live/feed.ts';
import { copyInterests, type Interest } from '../live/matching.ts';
import { cursorOf, type Item, positionOf } from '../live/stream.ts';
import { mustYield, NOBODY, yieldTurn } from '../load/event-loop.ts';
import { type BudgetLimits, RequestBudget } from '../load/request-budget.ts';
import type { Shares } from '../load/shares.ts';
import type { CountedResponse } from '../load/slow-readers.ts';
import type { Client } from '../prisma/client.ts';
import { Tenant } from '../prisma/tenancy/tenant.ts';

/** A live operation takes a place more for each of these bytes that its ids and filters take. */
const PLACE_BYTES = 64 * 1024;

/** A request and its response, or the upgrade of a WebSocket with the status 101. */
export interface Connected {
  req: Pick<IncomingMessage, 'method' | 'url' | 'headers'>;
  res: Pick<CountedResponse, 'destroyed' | 'headersSent' | 'statusCode' | 'isComplete' | 'written'> & {
    getHeader: (name: string) => unknown;
    destroy: () => unknown;
  };
  /** Called when the response is over or the client has closed the connection. */
  ends: (() => void)[];
  /** Adds to them, or calls it now if the client has closed the connection meanwhile. */
  atEnd: (end: () => void) => void;
}

/** Takes a checked token and the budget of the next item. Throws UnauthorizedError if it may not go on. */
type Admit = (caller: Caller, budget: RequestBudget) => void;

export interface LiveServices {
  prisma: Client;
  authenticate: (header: string | undefined) => Caller | Promise<Caller>;
  limits: BudgetLimits;
  feed: Feed;
  /** Shares out the live operations that may be open at the same time. */
  streams: Shares;
  /** How often, in milliseconds, an open live operation checks its token and sends a sign of life. */
  beatMs: number;
}

export interface Live<Item = unknown> {
  items: AsyncIterable<Item>;
  /** The cursor of the item that was sent last; undefined if items have none. */
  cursor: () => string | undefined;
  /** Called at each beat while it waits for an item, with the cursor from which it could resume. */
  idle: (cursor: string | undefined) => void;
}

/** Takes the places of what a live operation keeps. Throws UnavailableError if there is none. */
function takePlaces({ streams }: LiveServices, { res, ends }: Connected, share: string, bytes = 0): void {
  if (res.destroyed) throw disconnected();
  for (let held = 0; held <= bytes; held += PLACE_BYTES) {
    streams.enter(share);
    ends.push(() => streams.leave(share));
  }
}

/** Opens a live operation on changes. Rejects with UnavailableError if there is no place, or no database. */
export async function startLive(
  services: LiveServices,
  connected: Connected,
  { company, interests, since }: { company: string; interests: readonly Interest[]; since: number | undefined },
  admit: Admit,
): Promise<Live<Item>> {
  const { own, bytes } = copyInterests(interests);
  takePlaces(services, connected, company, bytes);
  const last = connected.req.headers['last-event-id'];
  const position = since ?? (typeof last === 'string' ? positionOf(last) : undefined);
  const stream = await services.feed.open(company, own, position);
  const tenant = Tenant.of(company);
  const items = async (): Promise<Item | undefined> => {
    const item = await stream.next();
    // Thousands of clients get the same change.
    if (item !== undefined && mustYield()) await yieldTurn(company);
    // The client reads its records now.
    if (item?.kind === 'gap') services.prisma.$requirePrimary(tenant);
    return item;
  };
  return follow(services, connected, stream, tenant.key, admit, items, ({ position }) => cursorOf(position));
}

export function startOwn(
  services: LiveServices,
  connected: Connected,
  { tenant }: Caller,
  source: AsyncIterable<unknown>,
  admit: Admit,
): Live<unknown> {
  const key = tenant?.key ?? NOBODY;
  takePlaces(services, connected, typeof tenant?.company === 'string' ? tenant.company : key);
  const stream = new CustomStream(source);
  return follow(services, connected, stream, key, admit, () => stream.next());
}

/** Before each item, and at each beat, the token is checked. `cursorAfter` returns from where a client resumes. */
function follow<Item>(
  { authenticate, limits, beatMs }: LiveServices,
  connected: Connected,
  stream: Followed,
  key: string,
  admit: Admit,
  next: () => Promise<Item | undefined>,
  cursorAfter?: (item: Item) => string,
): Live<Item> {
  const { req, res } = connected;
  let budget: RequestBudget | undefined;
  let cursor: string | undefined;
  const check = async (): Promise<void> => {
    const caller = await authenticate(req.headers.authorization);
    budget?.release();
    // The relations of one item. Replicas do not answer: they may not have it yet.
    budget = new RequestBudget(limits, key, undefined, false);
    admit(caller, budget);
  };
  const items = async function* (): AsyncGenerator<Item> {
    try {
      for (let item = await next(); item !== undefined; item = await next()) {
        await check();
        cursor = cursorAfter?.(item);
        yield item;
      }
    } finally {
      budget?.release();
      stream.end();
    }
  };
  const live: Live<Item> = { cursor: () => cursor, items: items(), idle: () => {} };
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
        const { idleAt } = stream;
        if (idleAt !== undefined) live.idle(idleAt === null ? undefined : cursorOf(idleAt));
      },
      (error) => stream.end(error),
    );
  }, beatMs);
  connected.atEnd(() => {
    clearInterval(beat);
    stream.end();
  });
  return live;
}
