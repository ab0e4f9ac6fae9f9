import type { CreateTankInput, UpdateTankInput } from '../../operations/generated/graphql.ts';

/** A page that shows a tank and goes on without a network. Both writes return the `__typename` of their result. */
export interface OfflinePage {
  show: (id: string) => void;
  shown: () => { name?: string | null; version?: number } | null | undefined;
  create: (input: CreateTankInput) => Promise<string | undefined>;
  edit: (edit: { id: string; input: UpdateTankInput; expectedVersion?: number }) => Promise<string | undefined>;
  /** How many mutations are kept for later. */
  waiting?: () => number;
  /** The network is back. */
  online: () => void;
  /** Reads a document into the cache. */
  read?: (document: string) => Promise<void>;
}

export type Offline = (url: string, token: string, send: typeof fetch) => OfflinePage;
