import { type ReactNode, useState } from 'react';
import type { TankRowFragment } from './gql/graphql';
import { daysOf, readingAge, roomOf, urgencyOf } from './urgency';

/** Flashes when the version changes while it is shown: a new key begins the animation. */
function Flashing({ version, children }: { version: number; children: ReactNode }) {
  const [first] = useState(version);
  return (
    <span key={version} className={version === first ? '' : 'changed'}>
      {children}
    </span>
  );
}

/** The bar has the colour of the days: a large tank at 30 % may last for weeks. */
function Level({ tank }: { tank: TankRowFragment }) {
  const { fillPercentage } = tank;
  if (typeof fillPercentage !== 'number') return <span className="unknown">unknown</span>;
  return (
    <>
      <span className={`level ${urgencyOf(tank)}`} aria-hidden="true">
        <i style={{ width: `${Math.min(100, Math.max(0, fillPercentage))}%` }} />
      </span>{' '}
      <span className="figure">{fillPercentage} %</span>
    </>
  );
}

export function DaysToEmpty({ tank }: { tank: TankRowFragment }) {
  return <span className={`days ${urgencyOf(tank)}`}>{daysOf(tank)}</span>;
}

interface Props {
  tank: TankRowFragment;
  /** The open task that fills it. */
  task: { taskNumber: number; assigneeId?: string | null } | undefined;
  onEdit: () => void;
  onFill: () => void;
}

export function TankRow({ tank, task, onEdit, onFill }: Props) {
  const { text, isSilent } = readingAge(tank);
  const name = tank.name ?? tank.id;
  const room = roomOf(tank);
  return (
    <tr>
      <td>
        <DaysToEmpty tank={tank} />
        <small className={isSilent ? 'late' : ''}>{text}</small>
      </td>
      <th scope="row">
        <button type="button" className="link" onClick={onEdit} aria-label={`Edit ${name}`}>
          {name}
        </button>
        <small>{[tank.locationName, tank.shipToCode].filter(Boolean).join(', ')}</small>
      </th>
      <td className="product" title={tank.productName ?? ''}>
        {tank.productName}
      </td>
      <td>
        <Flashing version={tank.version}>
          <Level tank={tank} />
        </Flashing>
        <small>{room && `room for ${room}`}</small>
      </td>
      <td>
        {tank.status}
        {!tank.includeInJob && <small>left out of jobs</small>}
      </td>
      <td className="delivery">
        {task ? (
          <>
            #{task.taskNumber}
            <small>{task.assigneeId ?? 'without a driver'}</small>
          </>
        ) : (
          <button type="button" onClick={onFill} aria-label={`Fill this: ${name}`}>
            Fill this
          </button>
        )}
      </td>
    </tr>
  );
}
