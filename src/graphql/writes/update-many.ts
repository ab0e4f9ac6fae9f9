import { type FieldKind, RootFieldBuilder, type SchemaTypes } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { authorize } from '../../auth/scopes.ts';
import { grouped } from '../../runtime/grouped.ts';
import { builder, MOST_PATCHES } from '../schema/builder.ts';
import type { Context } from '../schema/context.ts';
import { below, selectionOf } from '../schema/selection.ts';
import { issuesOfPatch, type Patch, type RecordUpdate } from './update.ts';
import { writeEach } from './write-each.ts';
import { PATCH, successOf } from './write-types.ts';

declare global {
  export namespace PothosSchemaTypes {
    export interface RootFieldBuilder<Types extends SchemaTypes, ParentShape, Kind extends FieldKind> {
      /** Changes many records at once. */
      updateMany(update: RecordUpdate, options?: { description?: string }): FieldRef<Types, unknown, Kind>;
    }
  }
}

type Fields = Parameters<Parameters<typeof builder.mutationField>[1]>[0];

Object.assign(RootFieldBuilder.prototype, {
  updateMany(this: Fields, update: RecordUpdate, { description }: { description?: string } = {}) {
    const { name, record, input, result } = update;
    const success = successOf(
      name,
      result,
      'The result of each patch. The accepted changes were written together.',
      'The result of each patch, in the order of the patches. A patch with an error was not written.',
    );
    const patch = builder.inputType(`${name}Patch`, {
      description: 'The changes of one record.',
      fields: (t) => ({
        id: t.id(PATCH.id),
        input: t.field({ ...PATCH.input, type: input }),
        expectedVersion: t.int(PATCH.expectedVersion),
      }),
    });
    const what = description ?? `Changes up to ${grouped(MOST_PATCHES)} ${record.plural} at once.`;
    return this.field({
      type: success,
      description: `${what} Each patch is judged alone and has its result, in the same order; those that are accepted are written together. Needs the scope \`${record.writes}\`.`,
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

/**
 * Applies patches in one statement, and returns for each its row or why it was not written. `info` is the field's.
 * Throws UnauthorizedError, or InvalidRequestError for too many patches.
 */
function applyPatches(
  { name, record, settable }: RecordUpdate,
  patches: readonly Patch[],
  context: Context,
  fieldInfo: GraphQLResolveInfo,
): Promise<object[]> {
  const tenant = authorize(context, record.writes);
  const info = below(`${name}sSuccess`, 'results', fieldInfo);
  const select = selectionOf(record.model, info);
  const rows = context.prisma.$rows(record.model, tenant);
  return writeEach(
    { record, tenant, context, info },
    {
      items: patches,
      argument: 'patches',
      issuesOf: ({ input }) => issuesOfPatch(record, tenant, input, info),
      write: (sent) =>
        rows.patchMany({
          patches: sent.map(({ id, input, expectedVersion }) => ({
            where: { id, version: expectedVersion ?? undefined },
            data: input,
          })),
          among: settable,
          select,
        }),
    },
  );
}
