import type { Caller } from '../auth/scopes.ts';
import type { Records } from '../db/client.ts';

/** Shared by all resolvers of one request. */
export interface Context {
  caller: Caller;
  requestId: string;
  prisma: Records;
  /** Tells the delivery loop of this process about a commit, so that webhooks go out at once and not at the next poll. */
  nudge: () => void;
}
