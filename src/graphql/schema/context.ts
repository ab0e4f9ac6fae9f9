import type { Caller } from '../../auth/scopes.ts';
import type { Interest } from '../../live/matching.ts';
import type { Item } from '../../live/stream.ts';
import type { RequestBudget } from '../../load/request-budget.ts';
import type { CallerClient } from '../../prisma/caller.ts';
import type { Client } from '../../prisma/client.ts';
import type { SecretCipher } from '../../webhooks/secrets/cipher.ts';

/** A root field of the operation. `result` is the type that a mutation answered. */
export interface Root {
  key: string | number;
  field: string;
  result: string | undefined;
  /** How many patches of an update of many had each result, by type. */
  patches?: Record<string, number>;
}

/** What a live operation asks for. */
export interface LiveRequest {
  /** Throws UnauthorizedError if the caller may not have it. It is called again and again while the operation lasts. */
  admit: (caller: Caller, budget: RequestBudget) => void;
  company: string;
  interests: readonly Interest[];
  /** The position behind which to resume; undefined for that of the header `Last-Event-ID`, if there is one. */
  since: number | undefined;
}

/** Shared by all resolvers of one request. */
export interface Context {
  caller: Caller;
  requestId: string;
  /** Its address and headers. It is made when it is read for the first time. */
  readonly request: Request;
  /** Prisma's client with the rights of the caller. */
  readonly prisma: CallerClient;
  /** The client whose methods take a tenant, for code that has checked the scopes. */
  database: Client;
  /** What this request does in the database. */
  budget: RequestBudget;
  /** Encrypts the secrets of webhooks. */
  cipher: SecretCipher;
  /** The fault of a webhook's address as it is written; undefined if deliveries may go there. */
  addressFault: (address: string) => string | undefined;
  /** How many days deletions are known. */
  deletionKeepDays: number;
  /** Notifies the delivery loop of this process of a commit, which it would else see at its next poll. */
  nudge: () => void;
  /** Opens a live operation: its items, until the client hangs up, the token ends or the gateway stops. */
  openStream: (request: LiveRequest) => Promise<AsyncIterable<Item>>;
  /** The root fields that were executed, in order. */
  roots: Root[];
}
