import { type InputIssue, InvalidRequestError, MOST_ISSUES, UnavailableError } from '../../base/errors.ts';
import type { Target } from '../../prisma/sql/rows.ts';
import { foundInstead, unlessRepeat } from './conflict.ts';
import type { Batch } from './one-or-many.ts';

export interface VersionedTarget {
  id: string;
  expectedVersion?: number | null | undefined;
}

export const targetOf = ({ id, expectedVersion }: VersionedTarget): Target => ({
  id,
  version: expectedVersion ?? undefined,
});

interface Writes<Each> extends Omit<Batch<Each>, 'tenant' | 'info'> {
  word: 'patch' | 'deletion';
  issuesOf?(item: Each): InputIssue[];
  /** Writes them in one statement; null where none matched. */
  write(items: readonly Each[]): Promise<(object | null)[]>;
  /** Why one was not written, or what there is in its place. */
  explain(item: Each, index: number): Promise<object>;
}

/** The error of each item with issues; `first` had its id before. All report as many as one request, or one each. */
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

/** Writes to many records in one statement. Returns for each its row or why it was not written. */
export async function writeEach<Each extends VersionedTarget>(writes: Writes<Each>): Promise<object[]> {
  const { context, items, pathOf, word, issuesOf, write, explain } = writes;
  const faults = faultsOf(items, (item, index, first) => {
    const issues = first === undefined ? (issuesOf?.(item) ?? []) : [repeatOf(word, first)];
    return issues.map((issue) => ({ ...issue, path: [...pathOf(index), ...issue.path] }));
  });
  const sent = items.filter((_item, index) => faults[index] === undefined);
  const written = await write(sent);
  const isAnyWritten = written.some((row) => row !== null);
  if (isAnyWritten) context.nudge();
  const rowOf = new Map(sent.map(({ id }, index) => [id, written[index]]));
  const missing = async (item: Each, index: number): Promise<object> => {
    const again = async () => {
      const [late] = await write([item]);
      context.nudge();
      return late;
    };
    return unlessRepeat(await foundInstead(again, item.expectedVersion, () => explain(item, index)));
  };
  return Promise.all(
    items.map(
      (item, index) =>
        faults[index] ??
        rowOf.get(item.id) ??
        missing(item, index).catch((error) => {
          // What was written is answered, whatever becomes of the others.
          if (isAnyWritten && error instanceof UnavailableError) return unreadMiss(pathOf(index));
          throw error;
        }),
    ),
  );
}

const repeatOf = (word: string, first: number): InputIssue => ({
  path: ['id'],
  code: 'DUPLICATE',
  message: `is the record of ${word} ${first} again; send it in another request`,
});

/** The error of a write that found no record at the version it expects, while the database cannot be asked why. */
const unreadMiss = (path: string[]): InvalidRequestError =>
  new InvalidRequestError([
    {
      path: [...path, 'expectedVersion'],
      code: 'INVALID',
      message: 'is not the version of the record, or there is no such record; which of the two cannot be read now',
    },
  ]);
