import type { StopFragment } from '../gql/graphql';
import { textOfAmount } from '../workflow';
import { loadOf, type Truck } from './plan';

interface Props {
  stops: readonly StopFragment[];
  truck: Truck;
  /** How often the truck is loaded. */
  loads: number;
  onChange: (truck: Truck) => void;
}

/** What the stops of a day need, against what the truck holds. */
export function Load({ stops, truck, loads, onChange }: Props) {
  const needed = loadOf(stops);
  const total = needed.reduce((sum, { quantity }) => sum + quantity, 0);
  const unit = needed[0]?.unit ?? '';
  return (
    <div className="bar load">
      <label>
        Truck holds{' '}
        <input
          type="number"
          min="0"
          step="any"
          value={truck.size || ''}
          placeholder="size"
          onChange={({ target }) => onChange({ ...truck, size: Number(target.value) })}
        />{' '}
        {unit}
      </label>
      <label>
        Day begins{' '}
        <input
          type="time"
          required
          value={truck.start}
          onChange={({ target }) => target.value && onChange({ ...truck, start: target.value })}
        />
      </label>
      {truck.size > 0 && (
        <meter
          aria-label="Load"
          optimum={0}
          low={truck.size}
          high={truck.size}
          max={Math.max(total, truck.size)}
          value={total}
        />
      )}
      <span>
        {needed.length === 0
          ? 'Nothing to bring.'
          : needed.map((amount) => `${amount.product}: ${textOfAmount(amount)}`).join('; ')}
        {truck.size > 0 && total > truck.size && (
          <strong className="late">
            {' '}
            {textOfAmount({ quantity: total - truck.size, unit })} more than the truck holds: {loads} loads
          </strong>
        )}
      </span>
    </div>
  );
}
