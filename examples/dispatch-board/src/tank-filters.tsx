import { setAddress, useAddress } from './address';
import { URGENT_DAYS } from './urgency';

interface Props {
  /** Each status, and how many tanks it would list. */
  statuses: { status: string; count: number }[];
  /** The filters have changed. */
  onChoose: () => void;
}

/** The filters of the tanks. The address has them. */
export function TankFilters({ statuses, onChoose }: Props) {
  const address = useAddress();
  const choose = (values: Parameters<typeof setAddress>[0]) => {
    setAddress(values);
    onChoose();
  };
  const status = address.get('status') ?? '';
  const isForgotten = address.get('task') === 'none';
  return (
    <>
      <label>
        Search{' '}
        <input
          type="search"
          placeholder="name, code, address …"
          value={address.get('search') ?? ''}
          onChange={({ target }) => choose({ search: target.value })}
        />
      </label>
      <label>
        Empty within{' '}
        <select value={address.get('days') ?? ''} onChange={({ target }) => choose({ days: target.value })}>
          <option value="">any time</option>
          {[URGENT_DAYS, 7, 14].map((days) => (
            <option key={days} value={days}>
              {days} days
            </option>
          ))}
          <option value="unknown">unknown</option>
        </select>
      </label>
      <label>
        Status{' '}
        <select value={status} onChange={({ target }) => choose({ status: target.value })}>
          <option value="">any</option>
          {status && !statuses.some((each) => each.status === status) && <option>{status}</option>}
          {statuses.map(({ status, count }) => (
            <option key={status} value={status}>
              {status} ({count})
            </option>
          ))}
        </select>
      </label>
      <label>
        <input
          type="checkbox"
          checked={isForgotten}
          onChange={({ target }) =>
            choose({
              task: target.checked ? 'none' : undefined,
              days: address.get('days') ?? (target.checked ? `${URGENT_DAYS}` : undefined),
            })
          }
        />{' '}
        To fill, without a task
      </label>
    </>
  );
}
