import type { GraphQLResolveInfo } from 'graphql';
import { InvalidRequestError, MOST_ISSUES, UnavailableError } from '../../errors.ts';
import { builder, MOST_PATCHES } from '../schema/builder.ts';
import type { Context } from '../schema/context.ts';
import type { RecordType } from '../schema/record.ts';
import { below, selectionOf } from '../schema/selection.ts';
import { missOf } from './conflict.ts';
import { issuesOfField, PATCH, type Patch, type RecordUpdate } from './update.ts';

/**
 * The types of an update of many: the input `<name>Patch`, and the object `<name>sSuccess`, which lists a result of the
 * update of one for each patch.
 */
export function manyOf({ name, input, result }: RecordUpdate) {
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
  return { success, patch };
}

/**
 * Applies patches to the caller's records, all that can be in one statement, and returns for each its row or why it was
 * not written. `info` is that of the field. Throws UnauthorizedError, or InvalidRequestError for too many patches.
 */
export async function applyPatches(
  { name, record, settable }: RecordUpdate,
  patches: readonly Patch[],
  context: Context,
  fieldInfo: GraphQLResolveInfo,
): Promise<object[]> {
  const tenant = record.writableBy(context);
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
  return Promise.all(
    patches.map(
      ({ id, expectedVersion }, index) =>
        faults[index] ??
        rowOf.get(id) ??
        missOf(record, tenant, { id, version: expectedVersion ?? undefined }, context, info).catch((error) => {
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

/**
 * The patches that are not sent, each with what is wrong with it. Together they report as many issues as one request
 * may, or one each.
 */
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
