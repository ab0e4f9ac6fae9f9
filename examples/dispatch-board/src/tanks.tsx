import { useState } from 'react';
import { useQuery } from 'urql';
import { messageOf } from './gateway';
import { graphql } from './gql';
import type { TankFilter, TankRowFragment } from './gql/graphql';
import { useLiveRows } from './live';
import { TankForm } from './tank-form';

const TankPage = graphql(`
  query TankPage($after: String, $filter: TankFilter) {
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
    statuses: tankCounts(by: STATUS) {
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
const matches = ({ status, daysToEmptyAtMost }: TankFilter, tank: TankRowFragment): boolean =>
  (!status || tank.status === status) && (!daysToEmptyAtMost || tank.daysToEmpty <= daysToEmptyAtMost);

export function Tanks() {
  const [filter, setFilter] = useState<TankFilter>({});
  const [after, setAfter] = useState<string | null>(null);
  const [edited, setEdited] = useState<TankRowFragment>();
  const [{ data, error, fetching }, reread] = useQuery({ query: TankPage, variables: { after, filter } });
  const page = data?.tanks;
  const rows = useLiveRows(
    page?.nodes ?? [],
    (item) => (item.__typename === 'TankChange' && item.tank && matches(filter, item.tank) ? item.tank : undefined),
    () => reread({ requestPolicy: 'network-only' }),
  );
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
            placeholder="name or code"
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
      <table>
        <thead>
          <tr>
            <th>Tank</th>
            <th>Product</th>
            <th>Filled</th>
            <th>Empty in</th>
            <th>Status</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {rows.map((tank) => (
            <tr key={tank.id}>
              <th scope="row">{tank.name ?? tank.id}</th>
              <td>{tank.productName}</td>
              <td>
                {/* A new version has a new key, and so flashes. */}
                <span key={tank.version} className="changed">
                  <meter value={tank.fillPercentage ?? 0} min={0} max={100} low={30} high={50} optimum={100} />{' '}
                  {tank.fillPercentage === null ? 'unknown' : `${tank.fillPercentage} %`}
                </span>
              </td>
              <td>{tank.daysToEmpty} days</td>
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
      {edited && <TankForm key={edited.id} tank={edited} onClose={() => setEdited(undefined)} />}
    </section>
  );
}
