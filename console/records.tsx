import { useQuery } from '@urql/preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Chips } from './chips.tsx';
import { firstColumns } from './column-order.ts';
import { faultsIn } from './conditions.ts';
import { Deleted } from './deleted.tsx';
import { LISTED, listOf, type Page } from './documents.ts';
import { Export } from './export.tsx';
import { Figures } from './figures.tsx';
import { FilterForm } from './filter-form.tsx';
import { Facets, Search } from './filters.tsx';
import { Grid } from './grid.tsx';
import { Import } from './import.tsx';
import { useChanges } from './live.ts';
import { NewRecord } from './new-record.tsx';
import { Empty, Fault, Loading, Menu } from './parts.tsx';
import { RecordPanel } from './record-panel.tsx';
import { withKinds } from './relations/relate.ts';
import { goTo, type Route, settle } from './route.ts';
import { Columns, knownColumns, storeColumns, storedColumns } from './rows/columns.tsx';
import { Pages, storedSize } from './rows/pages.tsx';
import { Selected, type Ticked } from './rows/selected.tsx';
import { Views } from './rows/views.tsx';
import { labelOf, type RecordModel, rightsOf, type Viewer } from './schema.ts';
import { messageOf } from './session.ts';
import { isDescending, nameIn, Sorting } from './sorting.tsx';

interface Props {
  record: RecordModel;
  viewer: Viewer;
  route: Route;
}

/** The records of one type: a grid with filters, live marks, and one record beside it. */
export function Records({ record, viewer, route }: Props) {
  const { filter: asked, isCut, sort: askedSort, hasFigures, id, page: position } = route;
  const rights = rightsOf(record, viewer);
  const [stored, setStored] = useState(() => storedColumns(record));
  const [rowsOfPage, setRowsOfPage] = useState(storedSize);
  const linked = knownColumns(record, route.columns ?? []);
  const columns = linked.length > 0 ? linked : stored;
  const [ticked, setTicked] = useState<Ticked>(new Map());
  const [open, setOpen] = useState<'new' | 'deleted' | 'import'>();
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
  const isUnnamed = route.columns === undefined && columns.join() !== firstColumns(record).join();
  useEffect(() => {
    if (isUnnamed) settle({ columns });
  }, [isUnnamed]);

  const orderBy = sort.map((each) => ({
    field: record.orders.get(nameIn(each)),
    direction: isDescending(each) ? 'DESC' : 'ASC',
  }));
  const size =
    position?.before === undefined
      ? { first: rowsOfPage, after: position?.after }
      : { last: rowsOfPage, before: position.before };
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
  const search = record.filters.find(({ name }) => name === 'search');
  const isFiltered = Object.keys(filter).length > 0;
  const show = (columns: string[]) => {
    storeColumns(record, columns);
    setStored(columns);
    goTo({ columns });
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
        <Views record={record} route={route} columns={columns} />
        <Export record={record} columns={columns} filter={filter} orderBy={orderBy} total={total} />
        {rights.readsAll && record.watched !== undefined && (
          <button type="button" onClick={() => setOpen('deleted')}>
            Deleted
          </button>
        )}
        <span class="grow" />
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
          <Fault text={error && messageOf(error)} />
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
          <Selected
            record={record}
            rights={rights}
            columns={columns}
            filter={filter}
            orderBy={orderBy}
            total={total}
            ticked={ticked}
            onTick={setTicked}
          />
          {(rows.length > 0 || position !== undefined) && (
            <nav class="bar pages" aria-label="Pages">
              <Pages
                count={rows.length}
                total={total}
                position={position}
                startCursor={page?.pageInfo.startCursor}
                endCursor={page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null}
                size={rowsOfPage}
                onSize={setRowsOfPage}
              />
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
      {open === 'new' && <NewRecord record={record} onClose={() => setOpen(undefined)} />}
      {open === 'import' && <Import record={record} onClose={() => setOpen(undefined)} />}
      {open === 'deleted' && <Deleted record={record} rights={rights} onClose={() => setOpen(undefined)} />}
    </>
  );
}
