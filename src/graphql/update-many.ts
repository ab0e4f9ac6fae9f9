import type { InputRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { authorize } from '../auth/scopes.ts';
import type { Select, Selected } from '../db/rows.ts';
import type { Tenant } from '../db/tenant.ts';
import type { OwnMethods } from '../db/tenant-rows.ts';
import { InvalidRequestError, MOST_ISSUES, UnavailableError } from '../errors.ts';
import { RECORDS } from '../records.ts';
import { isTurnLong, shortTurn } from '../turn.ts';
import { builder, MOST_PATCHES } from './builder.ts';
import { missOf, type Versioned } from './conflict.ts';
import type { Context } from './context.ts';
import { below, selectionOf } from './selection.ts';
import { issuesOf, PATCH, type UpdateInput } from './update.ts';

type Types = (typeof builder)['$inferSchemaTypes'];
type ArgBuilder = Parameters<Parameters<typeof builder.mutationField>[1]>[0]['arg'];
type UnionRef<Result> = PothosSchemaTypes.UnionRef<Types, Result>;

interface Patch {
  id: string;
  input: object;
  expectedVersion?: number | null | undefined;
}

/** The records of a model, as an update of many uses them. */
interface Records<Fields> {
  of(tenant: Tenant): Pick<OwnMethods<Fields>, 'patchMany'> & Versioned;
}

/**
 * The types and the resolver of an update of many: the input `<one>Patch`, and the object `<many>Success`, which lists a result of the update
 * of one for each patch.
 */
export function updateMany<Input, Result>(
  one: string,
  many: string,
  update: Pick<UpdateInput, 'model' | 'settable'> & { input: InputRef<Input> },
  result: UnionRef<Result>,
) {
  const success = `${many}Success`;
  const type = builder.objectRef<{ results: Result[] }>(success).implement({
    description: 'What became of the patches. The changes that were accepted were written together.',
    fields: (t) => ({
      results: t.field({
        type: [result],
        nullable: { list: false, items: false },
        description: 'The result of each patch, in the order of the patches. A patch with an error was not written.',
        extensions: { mostItems: MOST_PATCHES },
        resolve: ({ results }) => results.map(inShortTurn),
      }),
    }),
  });
  const patch = builder.inputType(`${one}Patch`, {
    description: 'The changes of one record.',
    fields: (t) => ({
      id: t.id(PATCH.id),
      input: t.field({ ...PATCH.input, type: update.input }),
      expectedVersion: t.int(PATCH.expectedVersion),
    }),
  });
  const args = (arg: ArgBuilder) => ({
    patches: arg({
      type: [patch],
      required: true,
      description: `The changes, at most ${MOST_PATCHES}, each of another record.`,
    }),
  });
  const resolve = async <Fields>(
    records: Records<Fields>,
    { patches }: { patches: readonly Patch[] },
    context: Context,
    info: GraphQLResolveInfo,
  ) => ({ results: await resultsOf(records, update, patches, context, below(success, 'results', info)) });
  return { type, args, resolve };
}

/** Each that is long in coming leaves the turn to others. */
async function inShortTurn<Result>(result: Result): Promise<Result> {
  if (isTurnLong(1)) await shortTurn(1);
  return result;
}

/**
 * Applies patches to the caller's records, all that can be in one statement, and returns for each its row or why it was not written. `info`
 * is that of the results. Throws UnauthorizedError, or InvalidRequestError for too many patches.
 */
async function resultsOf<Fields>(
  records: Records<Fields>,
  { model, settable }: Pick<UpdateInput, 'model' | 'settable'>,
  patches: readonly Patch[],
  context: Context,
  info: GraphQLResolveInfo,
): Promise<(Selected<Fields, Select<Fields>> | Error)[]> {
  const tenant = authorize(context, `${RECORDS[model].scope}:write`);
  const rows = records.of(tenant);
  if (patches.length > MOST_PATCHES)
    throw new InvalidRequestError([
      { path: ['patches'], code: 'TOO_LONG', message: `must have at most ${MOST_PATCHES} items` },
    ]);
  const faults = faultsOf(model, patches, info);
  const sent = patches.filter((_patch, index) => faults[index] === undefined);
  const select: Select<Fields> = selectionOf(model, info);
  const written = await rows.patchMany({
    patches: sent.map(({ id, input, expectedVersion }) => ({
      where: { id, version: expectedVersion ?? undefined },
      data: input,
    })),
    among: settable,
    select,
  });
  const isAnyWritten = written.some((row) => row !== null);
  if (isAnyWritten) context.nudge();
  const rowOf = new Map(sent.map(({ id }, index) => [id, written[index]]));
  return Promise.all(
    patches.map(
      ({ id, expectedVersion }, index) =>
        faults[index] ??
        rowOf.get(id) ??
        missOf(rows, tenant, { model, id, version: expectedVersion ?? undefined }, context, info).catch((error) => {
          // What was written is answered, whatever becomes of the others.
          if (isAnyWritten && error instanceof UnavailableError) return unreadMiss(index);
          throw error;
        }),
    ),
  );
}

/** The error of a patch that found no record at the version it expects, where the database cannot tell why. */
const unreadMiss = (index: number): InvalidRequestError =>
  new InvalidRequestError([
    {
      path: ['patches', String(index), 'expectedVersion'],
      code: 'INVALID',
      message: 'is not the version of the record, or there is no such record; which of the two cannot be read now',
    },
  ]);

/** The patches that are not sent, each with what is wrong with it. Together they report as many issues as one request may, or one each. */
function faultsOf(model: UpdateInput['model'], patches: readonly Patch[], info: GraphQLResolveInfo) {
  const places = new Map<string, number>();
  let left = MOST_ISSUES;
  return patches.map(({ id, input }, index): InvalidRequestError | undefined => {
    const path = ['patches', String(index)];
    const first = places.get(id);
    places.set(id, first ?? index);
    const issues =
      first === undefined
        ? Object.entries(input).flatMap(([field, value]) => issuesOf(model, field, value, info))
        : [
            {
              path: ['id'],
              code: 'DUPLICATE' as const,
              message: `is the record of patch ${first} again; send it in another request`,
            },
          ];
    if (issues.length === 0) return undefined;
    const told = issues.slice(0, Math.max(1, left));
    left -= told.length;
    return new InvalidRequestError(told.map((issue) => ({ ...issue, path: [...path, ...issue.path] })));
  });
}
