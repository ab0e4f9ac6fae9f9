import type { IncomingMessage } from 'node:http';
import { GraphQLError, type GraphQLFormattedError, type GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Logger } from 'pino';
import { type Caller, rightsOfCaller, unauthenticated } from '../../auth/scopes.ts';
import { UnauthorizedError, UnavailableError } from '../../base/errors.ts';
import type { Documents, Parameters, Prepared } from '../../engine/documents.ts';
import { type Executed, plain } from '../../engine/execute.ts';
import { FieldErrors } from '../../engine/field-errors.ts';
import type { TrustedDocuments } from '../../engine/trusted.ts';
import type { Context, LiveRequest } from '../../graphql/schema/context.ts';
import { enterTurn, noteRequest, yieldTurn } from '../../load/event-loop.ts';
import { RequestBudget } from '../../load/request-budget.ts';
import type { Shares } from '../../load/shares.ts';
import type { CountedResponse } from '../../load/slow-readers.ts';
import { NOBODY } from '../../load/turns.ts';
import type { SecretCipher } from '../../webhooks/secrets/cipher.ts';
import { toClientError, toClientErrors } from './masking.ts';
import { beginRoots, nameOperation, newReport, type Reported } from './report.ts';
import { type Live, type LiveGateway, startLive } from './start-live.ts';

/** What serving needs; the server opens and closes these. */
export interface Gateway extends LiveGateway {
  schema: GraphQLSchema;
  cipher: SecretCipher;
  addressFault: Context['addressFault'];
  deletionKeepDays: number;
  log: Logger;
  corsOrigins: string[];
  /** Whether anyone may read the schema, also its words in suggestions for words that are nearly theirs. */
  introspection: boolean;
  /** The documents that have hashes, if there are any. */
  trusted?: TrustedDocuments | undefined;
  /** Yoga's plugins. With any, every request passes Yoga's whole pipeline. */
  plugins?: Plugin[];
  /** Notifies the delivery loop of this process, if there is one, of a commit. */
  nudge: () => void;
  /** Shares out the requests that may be executed at the same time. */
  requests: Shares;
  /** The metrics and the traces, if there are any. */
  observers?: Observer[];
  /** Counts what Node.js refuses before it is a request, by its status. */
  countRefusal?: ((status: number) => void) | undefined;
}

/** Watches a request from its beginning on. What it returns is called when the response is over. */
export type Observer = (exchange: Exchange) => () => void;

/** What is on its way to GraphQL. */
export interface Exchange extends Reported {
  live?: Live;
  /** Gives back its place among the requests. */
  leave?: () => void;
  /** Yoga's. */
  request?: Request;
}

/** A request on its way to GraphQL. */
export interface HttpExchange extends Exchange {
  req: IncomingMessage;
  res: CountedResponse;
}

/** Receives a request. */
export function openExchange(req: IncomingMessage, res: CountedResponse, requestId: string): HttpExchange {
  const ends: Exchange['ends'] = [];
  res.once('close', () => {
    for (const end of ends) end();
  });
  // A pipelined request waits behind another one: if the connection closes, Node.js closes only the first response.
  if (res.socket === null) {
    const { socket } = req;
    const close = (): void => {
      if (res.destroyed) return;
      res.destroyed = true;
      res.emit('close');
    };
    socket.setMaxListeners(0).once('close', close);
    ends.push(() => void socket.off('close', close));
  }
  return { req, res, report: newReport(requestId), ends };
}

/** The resolvers' context. What few of them read is made when one does. */
class RequestContext implements Context {
  readonly requestId;
  readonly roots;
  readonly database;
  readonly cipher;
  readonly addressFault;
  readonly nudge;
  readonly deletionKeepDays;
  caller;
  budget;
  readonly #exchange: Exchange;
  readonly #gateway: Gateway;
  #prisma: Context['prisma'] | undefined;

  constructor(exchange: Exchange, gateway: Gateway, caller: Caller, budget: RequestBudget) {
    this.requestId = exchange.report.requestId;
    this.roots = exchange.report.roots;
    this.database = gateway.prisma;
    this.cipher = gateway.cipher;
    this.addressFault = gateway.addressFault;
    this.nudge = gateway.nudge;
    this.deletionKeepDays = gateway.deletionKeepDays;
    this.caller = caller;
    this.budget = budget;
    this.#exchange = exchange;
    this.#gateway = gateway;
  }

  get prisma(): Context['prisma'] {
    const { caller, budget } = this;
    const rights = rightsOfCaller({ caller, budget });
    this.#prisma ??= this.database.$caller(rights, caller.tenant?.during(budget, false));
    return this.#prisma;
  }

