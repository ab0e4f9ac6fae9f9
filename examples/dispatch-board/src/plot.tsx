import { useQuery } from 'urql';
import { graphql } from './gql';
import type { TankRowFragment } from './gql/graphql';
import { daysOf } from './urgency';

const TankLevels = graphql(`
  query TankLevels($id: ID!) {
    tank(id: $id) {
      id
      history(first: 100) {
        nodes {
          occurredAt
          changedFields
          after
        }
      }
    }
  }
`);

const [WIDTH, HEIGHT] = [460, 120];
const DAY_MS = 86_400_000;
const PAST_DAYS = 28;
const AHEAD_DAYS = 14;

/** The level of a tank over the last weeks, as its history has it, and when it is empty at its usage. */
export function Plot({ tank }: { tank: TankRowFragment }) {
  const [{ data }] = useQuery({ query: TankLevels, variables: { id: tank.id } });
  const now = Date.now();
  const from = now - PAST_DAYS * DAY_MS;
  const readings = (data?.tank?.history?.nodes ?? []).flatMap(({ occurredAt, after }) => {
    const level = after.fillPercentage;
    return typeof level === 'number' ? [{ at: Date.parse(occurredAt), level }] : [];
  });
  const current = tank.fillPercentage;
  if (typeof current !== 'number') return null;
  const read = tank.lastReadingDate ? Date.parse(tank.lastReadingDate) : now;
  const levels = [...readings.filter(({ at }) => at >= from), { at: Math.max(read, from), level: current }].sort(
    (a, b) => a.at - b.at,
  );
  const x = (at: number) => ((at - from) / ((PAST_DAYS + AHEAD_DAYS) * DAY_MS)) * WIDTH;
  const y = (level: number) => HEIGHT - (level / 100) * HEIGHT;
  const { daysToEmpty: days, daysToEmptyIsKnown } = tank;
  const empty = now + days * DAY_MS;
  const end = Math.min(empty, now + AHEAD_DAYS * DAY_MS);
  const left = days > 0 ? current * (1 - (end - now) / (empty - now)) : 0;
  const when = daysToEmptyIsKnown
    ? `at its usage the tank is empty ${days > 0 ? 'in ' : ''}${daysOf(tank)}`
    : 'when the tank is empty is unknown';
  const label = `The level is ${current} %; ${when}.`;
  return (
    <figure className="plot">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
        {[25, 50, 75].map((level) => (
          <line key={level} className="grid" x1={0} x2={WIDTH} y1={y(level)} y2={y(level)} />
        ))}
        <line className="today" x1={x(now)} x2={x(now)} y1={0} y2={HEIGHT} />
        <polyline points={levels.map(({ at, level }) => `${x(at)},${y(level)}`).join(' ')} />
        {levels.map(({ at, level }) => (
          <circle key={at} cx={x(at)} cy={y(level)} r={2.5} />
        ))}
        {daysToEmptyIsKnown && <polyline className="ahead" points={`${x(now)},${y(current)} ${x(end)},${y(left)}`} />}
      </svg>
      <figcaption>
        <small>
          {levels.length === 1 ? 'The gateway has kept no earlier level. ' : `${levels.length} levels in four weeks. `}
          {label}
        </small>
      </figcaption>
    </figure>
  );
}
