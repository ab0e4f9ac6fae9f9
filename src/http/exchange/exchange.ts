import type { IncomingMessage } from 'node:http';
import { GraphQLError, type GraphQLFormattedError, type GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Logger } from 'pino';
import { type Caller, rightsOfCaller, unauthenticated } from '../../auth/scopes.ts';
import { AnswerTooLargeError, UnauthorizedError, UnavailableError } from '../../base/errors.ts';
import type { Documents, Parameters, Prepared } from '../../engine/documents.ts';
import type { Executed } from '../../engine/execute.ts';
import { FieldErrors } from '../../engine/field-errors.ts';
import type { TrustedDocuments } from '../../engine/trusted.ts';
import type { Context } from '../../graphql/schema/context.ts';
import { NOBODY, type RequestAdmission } from '../../load/request-admission.ts';
import { RequestBudget } from '../../load/request-budget.ts';
import type { CountedResponse } from '../../load/slow-readers.ts';
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
  /** Admits requests, of which as many may be executed at the same time as it allows. */
  requests: RequestAdmission;
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

/**
 * Creates the resolvers' context. A failing key server, or a database that cannot look up an API key, rejects it with
 * UNAVAILABLE, and too many requests with OVERLOADED.
 */
export async function contextOf(exchange: Exchange, gateway: Gateway): Promise<Context> {
  const { req, report } = exchange;
  const { requestId, roots } = report;
  const { prisma: database, cipher, addressFault, nudge, deletionKeepDays } = gateway;
  try {
    const authenticated = report.caller ?? gateway.authenticate(req.headers.authorization);
    const caller = authenticated instanceof Promise ? await authenticated : authenticated;
    report.caller = caller;
    const { budget, started, leave } = admit(gateway, caller, exchange);
    report.budget = budget;
    if (started !== undefined) await started;
    const openStream: Context['openStream'] = async (request) => {
      exchange.live = await startLive(gateway, exchange, request);
      // It has a place among the live operations now.
      leave();
      budget.release();
      return exchange.live.items;
    };
    const prisma = database.$caller(rightsOfCaller({ caller, budget }), caller.tenant?.during(budget, false));
    const own = { caller, requestId, budget, openStream, roots, prisma };
    return { ...own, database, cipher, addressFault, nudge, deletionKeepDays };
  } catch (error) {
    throw toClientError(error, requestId, gateway.log);
  }
}

/** Admits the request beside those of its company, and ends it when the client hangs up. */
function admit({ prisma, requests, limits }: Gateway, { tenant }: Caller, { res, report, ends }: Exchange) {
  if (tenant !== undefined && prisma.$isBusy(tenant))
    throw new UnavailableError('OVERLOADED', 'Requests of this company are waiting. Try again in a second.');
  const { started, leave } = requests.enter(tenant?.key);
  const budget = new RequestBudget(limits, tenant?.key ?? NOBODY, report.trace);
  const finish = (): void => {
    leave();
    if (!res.isComplete) budget.end(new UnavailableError('CANCELLED', 'The client has closed the connection.'));
    budget.release();
  };
  if (res.destroyed) finish();
  else ends.push(finish);
  return { budget, started, leave };
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
  return noted(answerOf(await execute(context), context, gateway.log));
}

/** What an operation resulted in, with masked errors, or one error instead of an answer that is too large. */
export function answerOf(executed: Executed, { budget, requestId, caller }: Context, log: Logger) {
  const { data, errors, bytes } = executed;
  const { answerBytes } = budget.limits;
  const refuse = (error: Error) => ({ data: null, errors: [toClientError(error, requestId, log)] });
  if (bytes > answerBytes) return refuse(new AnswerTooLargeError(answerBytes));
  if (errors === undefined) return { data, errors: [] };
  if (caller.refusal !== undefined && isRefused(data, errors)) return refuse(unauthenticated(caller.refusal));
  return { data, errors: toClientErrors(errors, requestId, log) };
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
