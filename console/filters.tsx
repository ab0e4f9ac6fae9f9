import { useQuery } from '@urql/preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { firstColumns } from './column-order.ts';
import { type Part, partsOf, whereOf } from './conditions.ts';
import { type Counts, countsOf, LISTED } from './documents.ts';
import { Adding } from './parts.tsx';
import { useNames } from './relations/names.tsx';
import { referenceOf } from './relations/relate.ts';
import { goTo, type Route, route } from './route.ts';
import { labelOf, type RecordModel } from './schema.ts';
import { countOf, isObject, shown, textOf } from './values.ts';

type Filter = Route['filter'];

export const SEARCH_MS = 250;
/** What the gateway looks for. */
export const LEAST_LETTERS = 2;

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
    onSearch={(search) => {
      // The filter of that moment: a value may have been ticked since.
      const { search: _, ...others } = route.value.filter;
      goTo({ filter: search === undefined ? others : { ...others, search } });
    }}
  />
);

interface FacetProps {
  record: RecordModel;
  columns: readonly string[];
  filter: Filter;
  /** Changes when records have changed. */
  changes: number;
}

/** Whether the values have room beside the grid. */
const isWide = matchMedia('(min-width: 1101px)').matches;

const isChoice = ([, test]: Part): boolean =>
  isObject(test) && Object.keys(test).every((operator) => operator === 'in' || operator === 'equals');

/** The values that the records have in the shown columns, with how many have each; ticking them filters. */
export function Facets({ record, columns, filter, changes }: FacetProps) {
  const [added, setAdded] = useState<readonly string[]>([]);
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const parts = partsOf(filter);
  const first = firstColumns(record);
  const all = record.facets.map(({ by, column }) => {
    const { label = labelOf(column), relation } = record.columns.find(({ name }) => name === column) ?? {};
    const own = parts.find((part) => part[0] === column && isChoice(part));
    const isChosen = own !== undefined || added.includes(column);
    return {
      by,
      column,
      label,
      // Of ids that lead to one type of record.
      relation: relation?.kind === undefined ? relation : undefined,
      own,
      rest: parts.filter((part) => part !== own),
      isShown: isChosen || columns.includes(column),
      isOpen: toggled.get(column) ?? (isWide && (isChosen || (relation === undefined && first.includes(column)))),
    };
  });
  const facets = all.filter(({ isShown }) => isShown);
  const read = facets.filter(({ isOpen }) => isOpen);
  const isRead = read.length > 0;
  const [{ data }, reread] = useQuery<Counts>({
    // A document needs a field, also if it is not sent.
    query: isRead ? countsOf(record, read) : '{ __typename }',
    variables: Object.fromEntries(read.map(({ by, rest }) => [by, whereOf(rest)])),
    pause: !isRead,
    context: LISTED,
  });
  useEffect(() => {
    if (changes > 0 && isRead) reread({ requestPolicy: 'network-only' });
  }, [changes, isRead, reread]);
  const names = useNames(
    read.flatMap(({ by, relation }) =>
      relation ? (data?.[by]?.groups ?? []).map(({ key }) => referenceOf(relation, key.value, undefined)) : [],
    ),
  );
  return (
    <aside class="facets" aria-label="Filter by value">
      {facets.map(({ by, column, label, relation, own, rest, isOpen }) => {
        const found = data?.[by];
        const { type } = record.filters.find(({ name }) => name === column) ?? { type: '' };
        const isMany = record.inputs.get(type)?.some(({ name }) => name === 'in');
        const test = isObject(own?.[1]) ? own[1] : { in: [] };
        const ticked: readonly unknown[] = Array.isArray(test.in) ? test.in : [test.equals];
        const toggle = (value: unknown) => {
          const others = isMany && value !== null ? ticked.filter((each) => each !== value && each !== null) : [];
          const next = ticked.includes(value) ? others : [...others, value];
          const wanted = isMany && value !== null ? { in: next } : { equals: value };
          goTo({ filter: whereOf(next.length === 0 ? rest : [...rest, [column, wanted]]) });
        };
        return (
          <details
            key={by}
            open={isOpen}
            onToggle={({ currentTarget: { open } }) => setToggled((toggled) => new Map(toggled).set(column, open))}
          >
            <summary>{label}</summary>
            {found?.groups.map(({ key: { value }, count }) => (
              <label key={value}>
                <input type="checkbox" checked={ticked.includes(value)} onChange={() => toggle(value)} />
                <span>
                  {value === null
                    ? 'None'
                    : ((relation && names.of(referenceOf(relation, value, undefined))) ?? shown(value, ''))}
                </span>
                <b>{countOf(count)}</b>
              </label>
            ))}
            {found && found.others > 0 && <p class="soft">{countOf(found.others)} with other values: see Filters</p>}
          </details>
        );
      })}
      <Adding
        words="Values of…"
        marks={{ 'aria-label': 'Values of another column' }}
        options={all.filter(({ isShown }) => !isShown).map(({ column, label }) => ({ name: column, label }))}
        onAdd={(column) => setAdded([...added, column])}
      />
    </aside>
  );
}
