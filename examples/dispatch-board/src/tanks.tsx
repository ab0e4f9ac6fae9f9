import { type ReactNode, useState } from 'react';
import { useQuery } from 'urql';
import { messageOf } from './gateway';
import { graphql } from './gql';
import type { TankFilter, TankRowFragment } from './gql/graphql';
import { useKept, useLiveRows } from './live';
import { TankForm } from './tank-form';

const TankPage = graphql(`
  query TankPage($after: String, $filter: TankFilter, $counted: TankFilter) {
    tanks(first: 25, after: $after, filter: $filter, orderBy: { field: DAYS_TO_EMPTY, direction: ASC }) {
      totalCount
      nodes {
        ...TankRow
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
    statuses: tankCounts(by: STATUS, filter: $counted) {
      values {
        value
        count
      }
    }
  }

  fragment TankRow on Tank {
    id
    name
    productName
    locationName
    fillPercentage
    daysToEmpty
    status
    includeInJob
    version
  }
`);

/** Whether a tank that has changed may belong into the list. A text is looked for by the gateway alone. */
const matches = (
  { status, daysToEmptyAtMost, fillPercentageIsNull = null }: TankFilter,
  tank: TankRowFragment,
): boolean =>
  (!status || tank.status === status) &&
  (!daysToEmptyAtMost || tank.daysToEmpty <= daysToEmptyAtMost) &&
  (fillPercentageIsNull === null || (tank.fillPercentage === null) === fillPercentageIsNull);

/** Leaves out what was never measured, such as a new tank: with its 0 days it would come before the emptiest ones. */
const MEASURED: TankFilter = { fillPercentageIsNull: false };
const isUnknown = ({ fillPercentage, daysToEmpty }: TankRowFragment): boolean =>
  fillPercentage === null && daysToEmpty === 0;

/** Tanks that are empty within these days are marked. */
const URGENT_DAYS = 3;

function Level({ percentage }: { percentage: number | null | undefined }) {
  if (typeof percentage !== 'number') return <span className="unknown">unknown</span>;
  return (
    <>
      <meter value={percentage} min={0} max={100} low={30} high={50} optimum={100} />{' '}
      <span className="figure">{percentage} %</span>
    </>
  );
}

/** Flashes when the version changes while it is shown: a new key begins the animation. */
function Flashing({ version, children }: { version: number; children: ReactNode }) {
  const [first] = useState(version);
  return (
    <span key={version} className={version === first ? '' : 'changed'}>
      {children}
    </span>
  );
}

function DaysToEmpty({ tank }: { tank: TankRowFragment }) {
  if (isUnknown(tank)) return <span className="unknown">unknown</span>;
  const text = tank.daysToEmpty <= 0 ? 'now' : `${tank.daysToEmpty} days`;
  return <span className={tank.daysToEmpty <= URGENT_DAYS ? 'late' : ''}>{text}</span>;
}

export function Tanks() {
  const [filter, setFilter] = useState<TankFilter>(MEASURED);
  const [after, setAfter] = useState<string | null>(null);
  const [edited, setEdited] = useState<TankRowFragment>();
  // How many tanks each status would list. A text is looked for in lists alone.
  const { status: _status, search: _search, ...counted } = filter;
  const [{ data: read, error, fetching }, reread] = useQuery({
    query: TankPage,
    variables: { after, filter, counted },
  });
  const data = useKept(read);
  const page = data?.tanks;
  const rows = useLiveRows(
    page?.nodes ?? [],
    (item) => (item.__typename === 'TankChange' && item.tank && matches(filter, item.tank) ? item.tank : undefined),
    () => reread({ requestPolicy: 'network-only' }),
  );
  const listed = rows.toSorted((a, b) => Number(isUnknown(a)) - Number(isUnknown(b)));
  const choose = (chosen: TankFilter) => {
    setFilter({ ...filter, ...chosen });
    setAfter(null);
  };
  return (
    <section aria-labelledby="tanks" aria-busy={fetching}>
      <h2 id="tanks">Tanks</h2>
      <div className="bar">
        <label>
          Search{' '}
          <input
            type="search"
            placeholder="name or external id"
            onChange={({ target }) => choose({ search: target.value.length < 3 ? undefined : target.value })}
          />
        </label>
        <label>
          Empty within{' '}
          <select onChange={({ target }) => choose({ daysToEmptyAtMost: Number(target.value) || undefined })}>
            <option value="">any time</option>
            {[3, 7, 14].map((days) => (
              <option key={days} value={days}>
                {days} days
              </option>
            ))}
          </select>
        </label>
        <label>
          Level{' '}
          <select
            defaultValue="yes"
            onChange={({ target }) =>
              choose({ fillPercentageIsNull: target.value ? target.value === 'no' : undefined })
            }
          >
            <option value="yes">known</option>
            <option value="no">unknown</option>
            <option value="">any</option>
          </select>
        </label>
        <label>
          Status{' '}
          <select onChange={({ target }) => choose({ status: target.value || undefined })}>
            <option value="">any</option>
            {data?.statuses?.values.map(
              ({ value, count }) =>
                value && (
                  <option key={value} value={value}>
                    {value} ({count})
                  </option>
                ),
            )}
          </select>
        </label>
        <span>{page && `${page.totalCount} tanks`}</span>
      </div>
      {error && <p role="alert">{messageOf(error)}</p>}
      <table className="tanks">
        <thead>
          <tr>
            <th>Tank</th>
            <th>Product</th>
            <th>Fill level</th>
            <th>Empty in</th>
            <th>Status</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {listed.map((tank) => (
            <tr key={tank.id}>
              <th scope="row">{tank.name ?? tank.id}</th>
              <td>{tank.productName}</td>
              <td>
                <Flashing version={tank.version}>
                  <Level percentage={tank.fillPercentage} />
                </Flashing>
              </td>
              <td>
                <DaysToEmpty tank={tank} />
              </td>
              <td>{tank.status}</td>
              <td>
                <button type="button" onClick={() => setEdited(tank)} aria-label={`Edit ${tank.name ?? tank.id}`}>
                  Edit
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <nav className="bar" aria-label="Pages of tanks">
        <button type="button" disabled={after === null} onClick={() => setAfter(null)}>
          First page
        </button>
        <button
          type="button"
          disabled={!page?.pageInfo.hasNextPage}
          onClick={() => setAfter(page?.pageInfo.endCursor ?? null)}
        >
          Next page
        </button>
      </nav>
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
