import type { Model } from '../sql/model.ts';
import type { RareValues } from '../sql/rare-values.ts';
import type { Lookout } from './modified-through.ts';

/** A row with its id, and the fields that were selected. */
export type Found = { id: string };

/** What the methods of a model work with. */
export interface Source extends Lookout {
  model: Model;
  rare: RareValues;
}
