import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { Shares } from '../db/tenancy/fair-shares.ts';

/** How long a company counts as active after a request, in milliseconds. */
const ACTIVE_MS = 1_000;
/** A company with more requests under way is a crowd, of which so many go on at once; fewer beside other crowds. */
const MOST = 32;
const LEAST = 4;
/**
 * What has waited longer, in milliseconds, goes on without a place, at most `MOST_LATE` in a tick. Longer than a refused
 * client waits before it retries: a connection that is read earlier has sent nothing yet.
 */
const LATE_MS = 1_000;
const MOST_LATE = 16;
/** So many in a tick when no other company is active any more: all at once would be one long turn. */
const MOST_ALONE = 160;
const TICK_MS = 10;
/** The most requests of a crowd that wait after they were read: they take memory. More are refused elsewhere. */
const MOST_HELD = 1_000;
/** Tokens whose company is remembered. */
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
 * companies, waits after it was read.
 */
export class FairReading {
  readonly #requests: Shares;
  /** The company whose requests a connection carries; null stands for several. */
  readonly #senders = new WeakMap<Socket, string | null>();
  /** The company of a token, as of its last request on a connection that was new or a proxy's. */
  readonly #companies = new LRUCache<string, string>({ max: MOST_TOKENS });
  readonly #crowds = new Map<string, Crowd>();
  /** The company of the request that ended last. */
  #latest: string | undefined;
  /** When a request last came from another company than the one before. */
  #mixedAt = Number.NEGATIVE_INFINITY;
  #tickedAt = 0;
  /** Whether a look for free places is scheduled. */
  #isScheduled = false;
  #isOver = false;
  #ticks: NodeJS.Timeout | undefined;

  constructor(requests: Shares) {
    this.#requests = requests;
  }

  /** Notes that a request has arrived. Returns what it has to wait for. */
  begin({ socket, headers }: IncomingMessage): Promise<void> | undefined {
    if (this.#crowds.size === 0) return undefined;
    const sender = this.#senders.get(socket);
    const company = this.#companies.get(headers.authorization ?? '') ?? sender ?? '';
    const crowd = this.#crowds.get(company);
    // A connection of the company has rested already. If requests waited twice, those of a retry would never be served.
    if (sender === company) crowd?.resumed.delete(socket);
    if (crowd === undefined || sender === company || crowd.held >= MOST_HELD) return undefined;
    crowd.held += 1;
    return new Promise((resolve) =>
      this.#wait(crowd, () => {
        crowd.held -= 1;
        resolve();
      }),
    );
  }

  /** Notes that a request of a company, which arrived at a time, is over. Its connection may have to rest. */
  end({ socket, headers }: IncomingMessage, company: string, at: number): void {
    if (company !== this.#latest) {
      if (this.#latest !== undefined) this.#mixedAt = at;
      this.#latest = company;
    }
    if (at - this.#mixedAt > ACTIVE_MS) return;
    const sender = this.#senders.get(socket);
    if (sender !== company) {
      this.#senders.set(socket, sender === undefined ? company : null);
      this.#companies.set(headers.authorization ?? '', company);
    }
    const crowd = this.#crowds.get(company) ?? this.#form(company);
    if (crowd === undefined || socket.destroyed || (sender !== undefined && sender !== company)) return;
    socket.pause();
    this.#wait(crowd, () => {
      crowd.resumed.add(socket);
      socket.resume();
    });
  }

  /** Lets everything go on, now and later: a stop closes the connections that have sent nothing. */
  stop(): void {
    this.#isOver = true;
    for (const { waiting } of this.#crowds.values()) for (const goOn of waiting.keys()) goOn();
    this.#crowds.clear();
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
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      for (const [company, crowd] of this.#crowds) this.#admit(company, crowd);
    });
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
    const isAlone = now - this.#mixedAt > ACTIVE_MS;
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
