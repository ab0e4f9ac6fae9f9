import { useQuery } from '@urql/preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Counts, countsOf, LISTED } from './documents.ts';
import { ColumnInput } from './inputs.tsx';
import { goTo, type Route, route } from './route.ts';
import { type Column, labelOf, type RecordModel } from './schema.ts';
import { countOf, readValue, shown, textOf } from './values.ts';

type Filter = Route['filter'];

export const without = (filter: Filter, ...names: string[]): Filter =>
  Object.fromEntries(Object.entries(filter).filter(([name]) => !names.includes(name)));

/** Sets a part of the filter, or removes it with undefined, and shows the first page of what it finds. */
export const setFilter = (filter: Filter, name: string, value: unknown): void =>
  goTo({ filter: value === undefined ? without(filter, name) : { ...filter, [name]: value } });

const SEARCH_MS = 250;
/** What the gateway looks for. */
const LEAST_LETTERS = 2;

interface Searching {
  label: string;
  value: string;
  /** Called when there is something to look for, or nothing any more. */
  onSearch: (text: string | undefined) => void;
}

export function SearchInput({ label, value: searched, onSearch }: Searching) {
  const [text, setText] = useState(searched);
  const isShort = text.trim() !== '' && text.trim().length < LEAST_LETTERS;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  // What is too short to look for stays.
  useEffect(
    () => setText((text) => (searched === '' && text.trim().length < LEAST_LETTERS ? text : searched)),
    [searched],
  );
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <>
      <input
        type="search"
        placeholder={label}
        aria-label={label}
        value={text}
        onInput={({ currentTarget: { value } }) => {
          setText(value);
          clearTimeout(timer.current);
          const search = value.trim().length < LEAST_LETTERS ? undefined : value;
          timer.current = setTimeout(() => onSearch(search), SEARCH_MS);
        }}
      />
      <span class="soft" role="status">
        {isShort && 'Two letters or more'}
      </span>
    </>
  );
}

export const Search = ({ record, filter }: { record: RecordModel; filter: Filter }) => (
  <SearchInput
    label={`Search ${record.label.toLowerCase()}`}
    value={textOf(filter.search)}
    // The filter of that moment: a value may have been ticked since.
    onSearch={(text) => setFilter(route.value.filter, 'search', text)}
  />
);

const listIn = (filter: Filter, name: string): string[] => {
  const value = filter[`${name}In`];
  return Array.isArray(value) ? value.map(String) : [];
};

interface FacetProps {
  record: RecordModel;
  filter: Filter;
  /** Changes when records have changed. */
  changes: number;
}

/** Whether the values have room beside the grid. */
const isWide = matchMedia('(min-width: 1101px)').matches;

/** The values that the records have, with how many have each; ticking them filters. */
export function Facets({ record, filter, changes }: FacetProps) {
  const facets = record.facets.filter(({ column }) =>
    record.filters.some(({ name }) => name === `${column}In` || name === column),
  );
  const own = (column: string) => [column, `${column}In`, `${column}IsNull`];
  const [{ data }, reread] = useQuery<Counts>({
    query: countsOf({ ...record, facets }),
    variables: Object.fromEntries(facets.map(({ by, column }) => [by, without(filter, ...own(column))])),
    pause: facets.length === 0,
    context: LISTED,
  });
  useEffect(() => {
    if (changes > 0) reread({ requestPolicy: 'network-only' });
  }, [changes, reread]);
  return (
    <aside class="facets" aria-label="Filter by value">
      {facets.map(({ by, column }) => {
        const found = data?.[by];
        const isMany = record.filters.some(({ name }) => name === `${column}In`);
        const ticked = isMany ? listIn(filter, column) : column in filter ? [String(filter[column])] : [];
        const toggle = (value: string | null) => {
          const rest = without(filter, ...own(column));
          if (value === null)
            return goTo({ filter: filter[`${column}IsNull`] ? rest : { ...rest, [`${column}IsNull`]: true } });
          const next = ticked.includes(value) ? ticked.filter((each) => each !== value) : [...ticked, value];
          if (!isMany) return goTo({ filter: ticked.includes(value) ? rest : { ...rest, [column]: typed(value) } });
          goTo({ filter: next.length === 0 ? rest : { ...rest, [`${column}In`]: next } });
        };
        const type = record.filters.find(({ name }) => name === column);
        const typed = (value: string): unknown => {
          const read = type && readValue(value, type);
          return read && 'value' in read ? read.value : value;
        };
        const canBeNull = record.filters.some(({ name }) => name === `${column}IsNull`);
        return (
          <details key={by} open={ticked.length > 0 || (isWide && !column.endsWith('Id'))}>
            <summary>{labelOf(column)}</summary>
            {found?.groups
              .map(({ key, count }) => ({ value: key.value === null ? null : String(key.value), count }))
              .filter(({ value }) => value !== null || canBeNull)
              .map(({ value, count }) => (
                <label key={value}>
                  <input
                    type="checkbox"
                    checked={value === null ? filter[`${column}IsNull`] === true : ticked.includes(value)}
                    onChange={() => toggle(value)}
                  />
                  <span>{value ?? 'None'}</span>
                  <b>{countOf(count)}</b>
                </label>
              ))}
            {found && found.others > 0 && <p class="soft">{countOf(found.others)} with other values: see Filters</p>}
          </details>
        );
      })}
    </aside>
  );
}

/** The filters of the API that are neither the search nor a facet, one field each. */
export function MoreFilters({ record, filter }: { record: RecordModel; filter: Filter }) {
  const offered = record.filters.filter(({ name }) => name !== 'search' && !name.endsWith('In'));
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const apply = (event: Event) => {
    event.preventDefault();
    const found: Record<string, string> = {};
    let next = filter;
    for (const [name, text] of Object.entries(texts)) {
      const column = offered.find((each) => each.name === name);
      const read = column && readValue(text, column);
      if (read === undefined) continue;
      if ('fault' in read) found[name] = read.fault;
      else next = read.value === null ? without(next, name) : { ...next, [name]: read.value };
    }
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    setTexts({});
    goTo({ filter: next });
  };
  return (
    <form onSubmit={apply} class="more">
      {offered.map((column) => (
        <ColumnInput
          key={column.name}
          column={column}
          text={texts[column.name] ?? textOf(filter[column.name])}
          issue={faults[column.name]}
          onText={(text) => setTexts({ ...texts, [column.name]: text })}
        />
      ))}
      <button type="submit" class="strong">
        Filter
      </button>
    </form>
  );
}

/** What the rows are filtered by, each with a button to remove it. */
export function Chips({ record, filter }: { record: RecordModel; filter: Filter }) {
  const parts = Object.entries(filter).filter(([name]) => name !== 'search');
  if (parts.length === 0) return null;
  const typeOf = (name: string): Column['type'] => record.filters.find((each) => each.name === name)?.type ?? 'String';
  return (
    <ul class="chips" aria-label="Filters">
      {parts.map(([name, value]) => (
        <li key={name}>
          {labelOf(name.replace(/In$/, ''))}: {shown(value, typeOf(name))}
          <button
            type="button"
            aria-label={`Remove the filter ${labelOf(name)}`}
            onClick={() => setFilter(filter, name, undefined)}
          >
            ✕
          </button>
        </li>
      ))}
      <li>
        <button type="button" onClick={() => goTo({ filter: {} })}>
          Clear all
        </button>
      </li>
    </ul>
  );
}
