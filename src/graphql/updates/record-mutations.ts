import { type FieldKind, RootFieldBuilder, type SchemaTypes } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { grouped } from '../../runtime/grouped.ts';
import { type builder, MOST_PATCHES } from '../schema/builder.ts';
import type { Context } from '../schema/context.ts';
import { applyPatch, PATCH, type Patch, type RecordUpdate } from './update.ts';
import { applyPatches, manyOf } from './update-many.ts';

interface Options {
  /** The first sentence of the description. */
  description?: string;
  /** What applies the patch, `applyPatch` by default. */
  resolve?: (patch: Patch, context: Context, info: GraphQLResolveInfo) => Promise<object>;
}

declare global {
  export namespace PothosSchemaTypes {
    export interface RootFieldBuilder<Types extends SchemaTypes, ParentShape, Kind extends FieldKind> {
      /** Changes one record. */
      update(update: RecordUpdate, options?: Options): FieldRef<Types, unknown, Kind>;
      /** Changes many records at once. */
      updateMany(update: RecordUpdate, options?: Pick<Options, 'description'>): FieldRef<Types, unknown, Kind>;
    }
  }
}

type Fields = Parameters<Parameters<typeof builder.mutationField>[1]>[0];

Object.assign(RootFieldBuilder.prototype, {
  update(this: Fields, update: RecordUpdate, { description, resolve }: Options = {}) {
    const { record, input, result } = update;
    const apply = resolve ?? ((patch, context, info) => applyPatch(update, patch, context, info));
    return this.field({
      type: result,
      description: `${description ?? `Changes ${record.noun}.`} Needs the scope \`${record.writes}\`.`,
      args: {
        id: this.arg.id(PATCH.id),
        input: this.arg({ ...PATCH.input, type: input }),
        expectedVersion: this.arg.int(PATCH.expectedVersion),
      },
      resolve: (_root, patch, context, info) => apply(patch, context, info),
    });
  },

  updateMany(this: Fields, update: RecordUpdate, { description }: Options = {}) {
    const { record } = update;
    const { success, patch } = manyOf(update);
    const most = grouped(MOST_PATCHES);
    return this.field({
      type: success,
      description: `${description ?? `Changes up to ${most} ${record.plural} at once.`} Each patch is judged alone and has its result, in the same order; those that are accepted are written together. Needs the scope \`${record.writes}\`.`,
      errors: {},
      args: {
        patches: this.arg({
          type: [patch],
          required: true,
          description: `The changes, at most ${MOST_PATCHES}, each of another record.`,
        }),
      },
      resolve: async (_root, { patches }, context, info) => ({
        results: await applyPatches(update, patches, context, info),
      }),
    });
  },
});
