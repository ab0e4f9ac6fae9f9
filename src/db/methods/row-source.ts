import type { Run } from '../connections/statements.ts';
import type { Gathering } from '../gathering/gathering.ts';
import type { Model } from '../sql/model.ts';
import type { RareValues } from '../sql/rare-values.ts';
import type { Horizon } from './modified-through.ts';

/** A row with its id, and the fields that were selected. */
export type Found = { id: string };

/** What the methods of a model work with. */
export interface Source {
  model: Model;
  run: Run;
  gathering: Gathering;
  horizon: Horizon;
  rare: RareValues;
}
