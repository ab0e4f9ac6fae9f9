import type { InputIssue } from '../../base/errors.ts';
import type { OrderBy } from '../../prisma/sql/rows.ts';
import { builder, wordsEnum } from '../schema/builder.ts';
import { columnEnum, shownColumns } from '../schema/shown-columns.ts';

const MOST_COLUMNS = 3;

const Direction = wordsEnum('OrderDirection', 'Sort direction.', [
  ['asc', 'Ascending: smallest, earliest or A first.'],
  ['desc', 'Descending: largest, latest or Z first.'],
]);

const Nulls = wordsEnum('OrderNulls', 'Where records without a value come.', [
  ['first', 'Before all others.'],
  ['last', 'Behind all others.'],
]);

export interface OrderArgument {
  field: string;
  direction: 'asc' | 'desc';
  nulls?: 'first' | 'last' | null | undefined;
}

/** Reads an order: Prisma's `orderBy` for it, and the name that its cursors have. Adds to `issues` what is wrong. */
export function readOrder<Fields>(
  order: readonly OrderArgument[] | null | undefined,
  issues: InputIssue[],
): { name: string; orderBy: readonly OrderBy<Fields>[] } {
  const columns = order ?? [];
  if (columns.length > MOST_COLUMNS)
    issues.push({ path: ['orderBy'], code: 'TOO_LONG', message: `must have at most ${MOST_COLUMNS} columns` });
  // A position holds in both directions, unless null changes its side with them.
  const name =
    columns.map(({ field, direction, nulls }) => (nulls ? `${field} ${direction} ${nulls}` : field)).join() || 'id';
  const orderBy = columns.map(({ field, direction, nulls }) => ({
    [field]: nulls ? { sort: direction, nulls } : direction,
  }));
  // Safe, since the enum has the fields of the model.
  return { name, orderBy: orderBy as OrderBy<Fields>[] };
}

const LAST_MODIFIED = {
  value: 'modifiedAt',
  description:
    'By the time of creation or last change. A record that changes several times within ten minutes may keep the place of the first change.',
};

export function orderInput(model: string) {
  const sorted = () =>
    shownColumns(model)
      .filter(({ column }) => column.type !== 'Json' && !column.isList)
      .map((shown) => {
        const { nullsFirst, nullsLast } = shown.column;
        const nulls = nullsFirst ? ', where null is the least' : nullsLast ? ', where null is the greatest' : '';
        return { ...shown, description: `By \`${shown.name}\`${nulls}.` };
      });
  const about =
    'What to sort by. Where `nulls` does not say it, null is the least text, number or truth, and the latest time, unless its field says another place. Only the fields that docs/reading.md names are read from an index.';
  const field = columnEnum(`${model}OrderField`, about, sorted, { LAST_MODIFIED });
  return builder.inputType(`${model}Order`, {
    description: 'A column of an order. Records that are equal in all columns are sorted by their ids.',
    fields: (t) => ({
      field: t.field({ type: field, required: true, description: 'What to sort by.' }),
      direction: t.field({ type: Direction, required: true, description: 'The direction.' }),
      nulls: t.field({
        type: Nulls,
        description: 'Where records without a value come. Omit it for what an index has, and a fast list.',
      }),
    }),
  });
}
