import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Caller } from '../auth/scopes.ts';
import type { Records } from '../db/client.ts';
import type { Context } from '../graphql/context.ts';
import { toClientError } from './masking.ts';

/** What serving needs; the server opens and closes these. */
export interface Gateway {
  prisma: Records;
  log: Logger;
  authenticate: (header: string | undefined) => Caller | Promise<Caller>;
  corsOrigins: string[];
  /** Tells the delivery loop of this process, if there is one, about a commit. */
  nudge: () => void;
}

/** A request on its way to GraphQL. */
export interface Arrival {
  req: IncomingMessage;
  res: ServerResponse;
  requestId: string;
  /** The resolvers' context, created on the first call. */
  context: () => Promise<Context>;
}

/** Receives a request. Its context is created once; a failing key server rejects it with an unexpected error. */
export function arrive(gateway: Gateway, req: IncomingMessage, res: ServerResponse, requestId: string): Arrival {
  const { prisma, log, authenticate, nudge } = gateway;
  const create = async (): Promise<Context> => {
    try {
      return { caller: await authenticate(req.headers.authorization), requestId, prisma, nudge };
    } catch (error) {
      throw toClientError(error, requestId, log);
    }
  };
  let created: Promise<Context> | undefined;
  const context = () => {
    created ??= create();
    return created;
  };
  return { req, res, requestId, context };
}
