import { type ChangeEvent, type SubmitEvent, useState } from 'react';
import type { StopFragment } from '../gql/graphql';
import { dueOf, isLate } from '../shown';
import { placeOf, pointOf, productOf, tankOf, timeOf } from '../stop';
import { DONE, orderedOf, textOfAmount, UNDONE } from '../workflow';
import { Checklist } from './checklist';
import { drafts, write } from './kept';
import type { Edit } from './outbox';
import { Waiting } from './waiting';

interface Props {
  /** With what was written down. */
  stop: StopFragment;
  /** As it was read. */
  base: StopFragment;
  /** What was written down about it. */
  edits: readonly Edit[];
}

/** One stop: where it is, what to bring, what to do, and that it is done. */
export function StopItem({ stop, base, edits }: Props) {
  const { title, taskNumber, priority, dueDate, scheduledStart, description, completedAt, taskData } = stop;
  const [tank, point, ordered, product] = [tankOf(stop), pointOf(stop), orderedOf(taskData), productOf(stop)];
  const place = placeOf(stop);
  // A reload mounts the stop anew, and so does a move to another list.
  const [draft] = useState(() => drafts.read()[stop.id]);
  const keep = ({ target: { name, value } }: ChangeEvent<HTMLInputElement>) =>
    drafts.change((all) => ({ ...all, [stop.id]: { ...all[stop.id], [name]: value } }));
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const [delivered, note] = [typed.get('delivered'), typed.get('note')];
    write(base, {
      statusId: DONE,
      completedAt: new Date().toISOString(),
      taskData: { ...taskData, ...(delivered && { delivered: Number(delivered) }), ...(note && { driverNote: note }) },
    });
    drafts.change(({ [stop.id]: _, ...others }) => others);
    // The stop goes to another list, and the focus would go with it.
    document.getElementById('own')?.focus();
  }
  return (
    <li className={priority}>
      <h4>
        #{taskNumber} {title}
      </h4>
      <small>
        {scheduledStart && `${timeOf(scheduledStart)}, `}
        {priority}, {dueOf(dueDate)}
        {isLate(dueDate) && !completedAt && <strong className="late"> overdue</strong>}
      </small>
      {ordered && (
        <p>
          Bring <b>{textOfAmount(ordered)}</b> {product && `of ${product}`}
        </p>
      )}
      {tank && (
        <p>
          {tank.name} {tank.fillPercentage === null ? 'with an unknown level' : `at ${tank.fillPercentage}\u00a0%`}
        </p>
      )}
      {place && (
        <address>
          {place}
          {point && (
            <span className="bar">
              <a href={`geo:${point.latitude},${point.longitude}?q=${point.latitude},${point.longitude}`}>
                Open in maps
              </a>
              <a
                href={`https://www.openstreetmap.org/?mlat=${point.latitude}&mlon=${point.longitude}#map=15/${point.latitude}/${point.longitude}`}
              >
                Map in the browser
              </a>
            </span>
          )}
        </address>
      )}
      {[tank?.note, description].filter(Boolean).map((text) => (
        <p key={text}>{text}</p>
      ))}
      <Checklist stop={stop} onTick={(checklist) => write(base, { checklist })} />
      {completedAt ? (
        <p>
          Done at {timeOf(completedAt)}.{' '}
          <button
            type="button"
            onClick={() => {
              write(base, { statusId: UNDONE, completedAt: null });
              document.getElementById('own')?.focus();
            }}
          >
            Not done after all
          </button>
        </p>
      ) : (
        <form className="bar" onSubmit={submit} aria-label={`Finish #${taskNumber}`}>
          {ordered && (
            <label>
              Delivered{ordered.unit && ` (${ordered.unit})`}{' '}
              <input
                name="delivered"
                type="number"
                inputMode="decimal"
                min="0"
                step="any"
                required
                defaultValue={draft?.delivered ?? ordered.quantity}
                onChange={keep}
              />
            </label>
          )}
          <label>
            Note <input name="note" maxLength={1000} defaultValue={draft?.note} onChange={keep} />
          </label>
          <button type="submit">Done</button>
        </form>
      )}
      <Waiting edits={edits} />
    </li>
  );
}
