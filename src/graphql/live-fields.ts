import { refuse, UnauthorizedError } from '../base/errors.ts';
import type { JsonRecord } from '../live/live-change.ts';
import type { Interest } from '../live/matching.ts';
import { type Item, positionOf } from '../live/stream.ts';
import type { Operation } from '../operation/operation.ts';
import { modelNamed } from '../prisma/sql/model.ts';
import { type WatchedRecord, watchedBy } from './schema/record.ts';

/** Equal texts for callers who see the same. Throws UnauthorizedError, also for a rule through a relation. */
function seenBy(record: WatchedRecord, context: Operation): string {
  const { key, rule } = record.readableBy(context);
  if (rule?.through !== undefined)
    throw new UnauthorizedError(
      'FORBIDDEN',
      `The token sees ${record.plural} through their "${rule.through}", and live operations cannot report when one becomes visible or invisible through it. Watch the records of "${rule.through}", and read the ${record.plural}.`,
      record.reads,
    );
  return `${key} ${rule?.key}`;
}

/** Opens a live operation. Throws UnauthorizedError, or InvalidRequestError for a faulty `since`. */
export function watch(
  context: Operation,
  interests: Interest[],
  since: string | null | undefined,
): Promise<AsyncIterable<Item>> {
  const records = interests.map(({ resource }) => watchedBy(resource));
  // It is kept with the stream, and keeps none of the interests.
  let seen: string | undefined;
  const admit = (): void => {
    const sees = records.map((record) => seenBy(record, context)).join();
    seen ??= sees;
    if (sees !== seen)
      throw new UnauthorizedError('FORBIDDEN', 'What the token may see has changed. Open the live operation again.');
  };
  admit();
  const ruled = interests.map((interest) => ({
    ...interest,
    rule: watchedBy(interest.resource).readableBy(context).rule,
  }));
  const company = context.caller.tenant?.company;
  if (typeof company !== 'string')
    throw new UnauthorizedError('FORBIDDEN', 'A live operation needs a token of one company.');
  const position = since === null || since === undefined ? undefined : positionOf(since);
  if (typeof since === 'string' && position === undefined)
    refuse([{ path: ['since'], code: 'WRONG_FORMAT', message: 'is not a cursor of a live operation' }]);
  return context.openStream({ admit, company, interests: ruled, since: position });
}

/** The names of the fields of these columns. A column that the model does not have is left out. */
export function fieldNamesOf(model: string, columns: readonly string[]): string[] {
  const fields = new Map(Array.from(modelNamed(model).columns.values(), ({ column, field }) => [column, field]));
  return columns.flatMap((column) => fields.get(column) ?? []);
}

export const rowOf = (model: string, { columns }: JsonRecord): Record<string, unknown> =>
  Object.fromEntries(
    Array.from(modelNamed(model).columns.values(), ({ column, field }) => [field, columns[column] ?? null]),
  );
