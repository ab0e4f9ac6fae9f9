import { type FieldKind, RootFieldBuilder, type SchemaTypes } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { authorize } from '../../auth/scopes.ts';
import { ConflictError, InvalidRequestError, MOST_ISSUES, NotFoundError, UnavailableError } from '../../errors.ts';
import { grouped } from '../../runtime/grouped.ts';
import { builder, MOST_PATCHES } from '../schema/builder.ts';
import type { Context } from '../schema/context.ts';
import type { RecordType } from '../schema/record.ts';
import { below, selectionOf } from '../schema/selection.ts';
import { isReached, missOf } from './conflict.ts';
import { applyPatch, issuesOfField, PATCH, type Patch, type RecordUpdate } from './update.ts';

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
    const success = builder.objectRef<{ results: object[] }>(`${name}sSuccess`).implement({
      description: 'The result of each patch. The accepted changes were written together.',
      fields: (t) => ({
        results: t.field({
          type: [result],
          nullable: { list: false, items: false },
          description: 'The result of each patch, in the order of the patches. A patch with an error was not written.',
          extensions: { mostItems: MOST_PATCHES },
          resolve: async ({ results }) => results,
        }),
      }),
    });
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
async function applyPatches(
  update: RecordUpdate,
  patches: readonly Patch[],
  context: Context,
  fieldInfo: GraphQLResolveInfo,
): Promise<object[]> {
  const { name, record, settable } = update;
  const tenant = authorize(context, record.writes);
  if (patches.length > MOST_PATCHES)
    throw new InvalidRequestError([
      { path: ['patches'], code: 'TOO_LONG', message: `must have at most ${MOST_PATCHES} items` },
    ]);
  const info = below(`${name}sSuccess`, 'results', fieldInfo);
  const faults = faultsOf(record, patches, info);
  const sent = patches.filter((_patch, index) => faults[index] === undefined);
  const written = await record.rows(tenant, context.prisma).patchMany({
    patches: sent.map(({ id, input, expectedVersion }) => ({
      where: { id, version: expectedVersion ?? undefined },
      data: input,
    })),
    among: settable,
    select: selectionOf(record.model, info),
  });
  const isAnyWritten = written.some((row) => row !== null);
  if (isAnyWritten) context.nudge();
  const rowOf = new Map(sent.map(({ id }, index) => [id, written[index]]));
  const missing = async (patch: Patch): Promise<object> => {
    const missed = { id: patch.id, version: patch.expectedVersion ?? undefined };
    const miss = await missOf(record, tenant, missed, context, info);
    return isReached(miss, missed) ? applyPatch(update, patch, context, info) : miss;
  };
  return Promise.all(
    patches.map(
      (patch, index) =>
        faults[index] ??
        rowOf.get(patch.id) ??
        missing(patch).catch((error) => {
          if (error instanceof ConflictError || error instanceof NotFoundError) return error;
          // What was written is answered, whatever becomes of the others.
          if (isAnyWritten && error instanceof UnavailableError) return unreadMiss(index);
          throw error;
        }),
    ),
  );
}

/** The error of a patch that found no record at the version it expects, while the database cannot be asked why. */
const unreadMiss = (index: number): InvalidRequestError =>
  new InvalidRequestError([
    {
      path: ['patches', String(index), 'expectedVersion'],
      code: 'INVALID',
      message: 'is not the version of the record, or there is no such record; which of the two cannot be read now',
    },
  ]);

/** What is wrong with each patch. Together they report as many issues as one request may, or one each. */
function faultsOf(record: RecordType, patches: readonly Patch[], info: GraphQLResolveInfo) {
  const places = new Map<string, number>();
  let left = MOST_ISSUES;
  return patches.map(({ id, input }, index): InvalidRequestError | undefined => {
    const path = ['patches', String(index)];
    const first = places.get(id);
    places.set(id, first ?? index);
    const issues =
      first === undefined
        ? Object.entries(input).flatMap(([field, value]) => issuesOfField(record, field, value, info))
        : [
            {
              path: ['id'],
              code: 'DUPLICATE' as const,
              message: `is the record of patch ${first} again; send it in another request`,
            },
          ];
    if (issues.length === 0) return undefined;
    const reported = issues.slice(0, Math.max(1, left));
    left -= reported.length;
    return new InvalidRequestError(reported.map((issue) => ({ ...issue, path: [...path, ...issue.path] })));
  });
}
