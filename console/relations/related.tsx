import { useQuery } from '@urql/preact';
import { Fragment } from 'preact';
import { LISTED, type Row } from '../documents.ts';
import { addressOf } from '../route.ts';
import type { RecordModel } from '../schema.ts';
import { useLast } from '../store.ts';
import { counted, textOf } from '../values.ts';
import { useNamesIn, Value } from './names.tsx';
import { referenceIn } from './relate.ts';

/** How many of a list are named. */
const NAMED = 5;

type Found = Record<string, { totalCount: number; nodes: { id: string; title: unknown }[] } | null>;

const relatedOf = ({ name, one, related }: RecordModel): string => `
  query ConsoleRelatedOf${name}($id: ID!) {
    record: ${one}(id: $id) {
      id
      ${related.map(({ field, record }) => `${field}(first: ${NAMED}) { totalCount nodes { id title: ${record.title} } }`).join('\n')}
    }
  }`;

interface Props {
  record: RecordModel;
  row: Row;
}

/** The records that this one leads to, and those that lead to it: how many, the first by name, and all as a list. */
export function Related({ record, row }: Props) {
  const { id } = row;
  const leading = record.columns.filter((column) => referenceIn(row, column));
  const names = useNamesIn([row], leading);
  const [{ data }] = useQuery<{ record: Found | null }>({
    query: record.related.length > 0 ? relatedOf(record) : '{ __typename }',
    variables: { id },
    pause: record.related.length === 0,
    context: LISTED,
  });
  const found = useLast(data?.record);
  if (leading.length + record.related.length === 0) return null;
  return (
    <nav class="related" aria-label="Related records">
      {leading.map((column) => (
        <p key={column.name}>
          <span class="soft">{column.label}</span> <Value row={row} column={column} names={names} />
        </p>
      ))}
      {record.related.map(({ field, record: to, filterOf }) => {
        const { totalCount = 0, nodes = [] } = found?.[field] ?? {};
        if (totalCount === 0)
          return (
            <p key={field} class="soft">
              {found && `No ${to.label.toLowerCase()}`}
            </p>
          );
        return (
          <p key={field}>
            <a class="all" href={addressOf({ view: to.slug, filter: filterOf(id) })}>
              {counted(to, totalCount)}
            </a>
            {nodes.map(({ id, title }, index) => (
              <Fragment key={id}>
                {index > 0 && ', '}
                <a href={addressOf({ view: to.slug, id })}>{textOf(title) || id}</a>
              </Fragment>
            ))}
            {totalCount > nodes.length && ' …'}
          </p>
        );
      })}
    </nav>
  );
}
