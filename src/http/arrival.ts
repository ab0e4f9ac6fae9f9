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
  let context: Promise<Context> | undefined;
  return {
    req,
    res,
    requestId,
    context: () => {
      context ??= contextOf(gateway, req.headers.authorization, requestId);
      return context;
    },
  };
}

async function contextOf(
  { prisma, log, authenticate, nudge }: Gateway,
  authorization: string | undefined,
  requestId: string,
): Promise<Context> {
  try {
    return { caller: await authenticate(authorization), requestId, prisma, nudge };
  } catch (error) {
    throw toClientError(error, requestId, log);
  }
}
