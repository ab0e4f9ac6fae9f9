import type { MutationFields } from '../schema/builder.ts';
import { creations } from './creation.ts';
import { deletions } from './deletion.ts';
import { restorations } from './restoration.ts';
import { type About, updates } from './update.ts';
import type { RecordWrite } from './write-types.ts';

export const mutationsOf = (t: MutationFields, update: RecordWrite, creation: RecordWrite, about?: About) => ({
  ...updates(t, update, about),
  ...creations(t, creation),
  ...deletions(t, update.record),
  ...restorations(t, update.record),
});
