import type { StoredRecord } from '../records.ts';
import { snake } from '../rows.ts';

export type Column = readonly [field: string, direction: 'ASC' | 'DESC', nulls?: 'FIRST' | 'LAST'];
export const orderOf = (columns: readonly Column[]) =>
  columns.map(([field, direction, nulls]) => ({
    field: snake(field).toUpperCase(),
    direction,
    ...(nulls && { nulls }),
  }));
export const pageOf = ({ type, many }: StoredRecord): string =>
  `query ($first: Int, $after: String, $last: Int, $before: String, $order: [${type}Order!], $filter: ${type}Filter) {
    page: ${many}(first: $first, after: $after, last: $last, before: $before, orderBy: $order, filter: $filter) {
      totalCount nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;

export const issues = (code: string, message: string, path = 'after') => [
  { extensions: { code: 'BAD_USER_INPUT', issues: [{ path: [path], code, message }] } },
];
export const NO_CURSOR = issues('WRONG_FORMAT', 'is not a valid cursor for this sort order');
