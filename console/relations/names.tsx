import { useQuery } from '@urql/preact';
import { useRef } from 'preact/hooks';
import { addressOf } from '../route.ts';
import type { Column, RecordModel } from '../schema.ts';
import { shown, textOf, valueIn } from '../values.ts';
import { type Reference, referenceIn } from './relate.ts';

/** The largest page of the API, and its longest list of values. */
const MOST = 200;

const keyOf = ({ record, id }: Reference): string => `${record.name} ${id}`;

type Found = Record<string, { nodes: { id: string; title: unknown }[] } | null>;

/** The names of these records, which one request reads for all types. */
const namesOf = (records: readonly RecordModel[]): string => `
  query ConsoleNames(${records.map(({ name, filter }) => `$${name}: ${filter}`).join(' ')}) {
    ${records.map(({ name, list, title }) => `${name}: ${list}(filter: $${name}, first: ${MOST}) { nodes { id title: ${title} } }`).join('\n')}
  }`;

export interface Names {
  /** Undefined for a record that is not there, or that is not read yet. */
  of: (reference: Reference | undefined) => string | undefined;
  isRead: boolean;
}

/** The names of records that ids lead to. */
export function useNames(references: readonly (Reference | undefined)[]): Names {
  const known = useRef(new Map<string, string>());
  const ids = new Map<RecordModel, Set<string>>();
  for (const reference of references)
    if (reference) ids.set(reference.record, (ids.get(reference.record) ?? new Set()).add(reference.id));
  const records = [...ids.keys()];
  const isNeeded = records.length > 0;
  const filters = [...ids].map(([{ name }, some]) => [name, { id: { in: [...some].toSorted().slice(0, MOST) } }]);
  const [{ data, fetching }] = useQuery<Found>({
    query: isNeeded ? namesOf(records) : '{ __typename }',
    variables: Object.fromEntries(filters),
    pause: !isNeeded,
    requestPolicy: 'cache-first',
  });
  if (data && isNeeded)
    for (const record of records)
      for (const { id, title } of data[record.name]?.nodes ?? [])
        known.current.set(keyOf({ record, id }), textOf(title) || id);
  return { of: (reference) => reference && known.current.get(keyOf(reference)), isRead: !fetching };
}

/** The names of the records that a page of rows leads to. */
export const useNamesIn = (rows: readonly Readonly<Record<string, unknown>>[], columns: readonly Column[]): Names =>
  useNames(rows.flatMap((row) => columns.map((column) => referenceIn(row, column))));

interface Props {
  row: Readonly<Record<string, unknown>>;
  column: Column;
  names: Names;
}

/** What a cell shows as text: the name of the record that an id leads to, or the value. */
export function textIn({ row, column, names }: Props): string {
  const reference = referenceIn(row, column);
  const value = shown(valueIn(row, column), column.type);
  if (reference === undefined) return value;
  return names.of(reference) ?? (names.isRead ? value : '');
}

/** A value, with a link to the record that it leads to. */
export function Value(props: Props) {
  const reference = referenceIn(props.row, props.column);
  const text = textIn(props);
  if (reference === undefined || props.names.of(reference) === undefined) return <>{text}</>;
  const { record, id } = reference;
  return (
    <a class="relation" href={addressOf({ view: record.slug, id })}>
      {text}
    </a>
  );
}
