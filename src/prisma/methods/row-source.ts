import type { Run } from '../../postgres/statements.ts';
import type { Batching } from '../batching/batching.ts';
import type { Model } from '../sql/model.ts';
import type { PlanChoice } from '../sql/plan-choice.ts';
import type { Horizon } from './modified-through.ts';

/** A row with its id, and the fields that were selected. */
export type Found = { id: string };

/** What the methods of a model work with. */
export interface Source {
  model: Model;
  run: Run;
  batching: Batching;
  horizon: Horizon;
  rare: PlanChoice;
}
