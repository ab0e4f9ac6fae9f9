import { useQuery } from '@urql/preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { BulkEdit } from './bulk-edit.tsx';
import { Chips } from './chips.tsx';
import { faultsIn } from './conditions.ts';
import { Deleted } from './deleted.tsx';
import { LISTED, listOf, type Page, type Row } from './documents.ts';
import { Export } from './export.tsx';
import { Figures } from './figures.tsx';
import { FilterForm } from './filter-form.tsx';
import { Facets, Search } from './filters.tsx';
import { Grid } from './grid.tsx';
import { Import } from './import.tsx';
import { useChanges } from './live.ts';
import { NewRecord } from './new-record.tsx';
import { Empty, Loading, Menu } from './parts.tsx';
import { RecordPanel } from './record-panel.tsx';
import { withKinds } from './relations/relate.ts';
import { goTo, type Route } from './route.ts';
import { counted, firstColumns, labelOf, type RecordModel, rightsOf, type Viewer } from './schema.ts';
import { messageOf } from './session.ts';
import { isDescending, nameIn, Sorting } from './sorting.tsx';
import { countOf } from './values.ts';

/** How many rows a page has. */
const PAGE = 25;

const storedColumns = (record: RecordModel): string[] => {
  const stored: unknown = JSON.parse(localStorage.getItem(`console:columns:${record.name}`) ?? 'null');
  const known = Array.isArray(stored)
    ? stored.filter((name): name is string => record.columns.some((each) => each.name === name))
    : [];
  return known.length > 0 ? known : firstColumns(record);
};

interface Props {
  record: RecordModel;
  viewer: Viewer;
  route: Route;
}

