import type { Column, Facet, RecordModel } from './schema.ts';
import { isObject, textOf } from './values.ts';

/** A record as the console reads it: the selected columns by their names. */
export type Row = Readonly<Record<string, unknown>> & { id: string; version: number };

/** What names a record to a person. */
export const titleOf = ({ title }: RecordModel, row: Row): string => textOf(row[title]) || row.id;

export interface Issue {
  path: string[];
  message: string;
}

/** What a write results in, whatever its record. */
export type Result =
  | { __typename: 'Written'; row: Row }
  | { __typename: 'Conflict'; row: Row; changedFields: string[] | null; message: string }
  | { __typename: 'Refused'; message: string; issues: Issue[] };

const ERRORS = `
  ... on InvalidRequestError { issues { path message } }
  ... on UnauthorizedError { reason missingScope }
  ... on Error { message }
`;

const CONFLICT = '... on ConflictError { currentVersion }';

/** The columns, each with the field that says whether its value is known. */
function selected({ columns }: RecordModel, names: readonly string[]): string {
  const flags = columns.flatMap(({ name, known }) => (known !== undefined && names.includes(name) ? known : []));
  return [...new Set(['id', 'version', ...names, ...flags])].join(' ');
}
const all = (record: RecordModel): string =>
  selected(
    record,
    record.columns.map(({ name }) => name),
  );
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const title = (verb: string, field: string): string => `Console${verb}${capital(field)}`;

export const listOf = (record: RecordModel, columns: readonly string[]): string => `
  query ${title('', record.list)}($filter: ${record.filter}, $orderBy: [${record.order}!],
    $first: Int, $after: String, $last: Int, $before: String) {
    page: ${record.list}(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
      totalCount
      nodes { ${selected(record, columns)} }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }`;

export interface Page {
  page: {
    totalCount: number;
    nodes: Row[];
    pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
  } | null;
}

/** The values of each facet, with a filter of its own: that of the page without the facet itself. */
export const countsOf = ({ list, aggregate, filter }: RecordModel, facets: readonly Facet[]): string => `
  query ${title('Count', list)}(${facets.map(({ by }) => `$${by}: ${filter}`).join(' ')}) {
    ${facets.map(({ by, column }) => `${by}: ${aggregate}(groupBy: [${by}], filter: $${by}) { others groups { key { value: ${column} } count } }`).join('\n')}
  }`;

interface Counted {
  key: { value: string | boolean | null };
  count: number;
}
export type Counts = Record<string, { others: number; groups: Counted[] } | null>;

export const FIGURES = ['sum', 'avg', 'min', 'max'] as const;

/** Figures of these columns, of all records that match. */
export const figuresOf = ({ list, aggregate, filter }: RecordModel, columns: readonly string[]): string => `
  query ${title('Figures', list)}($filter: ${filter}) {
    figures: ${aggregate}(filter: $filter, first: 1) {
      isExact
      groups { count ${columns.length > 0 ? FIGURES.map((figure) => `${figure} { ${columns.join(' ')} }`).join(' ') : ''} }
    }
  }`;

export interface Figures {
  figures: {
    isExact: boolean;
    groups: ({ count: number } & Partial<Record<(typeof FIGURES)[number], Record<string, unknown>>>)[];
  } | null;
}

/**
 * The context of queries that list or count records, and of the writes that create or delete one. The cache sees by
 * the types in a result which queries a write changes, and an empty list or a count holds no record.
 */
export const LISTED = { additionalTypenames: ['Listed'] };

/** How many records of each type there are. */
export const totalsOf = (records: readonly RecordModel[]): string =>
  `query ConsoleTotals { __typename ${records.map(({ list }) => `${list}(first: 0) { totalCount }`).join('\n')} }`;

export const oneOf = (record: RecordModel): string =>
  `query ${title('', record.one)}($id: ID!) { record: ${record.one}(id: $id) { ${all(record)} } }`;

/** Aliases keep a field of the record from that of an error with the same name. */
const writtenOf = (record: RecordModel): string => `
  __typename
  ... on ${record.name} { ...Whole }
  ... on ${record.name}ConflictError { changedFields record { ...Whole } }
  ${ERRORS}`;
const wholeOf = (record: RecordModel): string => `fragment Whole on ${record.name} {
  ${record.columns.map(({ name }) => `own_${name}: ${name}`).join(' ')} }`;

export const updateOf = (record: RecordModel): string => `
  mutation ${title('', record.update?.field ?? '')}($id: ID!, $input: ${record.update?.input}!, $expectedVersion: Int) {
    result: ${record.update?.field}(id: $id, input: $input, expectedVersion: $expectedVersion) { ${writtenOf(record)} }
  } ${wholeOf(record)}`;

