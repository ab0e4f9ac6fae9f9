import type { GraphQLResolveInfo } from 'graphql';
import { authorize } from '../../auth/scopes.ts';
import {
  ConflictError,
  type InputIssue,
  InvalidRequestError,
  MOST_ISSUES,
  UnavailableError,
} from '../../base/errors.ts';
import { MOST_PATCHES } from '../schema/builder.ts';
import type { Context } from '../schema/context.ts';
import { selectionOf } from '../schema/selection.ts';
import { type Chosen, issuesOfPatch, missOf, type Patch, targetOf } from './update.ts';
import type { RecordWrite } from './write-types.ts';

interface Writes<Each> {
  context: Context;
  items: readonly Each[];
  /** The argument that has them. */
  argument: string;
  /** What is wrong with one. */
  issuesOf(item: Each): InputIssue[];
  /** Writes them in one statement; null where none matched. */
  write(items: readonly Each[]): Promise<(object | null)[]>;
  /** Why one was not written, or what there is in its place. */
  explain(item: Each, index: number): Promise<object>;
}

export const tooMany = (argument: string): InvalidRequestError =>
  new InvalidRequestError([{ path: [argument], code: 'TOO_LONG', message: `must have at most ${MOST_PATCHES} items` }]);

/**
 * The error of each item that has issues; `first` is the place of one before it with the same id. Together they report
 * as many issues as one request may, or one each.
 */
export function faultsOf<Item extends { id?: string | null }>(
  items: readonly Item[],
  issuesOf: (item: Item, index: number, first: number | undefined) => InputIssue[],
): (InvalidRequestError | undefined)[] {
  const places = new Map<unknown, number>();
  let left = MOST_ISSUES;
  return items.map((item, index) => {
    const first = typeof item.id === 'string' ? places.get(item.id) : undefined;
    places.set(item.id, first ?? index);
    const issues = issuesOf(item, index, first).slice(0, Math.max(1, left));
    left -= issues.length;
    return issues.length > 0 ? new InvalidRequestError(issues) : undefined;
  });
}

/**
 * Writes to many records in one statement, and returns for each its row or why it was not written. Throws
 * InvalidRequestError for too many.
 */
export async function writeEach<Each extends Chosen>(writes: Writes<Each>): Promise<object[]> {
  const { context, items, argument, issuesOf, write, explain } = writes;
  if (items.length > MOST_PATCHES) throw tooMany(argument);
  const faults = faultsOf(items, (item, index, first) => {
    const issues = first === undefined ? issuesOf(item) : [again(argument, first)];
    return issues.map((issue) => ({ ...issue, path: [argument, `${index}`, ...issue.path] }));
  });
  const sent = items.filter((_item, index) => faults[index] === undefined);
  const written = await write(sent);
  const isAnyWritten = written.some((row) => row !== null);
  if (isAnyWritten) context.nudge();
  const rowOf = new Map(sent.map(({ id }, index) => [id, written[index]]));
  const missing = async (item: Each, index: number): Promise<object> => {
    const found = await explain(item, index);
    if (!(found instanceof ConflictError)) return found;
    if (found.isRepeat) return found.record;
    // It may have reached its version since.
    if (found.currentVersion !== item.expectedVersion) return found;
    const [late] = await write([item]);
    context.nudge();
    return late ?? explain(item, index);
  };
  return Promise.all(
    items.map(
      (item, index) =>
        faults[index] ??
        rowOf.get(item.id) ??
        missing(item, index).catch((error) => {
          // What was written is answered, whatever becomes of the others.
          if (isAnyWritten && error instanceof UnavailableError) return unreadMiss(argument, index);
          throw error;
        }),
    ),
  );
}

const again = (argument: string, first: number): InputIssue => ({
  path: ['id'],
  code: 'DUPLICATE',
  message: `is the record of ${argument === 'patches' ? 'patch' : 'deletion'} ${first} again; send it in another request`,
});

/** The error of a write that found no record at the version it expects, while the database cannot be asked why. */
const unreadMiss = (argument: string, index: number): InvalidRequestError =>
  new InvalidRequestError([
    {
      path: [argument, String(index), 'expectedVersion'],
      code: 'INVALID',
      message: 'is not the version of the record, or there is no such record; which of the two cannot be read now',
    },
  ]);

/** Applies patches in one statement, and returns for each its row or why it was not written. */
export function applyPatches(
  { record, settable }: RecordWrite,
  patches: readonly Patch[],
  context: Context,
  info: GraphQLResolveInfo,
): Promise<object[]> {
  const tenant = authorize(context, record.writes);
  const select = selectionOf(record.model, info);
  const rows = context.database.$rows(record.model, tenant);
  return writeEach({
    context,
    items: patches,
    argument: 'patches',
    issuesOf: ({ input }) => issuesOfPatch(record, tenant, input, info),
    write: (sent) =>
      rows.patchMany({
        patches: sent.map((patch) => ({ where: targetOf(patch), data: patch.input })),
        among: settable,
        select,
      }),
    explain: (patch) => missOf(record, tenant, targetOf(patch), context, info, { data: patch.input, among: settable }),
  });
}