  get request(): Request {
    return requestOf(this.#exchange);
  }

  async openStream(request: LiveRequest) {
    const live = await startLive(this.#gateway, this.#exchange, request);
    this.#exchange.live = live;
    return live.items;
  }
}

/**
 * Creates the resolvers' context. A failing key server, or a database that cannot look up an API key, rejects it with
 * UNAVAILABLE, and too many requests with OVERLOADED.
 */
export async function contextOf(exchange: Exchange, gateway: Gateway): Promise<Context> {
  const { req, report } = exchange;
  const { requestId } = report;
  try {
    const authenticated = report.caller ?? gateway.authenticate(req.headers.authorization);
    const caller = authenticated instanceof Promise ? await authenticated : authenticated;
    report.caller = caller;
    const { budget, leave } = admit(gateway, caller, exchange);
    report.budget = budget;
    const turn = enterTurn(budget.company);
    if (turn !== undefined) await turn;
    exchange.leave = leave;
    return new RequestContext(exchange, gateway, caller, budget);
  } catch (error) {
    throw toClientError(error, requestId, gateway.log);
  }
}

/** The request as the Fetch API has it, without its body; an operation of a WebSocket has a POST of the upgrade. */
function requestOf(exchange: Exchange): Request {
  const { method: used = 'GET', url = '', headers } = exchange.req;
  const method = headers.upgrade === undefined ? used : 'POST';
  const address = `http://${headers.host}${url}`;
  const pairs = Object.entries(headers).flatMap(([name, value = []]) =>
    [value].flat().map((each): [string, string] => [name, each]),
  );
  exchange.request ??= new Request(URL.canParse(address) ? address : 'http://localhost/', { method, headers: pairs });
  return exchange.request;
}

/** Admits the request beside those of its company, and ends it when the client hangs up. */
function admit({ prisma, requests, limits }: Gateway, { tenant }: Caller, { res, report, ends }: Exchange) {
  if (tenant !== undefined && prisma.$isBusy(tenant))
    throw new UnavailableError('OVERLOADED', 'Requests of this company are waiting. Try again in a second.');
  const company = tenant?.key ?? NOBODY;
  let isOver = false;
  const leave = (): void => {
    if (!isOver) requests.leave(company);
    isOver = true;
  };
  requests.enter(company, () => {});
  noteRequest(company);
  const budget = new RequestBudget(limits, company, report.trace);
  const finish = (): void => {
    leave();
    if (!res.isComplete) budget.end(new UnavailableError('CANCELLED', 'The client has closed the connection.'));
    budget.release();
  };
  if (res.destroyed) finish();
  else ends.push(finish);
  return { budget, leave };
}

/** Prepares what a request asks for when it is its sender's turn. Rejects with the error for the client. */
export async function prepareInTurn(
  documents: Documents,
  parameters: Parameters,
  { req, res, report }: Exchange,
  { authenticate, log }: Gateway,
): Promise<Prepared> {
  try {
    const caller = await authenticate(req.headers.authorization);
    report.caller = caller;
    return await documents.turns.enter(caller.tenant?.key ?? NOBODY, () => documents.prepare(parameters), res);
  } catch (error) {
    throw toClientError(error, report.requestId, log);
  }
}

/** What a request asks for. Only a new document has to wait: reading one costs more than most requests. */
export function prepare(
  documents: Documents,
  parameters: Parameters,
  exchange: Exchange,
  gateway: Gateway,
): Prepared | Promise<Prepared> {
  const known = documents.prepareKnown(parameters);
  if (known !== undefined) return known;
  return prepareInTurn(documents, parameters, exchange, gateway).catch((error: GraphQLError) => ({ errors: [error] }));
}

/** The bytes of rows whose answer takes a while to write. */
const LARGE = 10_000;

/** An answer in the words for clients. */
export interface Answer {
  data?: Executed['data'] | undefined;
  errors: readonly GraphQLError[];
}

/** Answers a request: executes its operation, or says why it cannot be executed. Fills in the report. */
export async function answerTo(prepared: Prepared, exchange: Exchange, gateway: Gateway): Promise<Answer> {
  const { report } = exchange;
  const { errors, execute } = prepared;
  nameOperation(report, prepared);
  const noted = (answer: Answer): Answer => {
    report.errors = answer.errors;
    return answer;
  };
  if (execute === undefined)
    return noted({ errors: toClientErrors(new FieldErrors(errors), report.requestId, gateway.log) });
  const context = await contextOf(exchange, gateway).catch((error: GraphQLError) => error);
  if (context instanceof GraphQLError) return noted({ errors: [context] });
  beginRoots(report, prepared);
  const executed = await execute(context);
  if (context.budget.bytes > LARGE) await yieldTurn(context.budget.company);
  return noted(answerOf(executed, context, gateway.log));
}

/** What an operation resulted in, with masked errors. */
export function answerOf(executed: Executed, context: Context, log: Logger) {
  const { data, errors } = judged(executed, context);
  return { data, errors: errors === undefined ? [] : toClientErrors(errors, context.requestId, log) };
}

/** The same for plugins: plain objects, and the errors as they were thrown. */
export function answerForPlugins(executed: Executed, context: Context) {
  const { data, errors } = judged(executed, context);
  return { data: data && plain(data), errors: errors?.first ?? [] };
}

/** What an operation resulted in, or one error if all of it needs a caller. */
function judged({ data, errors }: Executed, { caller: { refusal } }: Context): Executed {
  if (errors === undefined || refusal === undefined || !isRefused(data, errors)) return { data, errors };
  return { data: null, errors: FieldErrors.only(unauthenticated(refusal)) };
}

/** Whether all that was asked for needs a caller. */
const isRefused = (data: Executed['data'], { first }: FieldErrors): boolean =>
  Object.values(data ?? {}).every((value) => value === null) &&
  first.every(({ originalError }) => originalError instanceof UnauthorizedError);

/** What clients get of an answer. */
export const bodyOf = ({ data, errors }: Answer): object =>
  errors.length > 0 ? { errors: formatted(errors), data } : { data };

/** What clients get of errors. */
export const formatted = (errors: readonly GraphQLError[]): GraphQLFormattedError[] =>
  errors.map((error) => {
    const { http: _, ...extensions } = error.extensions;
    return error.extensions.http === undefined ? error.toJSON() : { ...error.toJSON(), extensions };
  });
