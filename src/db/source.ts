import type { Batch } from './batch.ts';
import type { Lookout } from './horizon.ts';
import type { Model } from './model.ts';

/** A row that was found by its id, with the fields that were selected. */
export type Found = { id: string };

/** A row of a page, with what the page adds: the value it is sorted by, and the id that it was asked for by. */
export interface PagedRow extends Found {
  '~key': unknown;
  '~of'?: string;
}

/** Everything needed to read the rows of a model. The batches hold what waits for the end of the tick. */
export interface Source extends Lookout {
  model: Model;
  lookups: Batch<Found | null>;
  pages: Batch<PagedRow[]>;
  totals: Batch<number>;
}
