import { useState } from 'react';
import { useQuery } from 'urql';
import { type Choice, filterOf } from './choice';
import { messageOf } from './gateway';
import { graphql } from './gql';
import type { TankOrder, TankOrderField, TankRowFragment } from './gql/graphql';
import { useLastAnswer, useLiveRows } from './live';
import { TankMap } from './map';
import { TankForm } from './tank-form';
import { TankRow } from './tank-row';
import { Loading } from './tasks';

const TankPage = graphql(`
  query TankPage(
    $first: Int
    $after: String
    $last: Int
    $before: String
    $filter: TankFilter
    $orderBy: [TankOrder!]
    $counted: TankFilter
  ) {
    tanks(first: $first, after: $after, last: $last, before: $before, filter: $filter, orderBy: $orderBy) {
      totalCount
      nodes {
        ...TankRow
      }
      pageInfo {
        hasNextPage
        startCursor
        endCursor
      }
    }
    statuses: tankAggregate(groupBy: [STATUS], filter: $counted) {
      groups {
        key {
          status
        }
        count
      }
    }
  }

  fragment TankRow on Tank {
    id
    name
    productName
    locationName
    shipToCode
    fillPercentage
    daysToEmpty
    daysToEmptyIsKnown
    availableCapacity
    availableCapacityIsKnown
    averageDailyUsage
    readingVolume
    tankSize
    metadata
    lastReadingDate
    latitude
    longitude
    status
    includeInJob
    version
  }
`);

const PAGE = 25;

/** Where a page begins: behind or before a cursor, and the number of its first row. */
interface Position {
  after?: string | null;
  before?: string | null;
  first: number;
}
const START: Position = { first: 1 };

/** Whether a tank that has changed may belong into the list. A text is looked for by the gateway alone. */
const matches = ({ status, days }: Choice, tank: TankRowFragment): boolean => {
  if (status && tank.status !== status) return false;
  if (!days || days === 'unknown') return !days || !tank.daysToEmptyIsKnown;
  return tank.daysToEmptyIsKnown && tank.daysToEmpty <= days;
};

/** What nobody knows the days of, such as a new tank, comes last. */
const EMPTIEST: TankOrder = { field: 'DAYS_TO_EMPTY', direction: 'ASC' };

const HEADS: { label: string; by?: TankOrderField }[] = [
  { label: 'Empty in', by: 'DAYS_TO_EMPTY' },
  { label: 'Tank', by: 'NAME' },
  { label: 'Product' },
  { label: 'Fill level', by: 'FILL_PERCENTAGE' },
  { label: 'Status' },
];

export function Tanks() {
  const [choice, setChoice] = useState<Choice>({});
  const [orderBy, setOrder] = useState(EMPTIEST);
  const [position, setPosition] = useState(START);
  const [view, setView] = useState<'list' | 'map'>('list');
  const [edited, setEdited] = useState<TankRowFragment>();
  // How many tanks each status would list. A text is looked for in lists alone.
  const { days } = choice;
  const size = position.before ? { last: PAGE, before: position.before } : { first: PAGE, after: position.after };
  const [read, reread] = useQuery({
    query: TankPage,
    variables: { ...size, filter: filterOf(choice), orderBy, counted: filterOf({ days }) },
  });
  const data = useLastAnswer(read, JSON.stringify(choice));
  const { error, fetching } = read;
  const page = data?.tanks;
  const rows = useLiveRows(
    page?.nodes ?? [],
    (item) => (item.__typename === 'TankChange' && item.tank && matches(choice, item.tank) ? item.tank : undefined),
    () => reread({ requestPolicy: 'network-only' }),
  );
  const choose = (chosen: Choice) => {
    setChoice({ ...choice, ...chosen });
    setPosition(START);
  };
  const sort = (field: TankOrderField) => {
    const isTurned = orderBy.field === field && orderBy.direction === 'ASC';
    setOrder({ field, direction: isTurned ? 'DESC' : 'ASC' });
    setPosition(START);
  };
  const range =
    rows.length === 0 ? 'no tanks' : `${position.first}–${position.first + rows.length - 1} of ${page?.totalCount}`;
  return (
    <section aria-labelledby="tanks" aria-busy={fetching}>
      <h2 id="tanks">Tanks</h2>
      <div className="bar">
        <label>
          Search{' '}
          <input
            type="search"
            placeholder="name, code, address …"
            onChange={({ target }) => choose({ search: target.value.trim().length < 2 ? undefined : target.value })}
          />
        </label>
        <label>
          Empty within{' '}
          <select
            onChange={({ target: { value } }) =>
              choose({ days: value === 'unknown' ? value : Number(value) || undefined })
            }
          >
            <option value="">any time</option>
            {[3, 7, 14].map((days) => (
              <option key={days} value={days}>
                {days} days
              </option>
            ))}
            <option value="unknown">unknown</option>
          </select>
        </label>
        <label>
          Status{' '}
          <select onChange={({ target }) => choose({ status: target.value || undefined })}>
            <option value="">any</option>
            {data?.statuses?.groups.map(
              ({ key: { status }, count }) =>
                status && (
                  <option key={status} value={status}>
                    {status} ({count})
                  </option>
                ),
            )}
          </select>
        </label>
        <span className="views">
          {(['list', 'map'] as const).map((name) => (
            <button key={name} type="button" aria-pressed={view === name} onClick={() => setView(name)}>
              {name === 'list' ? 'List' : 'Map'}
            </button>
          ))}
        </span>
      </div>
      {error && <p role="alert">{messageOf(error)}</p>}
      {view === 'map' && <TankMap choice={choice} onOpen={setEdited} />}
      {view === 'list' && !page && !error && <Loading />}
      {view === 'list' && page && rows.length === 0 && (
        <p className="empty">No tank matches. Change the filters above.</p>
      )}
      {view === 'list' && rows.length > 0 && (
        <table className="tanks">
          <thead>
            <tr>
              {HEADS.map(({ label, by }) => (
                <th
                  key={label}
                  aria-sort={
                    orderBy.field === by ? (orderBy.direction === 'ASC' ? 'ascending' : 'descending') : undefined
                  }
                >
                  {by ? (
                    <button type="button" className="link" onClick={() => sort(by)}>
                      {label}
                      {orderBy.field === by && (orderBy.direction === 'ASC' ? ' ↑' : ' ↓')}
                    </button>
                  ) : (
                    label
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((tank) => (
              <TankRow key={tank.id} tank={tank} onEdit={() => setEdited(tank)} />
            ))}
          </tbody>
        </table>
      )}
      {view === 'list' && (
        <nav className="bar" aria-label="Pages of tanks">
          <span>{page && range}</span>
          <button
            type="button"
            aria-disabled={position.first === 1}
            onClick={() => {
              if (position.first === 1) return;
              const first = position.first - PAGE;
              setPosition(first <= 1 ? START : { before: page?.pageInfo.startCursor, first });
            }}
          >
            Previous page
          </button>
          <button
            type="button"
            aria-disabled={!page?.pageInfo.hasNextPage}
            onClick={() => {
              if (!page?.pageInfo.hasNextPage) return;
              setPosition({ after: page.pageInfo.endCursor, first: position.first + rows.length });
            }}
          >
            Next page
          </button>
        </nav>
      )}
      {edited && (
        <TankForm
          key={edited.id}
          tank={rows.find(({ id }) => id === edited.id) ?? edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </section>
  );
}
