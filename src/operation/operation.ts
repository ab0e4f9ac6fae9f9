import type { GraphQLError, OperationTypeNode } from 'graphql';
import { type Caller, rightsOfCaller, unauthenticated } from '../auth/scopes.ts';
import { disconnected, UnavailableError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { Interest } from '../live/matching.ts';
import type { Item } from '../live/stream.ts';
import { enterTurn, NOBODY, noteRequest } from '../load/event-loop.ts';
import { RequestBudget, type Trace } from '../load/request-budget.ts';
import type { Requests } from '../load/shares.ts';
import type { CallerClient } from '../prisma/caller.ts';
import type { Client } from '../prisma/client.ts';
import type { SecretCipher } from '../webhooks/secrets/cipher.ts';
import { type Connected, type Live, type LiveServices, startLive, startOwn } from './start-live.ts';

/** Names are the client's and may be as long as a document. */
const LONGEST_NAME = 100;

export interface Services extends LiveServices {
  log: Log;
  cipher: SecretCipher;
  addressFault: (address: string) => string | undefined;
  deletionKeepDays: number;
  /** Notifies the delivery loop of this process, if there is one, of a commit. */
  nudge: () => void;
  requests: Requests;
}

/** A root field of the operation. `result` is the type that a mutation answered. */
export interface Root {
  key: string | number;
  field: string;
  result: string | undefined;
  /** How many patches of an update of many had each result, by type. */
  patches?: Record<string, number>;
}

export interface DocumentFacts {
  name?: string | undefined;
  kind?: `${OperationTypeNode}`;
  /** The root fields, without those that describe the schema. */
  roots?: readonly Pick<Root, 'key' | 'field'>[];
  /** How many times as much the document could ask for within its limits. */
  room?: number;
}

export interface LiveRequest {
  /** Throws UnauthorizedError if the caller may not have it. It is called again and again while the operation lasts. */
  admit: () => void;
  company: string;
  interests: readonly Interest[];
  /** The position after which to resume; undefined for that of the header `Last-Event-ID`, if there is one. */
  since: number | undefined;
}

/** The caller and the budget of an operation whose token is not checked yet. */
const UNKNOWN: Caller = { tenant: undefined, scopes: new Set() };
const NOTHING = new RequestBudget({ answerBytes: 0, requestSeconds: 0 }, NOBODY);

/**
 * One operation, from its first byte to its line in the log, over HTTP or a WebSocket. It is also the context of
 * resolvers and of Yoga's plugins.
 *
 * 1. `http/` reads it, and finds what its document asks for: `ask`.
 * 2. `enter` checks the token, admits it beside those of its company, and waits for the turn of that.
 * 3. The engine executes it, with this object as the context. A live operation starts a stream.
 * 4. `http/` bounds and masks the answer, and writes it.
 * 5. `end` runs what was noted in `ends`: it frees what the operation held, and reports it.
 */
export class Operation implements Connected {
  readonly req: Connected['req'];
  readonly res: Connected['res'];
  readonly requestId: string;
  readonly startedAt = performance.now();
  readonly ends: Connected['ends'] = [];
  /** The trace, and what begins the spans of its statements, if it is traced. */
  traceId: string | undefined;
  trace: Trace | undefined;
  /** The name in the document, cut after 100 characters. */
  name: string | undefined;
  kind: DocumentFacts['kind'];
  room = 1;
  readonly roots: Root[] = [];
  /** The errors as the client gets them; undefined until GraphQL has a result. */
  errors: readonly GraphQLError[] | undefined;
  live: Live | undefined;
  caller = UNKNOWN;
  budget = NOTHING;
  readonly services: Services;
  /** Set while it counts among the requests of its company. */
  #admitted: ReturnType<Requests['enter']> | undefined;
  #prisma: CallerClient | undefined;
  #request: Request | undefined;

  constructor({ req, res }: Pick<Connected, 'req' | 'res'>, requestId: string, services: Services) {
    this.req = req;
    this.res = res;
    this.requestId = requestId;
    this.services = services;
  }

  ask({ name, kind, room = 1 }: DocumentFacts): void {
    this.name = name?.slice(0, LONGEST_NAME);
    this.kind = kind;
    this.room = room;
  }

  beginRoots({ roots = [] }: DocumentFacts): void {
    for (const root of roots) this.roots.push({ ...root, result: undefined });
  }

  /** The sender, by its token. A failing key server, or a database that cannot look up a key, rejects it. */
  authenticate(): Caller | Promise<Caller> {
    if (this.caller !== UNKNOWN) return this.caller;
    const known = (caller: Caller): Caller => {
      this.caller = caller;
      return caller;
    };
    const caller = this.services.authenticate(this.req.headers.authorization);
    return caller instanceof Promise ? caller.then(known) : known(caller);
  }

  /** Admits it beside those of its company when it is the turn of that. Rejects with UnavailableError. */
  async enter(): Promise<void> {
    // A plugin may run the pipeline again.
    if (this.#admitted !== undefined) return;
    const authenticated = this.authenticate();
    if (authenticated instanceof Promise) await authenticated;
    const { prisma, requests, limits } = this.services;
    const { tenant } = this.caller;
    if (tenant !== undefined && prisma.$isOverloaded(tenant))
      throw new UnavailableError('OVERLOADED', 'Requests of this company are waiting. Try again in a second.');
    const company = tenant?.key ?? NOBODY;
    noteRequest(company);
    const admitted = requests.enter(company);
    this.#admitted = admitted;
    this.budget = new RequestBudget(limits, company, this.trace);
    this.atEnd(() => this.#finish());
    if (admitted.started !== undefined) await admitted.started;
    const turn = enterTurn(company);
    if (turn !== undefined) await turn;
  }

  /** Lets the next request of its company start: the client may take the answer slowly. */
  executed(): void {
    this.#admitted?.end();
  }

  /** Gives its place among the requests back. */
  leave(): void {
    this.#admitted?.leave();
    this.#admitted = undefined;
  }

  #finish(): void {
    this.leave();
    if (!this.res.isComplete) this.budget.end(disconnected());
    this.budget.release();
  }

  atEnd(end: () => void): void {
    if (this.res.destroyed) end();
    else this.ends.push(end);
  }

  /** Runs all that was noted in `ends`, whatever one of them throws. */
  end(): void {
    for (const end of this.ends)
      try {
        end();
      } catch (err) {
        this.services.log.error({ requestId: this.requestId, err }, 'the end of a request failed');
      }
  }

  get prisma(): CallerClient {
    const { caller, budget } = this;
    this.#prisma ??= this.database.$caller(rightsOfCaller(this), caller.tenant?.forRequest(budget, false));
    return this.#prisma;
  }

  /** Its methods take a tenant, for code that has checked the scopes. */
  get database(): Client {
    return this.services.prisma;
  }

  /** Notifies the delivery loop of a commit, which it would else see at its next poll. */
  get nudge(): Services['nudge'] {
    return this.services.nudge;
  }

  /** Its address and headers, as the Fetch API has them; an operation of a WebSocket has a POST of the upgrade. */
  get request(): Request {
    this.#request ??= requestOf(this.req);
    return this.#request;
  }

  /** Yoga's own, with the body. */
  set request(request: Request) {
    this.#request = request;
  }

  /** Opens a live operation: its items, until the client hangs up, the token ends or the gateway stops. */
  async openStream(request: LiveRequest): Promise<AsyncIterable<Item>> {
    const live = await startLive(this.services, this, request, (caller, budget) => {
      this.#become(caller, budget);
      request.admit();
    });
    this.live = live;
    return live.items;
  }

  /** Opens one on an iterator of one's own. Throws UnavailableError if there is no place. */
  openOwn(source: AsyncIterable<unknown>): Live {
    const { caller } = this;
    this.live = startOwn(this.services, this, caller, source, (later, budget) => this.#become(later, budget));
    return this.live;
  }

  /** The token of a live operation was checked again, and its next item has a budget of its own. */
  #become(caller: Caller, budget: RequestBudget): void {
    // What began without a token goes on without.
    if (caller.refusal !== undefined && this.caller.refusal === undefined) throw unauthenticated(caller.refusal);
    this.caller = caller;
    budget.addFiguresOf(this.budget);
    this.budget = budget;
    this.#prisma = undefined;
  }
}

function requestOf({ method: used = 'GET', url = '', headers }: Connected['req']): Request {
  const method = headers.upgrade === undefined ? used : 'POST';
  const address = `http://${headers.host}${url}`;
  const pairs = Object.entries(headers).flatMap(([name, value = []]) =>
    [value].flat().map((each): [string, string] => [name, each]),
  );
  return new Request(URL.canParse(address) ? address : 'http://localhost/', { method, headers: pairs });
}
