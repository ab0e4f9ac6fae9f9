import { useEffect, useRef, useState } from 'react';
import { useQuery } from 'urql';
import { setAddress, useAddress } from './address';
import { choiceOf, filterOf, matches } from './choice';
import { messageOf } from './gateway';
import { graphql } from './gql';
import type { TankOrder, TankOrderField, TankRowFragment } from './gql/graphql';
import { useLastAnswer, useLiveRows, useReread } from './live';
import { TankMap } from './map';
import { Loading } from './shown';
import { TankFilters } from './tank-filters';
import { TankForm } from './tank-form';
import { TankRow } from './tank-row';
import { TaskForm } from './task-form';
import { OPEN_FILL } from './workflow';

const TankPage = graphql(`
  query TankPage(
    $first: Int
    $after: String
    $last: Int
    $before: String
    $filter: TankFilter
    $orderBy: [TankOrder!]
    $counted: TankFilter
    $fill: TaskFilter
  ) {
    tanks(first: $first, after: $after, last: $last, before: $before, filter: $filter, orderBy: $orderBy) {
      totalCount
      nodes {
        ...TankRow
        tasks(first: 1, filter: $fill) {
          nodes {
            id
            taskNumber
            assigneeId
          }
        }
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
    shipToId
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

/** What nobody knows the days of, such as a new tank, comes last. */
const EMPTIEST: TankOrder = { field: 'DAYS_TO_EMPTY', direction: 'ASC' };

const HEADS: { label: string; by?: TankOrderField }[] = [
  { label: 'Empty in', by: 'DAYS_TO_EMPTY' },
  { label: 'Tank', by: 'NAME' },
  { label: 'Product' },
  { label: 'Fill level', by: 'FILL_PERCENTAGE' },
  { label: 'Status' },
  { label: 'Delivery' },
];

export function Tanks() {
  const address = useAddress();
  const choice = choiceOf(address);
  const view = address.get('view') === 'map' ? 'map' : 'list';
  const [orderBy, setOrder] = useState(EMPTIEST);
  const [position, setPosition] = useState(START);
  const [edited, setEdited] = useState<TankRowFragment>();
  const [filled, setFilled] = useState<TankRowFragment>();
  const [said, setSaid] = useState('');
  const output = useRef<HTMLOutputElement>(null);
  // The button that has opened the form goes, and the focus would go with it.
  useEffect(() => {
    if (said !== '') output.current?.focus();
  }, [said]);
  // How many tanks each status would list. A text is looked for in lists alone.
  const { days, isForgotten } = choice;
  const size = position.before ? { last: PAGE, before: position.before } : { first: PAGE, after: position.after };
  const [read, reread] = useQuery({
    query: TankPage,
    variables: {
      ...size,
      filter: filterOf(choice),
      orderBy,
      counted: filterOf({ days, isForgotten }),
      fill: OPEN_FILL,
    },
  });
  const data = useLastAnswer(read, JSON.stringify(choice));
  const { error, fetching } = read;
  const page = data?.tanks;
  // Until the next page is answered, the rows are those of the one before.
  const [shown, setShown] = useState({ data, first: position.first });
  if (shown.data !== data) setShown({ data, first: position.first });
  const { first } = shown;
  const again = () => reread({ requestPolicy: 'network-only' });
  const rows = useLiveRows(
    page?.nodes ?? [],
    (item) => (item.__typename === 'TankChange' && item.tank && matches(choice, item.tank) ? item.tank : undefined),
    again,
  );
  useReread((item) => item.__typename === 'TaskChange' && item.task?.entity?.__typename === 'Tank', again);
  const sort = (field: TankOrderField) => {
    const isTurned = orderBy.field === field && orderBy.direction === 'ASC';
    setOrder({ field, direction: isTurned ? 'DESC' : 'ASC' });
    setPosition(START);
  };
  const range = rows.length === 0 ? 'no tanks' : `${first}–${first + rows.length - 1} of ${page?.totalCount}`;
  return (
    <section aria-labelledby="tanks" aria-busy={fetching}>
      <h2 id="tanks" tabIndex={-1}>
        Tanks
      </h2>
      <div className="bar">
        <TankFilters
          statuses={(data?.statuses?.groups ?? []).flatMap(({ key: { status }, count }) =>
            status ? [{ status, count }] : [],
          )}
          onChoose={() => setPosition(START)}
        />
        <span className="views">
          {(['list', 'map'] as const).map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={view === name}
              onClick={() => setAddress({ view: name === 'map' ? name : undefined })}
            >
              {name === 'list' ? 'List' : 'Map'}
            </button>
          ))}
        </span>
        <output ref={output} tabIndex={-1}>
          {said}
        </output>
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
              <TankRow
                key={tank.id}
                tank={tank}
                task={tank.tasks?.nodes[0]}
                onEdit={() => setEdited(tank)}
                onFill={() => setFilled(tank)}
              />
            ))}
          </tbody>
        </table>
      )}
      {view === 'list' && (
        <nav className="bar" aria-label="Pages of tanks">
          <span>{page && range}</span>
          <button
            type="button"
            aria-disabled={first === 1}
            onClick={() => {
              if (first === 1) return;
              const before = first - PAGE;
              setPosition(before <= 1 ? START : { before: page?.pageInfo.startCursor, first: before });
            }}
          >
            Previous page
          </button>
          <button
            type="button"
            aria-disabled={!page?.pageInfo.hasNextPage}
            onClick={() => {
              if (!page?.pageInfo.hasNextPage) return;
              setPosition({ after: page.pageInfo.endCursor, first: first + rows.length });
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
      {filled && (
        <TaskForm
          fills={filled}
          onClose={(made) => {
            setFilled(undefined);
            if (made === undefined) return;
            setSaid(`Task #${made} was created.`);
            again();
          }}
        />
      )}
    </section>
  );
}