export const createOf = (record: RecordModel): string => `
  mutation ${title('', record.create?.field ?? '')}($input: ${record.create?.input}!) {
    result: ${record.create?.field}(input: $input) {
      __typename
      ... on ${record.name} { ...Whole }
      ${ERRORS}
    }
  } ${wholeOf(record)}`;

export const restoreOf = (record: RecordModel): string => `
  mutation ${title('Restore', record.one)}($id: ID!, $version: Int!) {
    result: restore${record.name}(id: $id, version: $version) {
      __typename
      ... on ${record.name} { ...Whole }
      ${ERRORS}
    }
  } ${wholeOf(record)}`;

export const removeOf = ({ remove, name }: RecordModel): string => `
  mutation ${title('', remove ?? '')}($id: ID!, $expectedVersion: Int) {
    result: ${remove}(id: $id, expectedVersion: $expectedVersion) {
      __typename
      ... on Deleted${name} { recordId }
      ... on ConflictError { currentVersion }
      ${ERRORS}
    }
  }`;

const manyOf = (field: string, argument: string, type: string, written: string): string => `
  mutation ${title('', field)}($${argument}: [${type}!]!) {
    result: ${field}(${argument}: $${argument}) {
      __typename
      ... on ${capital(field)}Success {
        results { __typename ... on ${written} ${ERRORS} }
      }
      ${ERRORS}
    }
  }`;

export const updateManyOf = ({ updateMany, name }: RecordModel): string =>
  manyOf(updateMany?.field ?? '', 'patches', updateMany?.patch ?? '', `${name} { id version } ${CONFLICT}`);

export const removeManyOf = ({ removeMany, name }: RecordModel): string =>
  manyOf(removeMany?.field ?? '', 'records', removeMany?.input ?? '', `Deleted${name} { recordId } ${CONFLICT}`);

export const restoreManyOf = ({ restoreMany, name }: RecordModel): string =>
  manyOf(restoreMany?.field ?? '', 'records', restoreMany?.input ?? '', `${name} { id version }`);

export interface Revision {
  action: 'CREATED' | 'UPDATED' | 'DELETED';
  version: number;
  occurredAt: string;
  actor: { kind: string; id: string | null } | null;
  changedFields: string[];
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/** The columns that an update has set, without what the server sets with it unless that is all. */
export function changedColumns({ columns, update }: RecordModel, names: readonly string[]): readonly Column[] {
  const changed = columns.filter(({ name }) => names.includes(name) && name !== 'version');
  const set = changed.filter(({ name }) => update?.columns.some((each) => each.name === name));
  return set.length > 0 ? set : changed;
}

const REVISION = 'action version occurredAt actor { kind id } changedFields before after';

export const HISTORY = `
  query ConsoleHistory($record: WatchedRecord!, $id: ID!, $first: Int!) {
    history(record: $record, id: $id, first: $first) {
      nodes { ${REVISION} }
      pageInfo { hasNextPage }
    }
  }`;

/** In place of a column of a list: the last revisions of each record. */
export const REVISIONS = `history(first: 20) { nodes { ${REVISION} } }`;

export const DELETIONS = `
  query ConsoleDeletions($record: WatchedRecord!) {
    deletions(record: $record, last: 200) {
      nodes { recordId deletedAt version history(first: 1) { nodes { actor { kind id } before } } }
    }
  }`;

/** The answer of a write as the console's own result. */
export function resultOf(answer: Readonly<Record<string, unknown>> | null | undefined, record: RecordModel): Result {
  if (!answer) return { __typename: 'Refused', message: 'There is no result.', issues: [] };
  const message = typeof answer.message === 'string' ? answer.message : '';
  if (answer.__typename === record.name) return { __typename: 'Written', row: rowOf(answer, record.columns) };
  if (isObject(answer.record)) {
    const changedFields = Array.isArray(answer.changedFields) ? answer.changedFields.map(String) : null;
    return { __typename: 'Conflict', row: rowOf(answer.record, record.columns), changedFields, message };
  }
  const missing = typeof answer.missingScope === 'string' ? answer.missingScope : undefined;
  return {
    __typename: 'Refused',
    message: missing === undefined ? message : `The token lacks the scope ${missing}.`,
    issues: Array.isArray(answer.issues) ? answer.issues : [],
  };
}

function rowOf(answer: Readonly<Record<string, unknown>>, columns: readonly Column[]): Row {
  const values = Object.fromEntries(columns.map(({ name }) => [name, answer[`own_${name}`]]));
  return { ...values, id: String(values.id), version: Number(values.version) };
}
