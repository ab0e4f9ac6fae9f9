import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { Shares } from '../db/tenancy/fair-shares.ts';
import { LongTurns, mayRest } from './long-turns.ts';

/** How long a company counts as active after a request, in milliseconds. */
const ACTIVE_MS = 1_000;
/** A company with more requests under way is a crowd, of which so many go on at once; fewer beside other crowds. */
const MOST = 32;
const LEAST = 4;
/**
 * What has waited longer, in milliseconds, goes on without a place, at most `MOST_LATE` in a tick. Longer than a
 * refused client waits before it retries: before that it has sent nothing. Without other active companies whatever
 * waits goes on.
 */
const LATE_MS = 1_000;
const MOST_LATE = 16;
const MOST_ALONE = 100;
const TICK_MS = 10;
/** The most requests of a crowd that wait after they were read, and tokens whose company is remembered. */
const MOST_HELD = 1_000;
const MOST_TOKENS = 1_000;

interface Crowd {
  /** The continuations of connections and requests that wait, in order, with the time since when. */
  waiting: Map<() => void, number>;
  /** Connections that are read again, and have sent nothing since. */
  resumed: Set<Socket>;
  /** How many of those that wait are requests, which were read. */
  held: number;
}

/**
 * Reads requests in fair order between companies. Node.js reads whatever has arrived: a company with thousands of
 * connections makes each turn of the event loop long, for everybody. So while other companies are active, connections
 * of a crowd are not read after their answers until it is their turn: what they send meanwhile waits in the kernel,
 * where it costs nothing. What comes otherwise, as on the connections of a proxy, which carry requests of several
 * companies, waits after it was read. Connections of any company rest when a turn becomes long.
 */
export class FairReading {
  readonly #requests: Shares;
  /** The company whose requests a connection carries; null stands for several. */
  readonly #senders = new WeakMap<Socket, string | null>();
  /** The company of a token, as of its last request on a connection that was new or a proxy's. */
  readonly #companies = new LRUCache<string, string>({ max: MOST_TOKENS });
  readonly #crowds = new Map<string, Crowd>();
  readonly #turns = new LongTurns(() => this.#admitAll());
  #latest: string | undefined;
  /** When a request last came from another company than the one that ended before, `#latest`. */
  #mixedAt = Number.NEGATIVE_INFINITY;
  #tickedAt = 0;
  #isOver = false;
  #ticks: NodeJS.Timeout | undefined;

  constructor(requests: Shares) {
    this.#requests = requests;
  }

  /** Notes that a request has arrived at a time. Returns what it has to wait for. */
  begin({ socket, headers }: IncomingMessage, at: number): Promise<void> | undefined {
    this.#turns.note(at);
    if (this.#crowds.size === 0) return undefined;
    const sender = this.#senders.get(socket);
    const company = this.#companies.get(headers.authorization ?? '') ?? sender ?? '';
    const crowd = this.#crowds.get(company);
    // A connection of the company has rested already. If requests waited twice, those of a retry would never be served.
    if (sender === company) crowd?.resumed.delete(socket);
    if (crowd === undefined || sender === company || crowd.held >= MOST_HELD || this.#isAlone(at)) return undefined;
    crowd.held += 1;
    return new Promise((resolve) =>
      this.#wait(crowd, () => {
        crowd.held -= 1;
        resolve();
      }),
    );
  }

  /** Notes that a request, which arrived at a time, is over. Its connection may have to rest. */
  end(req: IncomingMessage, company: string | undefined, at: number): void {
    if (company !== undefined && this.#restInCrowd(req, company, at)) return;
    const sender = this.#senders.get(req.socket);
    // A connection of a proxy must not wait behind those of its last company.
    if (!this.#isOver) this.#turns.rest(req.socket, sender === null ? 'proxies' : (company ?? sender ?? 'strangers'));
  }

  #restInCrowd({ socket, headers }: IncomingMessage, company: string, at: number): boolean {
    if (company !== this.#latest) {
      if (this.#latest !== undefined) this.#mixedAt = Math.max(this.#mixedAt, at);
      this.#latest = company;
    }
    if (this.#isAlone(at)) return false;
    const sender = this.#senders.get(socket);
    if (sender !== company) {
      this.#senders.set(socket, sender === undefined ? company : null);
      this.#companies.set(headers.authorization ?? '', company);
    }
    const crowd = this.#crowds.get(company) ?? this.#form(company);
    if (crowd === undefined || !mayRest(socket) || (sender !== undefined && sender !== company)) return false;
    socket.pause();
    this.#wait(crowd, () => {
      crowd.resumed.add(socket);
      socket.resume();
    });
    return true;
  }

  /** Whether all that is active is one company. */
  #isAlone(at: number): boolean {
    return at - this.#mixedAt > ACTIVE_MS;
  }

  /** Lets everything go on, now and later: a stop closes the connections that have sent nothing. */
  stop(): void {
    this.#isOver = true;
    for (const { waiting } of this.#crowds.values()) for (const goOn of waiting.keys()) goOn();
    this.#crowds.clear();
    this.#turns.stop();
    clearInterval(this.#ticks);
  }

  #form(company: string): Crowd | undefined {
    if (this.#isOver || this.#requests.held(company) <= MOST) return undefined;
    const crowd: Crowd = { waiting: new Map(), resumed: new Set(), held: 0 };
    if (this.#crowds.set(company, crowd).size === 1) {
      this.#tickedAt = performance.now();
      this.#ticks = setInterval(this.#tick, TICK_MS);
    }
    return crowd;
  }

  #wait({ waiting }: Crowd, goOn: () => void): void {
    waiting.set(goOn, performance.now());
    this.#turns.note();
  }

  #admitAll(): void {
    for (const [company, crowd] of this.#crowds) this.#admit(company, crowd);
  }

  /** Lets as many go on as there are places. */
  #admit(company: string, { waiting, resumed }: Crowd): void {
    let places = Math.max(LEAST, MOST / this.#crowds.size) - this.#requests.held(company) - resumed.size;
    for (const goOn of waiting.keys()) {
      if (places < 1) break;
      places -= 1;
      waiting.delete(goOn);
      goOn();
    }
  }

  readonly #tick = (): void => {
    const now = performance.now();
    // What other companies send during a long turn is not read yet.
    this.#mixedAt += Math.max(0, now - this.#tickedAt - 2 * TICK_MS);
    this.#tickedAt = now;
    const isAlone = this.#isAlone(now);
    for (const [company, crowd] of this.#crowds) {
      let late = isAlone ? MOST_ALONE : MOST_LATE;
      for (const [goOn, since] of crowd.waiting) {
        if (late === 0 || (!isAlone && now - since < LATE_MS)) break;
        late -= 1;
        crowd.waiting.delete(goOn);
        goOn();
      }
      crowd.resumed.clear();
      this.#admit(company, crowd);
      if (crowd.waiting.size === 0 && this.#requests.held(company) <= MOST) this.#crowds.delete(company);
    }
    if (this.#crowds.size === 0) clearInterval(this.#ticks);
  };
}
