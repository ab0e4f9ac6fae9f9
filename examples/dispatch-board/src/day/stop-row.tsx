import { useState } from 'react';
import type { StopFragment } from '../gql/graphql';
import { placeOf, productOf, timeOf } from '../stop';
import { orderedOf, textOfAmount } from '../workflow';

interface Props {
  stop: StopFragment;
  /** Its place in the day, from 0. */
  place: number;
  count: number;
  /** Whether the truck is loaded again before it. */
  isReload: boolean;
  onMove: (from: number, to: number) => void;
  onLeave: () => void;
}

/** Names the place of a stop that is dragged. */
const DRAGGED = 'application/x-stop';

/** A stop that is dragged to another place, or moved there with its buttons. */
export function StopRow({ stop, place, count, isReload, onMove, onLeave }: Props) {
  const [isOver, setOver] = useState(false);
  const { taskNumber, title, scheduledStart, completedAt } = stop;
  const [ordered, product] = [orderedOf(stop.taskData), productOf(stop)];
  const name = `#${taskNumber} ${title}`;
  return (
    <li
      className={isOver ? 'over' : ''}
      draggable
      onDragStart={({ dataTransfer }) => dataTransfer.setData(DRAGGED, `${place}`)}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(DRAGGED)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onMove(Number(event.dataTransfer.getData(DRAGGED)), place);
      }}
    >
      <span>
        {place + 1}. {scheduledStart && timeOf(scheduledStart)} {name}
      </span>
      <small>
        {[ordered && `${textOfAmount(ordered)} of ${product ?? 'a product'}`, placeOf(stop)].filter(Boolean).join(', ')}
        {isReload && <strong className="late"> load again before</strong>}
        {completedAt && <strong> done at {timeOf(completedAt)}</strong>}
      </small>
      {!completedAt && (
        <span className="moves">
          <button
            type="button"
            aria-label={`Earlier: ${name}`}
            aria-disabled={place === 0}
            onClick={() => onMove(place, place - 1)}
          >
            ↑
          </button>
          <button
            type="button"
            aria-label={`Later: ${name}`}
            aria-disabled={place === count - 1}
            onClick={() => onMove(place, place + 1)}
          >
            ↓
          </button>
          <button type="button" aria-label={`Take out: ${name}`} onClick={onLeave}>
            Take out
          </button>
        </span>
      )}
    </li>
  );
}