/** The records of one type: a grid with filters, live marks, and one record beside it. */
export function Records({ record, viewer, route }: Props) {
  const { filter: asked, isCut, sort: askedSort, hasFigures, id, page: position } = route;
  const rights = rightsOf(record, viewer);
  const [columns, setColumns] = useState(() => storedColumns(record));
  const [ticked, setTicked] = useState<ReadonlyMap<string, Row>>(new Map());
  const [open, setOpen] = useState<'bulk' | 'new' | 'deleted' | 'import'>();
  const [changes, setChanges] = useState(0);
  const faultsOf = (name: string): string[] =>
    faultsIn(
      asked[name],
      record.filters.find((each) => each.name === name),
      record.inputs,
      name,
    );
  const names = Object.keys(asked);
  const unknown = names.flatMap(faultsOf);
  const filter = Object.fromEntries(
    names.filter((name) => faultsOf(name).length === 0).map((name) => [name, asked[name]]),
  );
  const sort = askedSort.filter((each) => record.orders.has(nameIn(each)));
  const unsorted = askedSort.filter((each) => !sort.includes(each)).map(nameIn);
  const faults = [
    isCut &&
      `The filter of this link cannot be read: it may have been cut off. These are all ${record.label.toLowerCase()}.`,
    unknown.length > 0 && `${record.label} have no filter ${unknown.join(', ')} with such a value: it is left out.`,
    unsorted.length > 0 && `${record.label} cannot be sorted by ${unsorted.join(', ')}.`,
  ].filter((fault) => fault !== false);
  const key = JSON.stringify([filter, sort]);
  useEffect(() => setTicked(new Map()), [key]);

  const orderBy = sort.map((each) => ({
    field: record.orders.get(nameIn(each)),
    direction: isDescending(each) ? 'DESC' : 'ASC',
  }));
  const size =
    position?.before === undefined ? { first: PAGE, after: position?.after } : { last: PAGE, before: position.before };
  const variables = { filter, orderBy, ...size };
  const [{ data, fetching, error }, reread] = useQuery<Page>({
    query: listOf(record, [record.title, ...withKinds(record, columns)]),
    variables,
    context: LISTED,
  });
  const { isLive, latest } = useChanges(record.watched, () => {
    reread({ requestPolicy: 'network-only' });
    setChanges((count) => count + 1);
  });
  // The rows stay if they cannot be read again; those of another filter do not.
  const last = useRef<{ of: string; page: Page['page'] }>({ of: '', page: null });
  const of = JSON.stringify(variables);
  if (data?.page) last.current = { of, page: data.page };
  const page = data?.page ?? (last.current.of === of ? last.current.page : null);
  const rows = page?.nodes ?? [];
  const total = page?.totalCount ?? 0;
  const firstRow = position?.row ?? 1;
  const range = rows.length === 0 ? '0' : `${countOf(firstRow)}–${countOf(firstRow + rows.length - 1)}`;
  const search = record.filters.find(({ name }) => name === 'search');
  const isFiltered = Object.keys(filter).length > 0;
  const show = (columns: string[]) => {
    localStorage.setItem(`console:columns:${record.name}`, JSON.stringify(columns));
    setColumns(columns);
  };

  return (
    <>
      <div class="toolbar">
        {search && <Search record={record} filter={filter} />}
        <Menu label="Filters">
          <FilterForm record={record} filter={filter} />
        </Menu>
        <Sorting record={record} sort={sort} />
        <Menu label="Columns">
          <Columns record={record} columns={columns} onChange={show} />
        </Menu>
        <Export record={record} columns={columns} filter={filter} orderBy={orderBy} total={total} />
        {rights.readsAll && record.watched !== undefined && (
          <button type="button" onClick={() => setOpen('deleted')}>
            Deleted
          </button>
        )}
        <span class="grow" />
        {rights.writes && record.updateMany && ticked.size > 0 && (
          <button type="button" class="strong" onClick={() => setOpen('bulk')}>
            Edit {counted(record, ticked.size)}
          </button>
        )}
        {rights.writes && record.watched && (
          <button type="button" onClick={() => setOpen('import')}>
            Import
          </button>
        )}
        {rights.creates && record.create && (
          <button type="button" onClick={() => setOpen('new')}>
            New {record.noun}
          </button>
        )}
      </div>
      <Chips record={record} filter={filter} />
      <div class={record.facets.length > 0 ? 'with-facets' : ''}>
        {record.facets.length > 0 && <Facets record={record} columns={columns} filter={filter} changes={changes} />}
        <section aria-label={record.label} aria-busy={fetching}>
          {faults.map((fault) => (
            <p key={fault} role="alert" class="issue">
              {fault}
            </p>
          ))}
          {error && (
            <p role="alert" class="issue">
              {messageOf(error)}
            </p>
          )}
          {!page && fetching && <Loading />}
          {page && rows.length === 0 && (
            <Empty title={`No ${record.noun} ${isFiltered ? 'matches.' : 'is here yet.'}`}>
              {search && filter.search !== undefined && (
                <p>{search.description.replaceAll(/`(\w+)`/g, (_, name) => labelOf(name))}</p>
              )}
              {isFiltered && (
                <button type="button" onClick={() => goTo({ filter: {} })}>
                  Clear the filters
                </button>
              )}
            </Empty>
          )}
          {rows.length > 0 && (
            <Grid
              record={record}
              rights={rights}
              columns={columns}
              rows={rows}
              sort={sort}
              latest={latest}
              ticked={ticked}
              onTick={setTicked}
            />
          )}
          {(rows.length > 0 || position !== undefined) && (
            <nav class="bar pages" aria-label="Pages">
              <span>
                {range} of {countOf(total)}
              </span>
              <button
                type="button"
                aria-disabled={position === undefined}
                onClick={() => {
                  if (position === undefined) return;
                  const [row, before] = [firstRow - PAGE, page?.pageInfo.startCursor];
                  goTo({ page: row > 1 && before ? { before, row } : undefined });
                }}
              >
                Previous
              </button>
              <button
                type="button"
                aria-disabled={!page?.pageInfo.hasNextPage}
                onClick={() => {
                  const after = page?.pageInfo.endCursor;
                  if (page?.pageInfo.hasNextPage && after) goTo({ page: { after, row: firstRow + rows.length } });
                }}
              >
                Next
              </button>
              <span class={isLive ? 'live on' : 'live'} role="status">
                {record.watched === undefined ? '' : isLive ? 'Live' : 'Connecting…'}
              </span>
            </nav>
          )}
          {record.aggregate && (
            <Figures record={record} columns={columns} filter={filter} isOpen={hasFigures} changes={changes} />
          )}
        </section>
      </div>
      {id !== undefined && (
        <RecordPanel
          key={id}
          record={record}
          rights={rights}
          id={id}
          change={isLive ? latest.get(id) : undefined}
          onClose={() => goTo({ id: undefined })}
        />
      )}
      {open === 'bulk' && (
        <BulkEdit
          record={record}
          rows={[...ticked.values()]}
          onClose={() => setOpen(undefined)}
          onDone={() => setTicked(new Map())}
        />
      )}
      {open === 'new' && <NewRecord record={record} onClose={() => setOpen(undefined)} />}
      {open === 'import' && <Import record={record} onClose={() => setOpen(undefined)} />}
      {open === 'deleted' && <Deleted record={record} rights={rights} onClose={() => setOpen(undefined)} />}
    </>
  );
}

interface ColumnsProps {
  record: RecordModel;
  columns: readonly string[];
  onChange: (columns: string[]) => void;
}

const Columns = ({ record, columns, onChange }: ColumnsProps) => (
  <fieldset class="choice">
    <legend class="hidden">Columns</legend>
    {record.columns.map(({ name, label, description }) => (
      <label key={name} title={description}>
        <input
          type="checkbox"
          checked={columns.includes(name)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(
              record.columns
                .map((each) => each.name)
                .filter((each) => (each === name ? checked : columns.includes(each)))
                .sort((a, b) => rankOf(columns, a) - rankOf(columns, b)),
            )
          }
        />
        {label}
      </label>
    ))}
    <button type="button" onClick={() => onChange(firstColumns(record))}>
      Reset
    </button>
  </fieldset>
);

/** New columns come last. */
const rankOf = (columns: readonly string[], name: string): number =>
  columns.includes(name) ? columns.indexOf(name) : columns.length;
