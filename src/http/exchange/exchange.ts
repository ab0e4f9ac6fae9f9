import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { Caller } from '../../auth/scopes.ts';
import type { Shares } from '../../db/tenancy/fair-shares.ts';
import { type Trace, Work } from '../../db/tenancy/work.ts';
import { UnavailableError } from '../../errors.ts';
import type { Context } from '../../graphql/schema/context.ts';
import type { SecretCipher } from '../../webhooks/secrets/cipher.ts';
import { toClientError } from './masking.ts';
import { type Live, type LiveGateway, startLive } from './open-live.ts';
import { type CountedResponse, newReport, type Report } from './report.ts';

/** What serving needs; the server opens and closes these. */
export interface Gateway extends LiveGateway {
  schema: GraphQLSchema;
  cipher: SecretCipher;
  log: Logger;
  corsOrigins: string[];
  /** Whether anyone may read the schema, also its words in suggestions for words that are nearly theirs. */
  introspection: boolean;
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

/** A request on its way to GraphQL. */
export interface Exchange {
  req: IncomingMessage;
  res: CountedResponse;
  requestId: string;
  report: Report;
  /** Called when the response is over or the client has closed the connection. */
  ends: (() => void)[];
  /** The live operation that it has opened. */
  live: () => Live | undefined;
  /** The resolvers' context, created on the first call. */
  context: () => Promise<Context>;
}

/**
 * Receives a request. Its context is created once; a failing key server, or a database that cannot look up an API key,
 * rejects it with UNAVAILABLE, and too many requests with OVERLOADED.
 */
export function openExchange(
  gateway: Gateway,
  req: IncomingMessage,
  res: CountedResponse,
  requestId: string,
): Exchange {
  const { prisma, cipher, log, authenticate, nudge } = gateway;
  const report = newReport(requestId);
  const ends: Exchange['ends'] = [];
  res.once('close', () => {
    for (const end of ends) end();
  });
  let live: Live | undefined;
  const create = async (): Promise<Context> => {
    try {
      const caller = await authenticate(req.headers.authorization);
      report.caller = caller;
      const { work, leave } = admit(gateway, caller, res, ends, report.trace);
      report.work = work;
      const openStream: Context['openStream'] = async (request) => {
        live = await startLive(gateway, { req, res, ends }, request);
        // It has a place among the live operations now.
        leave();
        work.release();
        return live.items;
      };
      return { caller, requestId, prisma, cipher, nudge, work, openStream, roots: report.roots };
    } catch (error) {
      throw toClientError(error, requestId, log);
    }
  };
  let created: Promise<Context> | undefined;
  const context = () => {
    created ??= create();
    return created;
  };
  return { req, res, requestId, report, ends, live: () => live, context };
}

/** Requests do not wait for a place. */
const atOnce = (): void => {};

/** Gives the request a place among those of its company, and ends its work when the client hangs up. */
function admit(
  { prisma, requests, limits }: Gateway,
  { tenant }: Caller,
  res: ServerResponse,
  ends: Exchange['ends'],
  trace: Trace | undefined,
): { work: Work; leave: () => void } {
  const share = tenant?.key ?? 'nobody';
  if (tenant !== undefined && prisma.$isBusy(tenant))
    throw new UnavailableError('OVERLOADED', 'Requests of this company are waiting. Try again in a second.');
  requests.enter(share, atOnce);
  const work = new Work(limits, trace);
  let isIn = true;
  const leave = (): void => {
    if (isIn) requests.leave(share);
    isIn = false;
  };
  const finish = (): void => {
    leave();
    if (!res.writableFinished) work.end(new UnavailableError('CANCELLED', 'The client has closed the connection.'));
    work.release();
  };
  if (res.destroyed) finish();
  else ends.push(finish);
  return { work, leave };
}
