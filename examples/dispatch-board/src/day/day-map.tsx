import type { StopFragment } from '../gql/graphql';
import { beside, usePaper } from '../paper';
import { project } from '../projection';
import { ScaleBar } from '../scale-bar';
import { placeOf, pointOf } from '../stop';

const DESK = { width: 720, height: 300 };

/** The stops of a day with their numbers and names, joined in their order. The lines are no roads. */
export function DayMap({ stops }: { stops: readonly StopFragment[] }) {
  const paper = usePaper(DESK);
  const placed = stops.flatMap((stop, index) => {
    const point = pointOf(stop);
    return point ? [{ stop, number: index + 1, ...point }] : [];
  });
  if (placed.length === 0) return null;
  const { points, unitsPerKm } = project(placed, paper);
  // Stops at one place share a name.
  const sites = Map.groupBy(points, ({ place }) => nameOf(place.stop));
  return (
    <figure className="map">
      <svg viewBox={`0 0 ${paper.width} ${paper.height}`} role="img" aria-label="Map of the stops">
        <polyline className="way" points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
        {points.map(({ x, y, place }) => (
          <circle key={place.stop.id} className="stop" cx={x} cy={y} r={6} />
        ))}
        {[...sites].map(([name, at]) => {
          const [first = { x: 0, y: 0 }] = at;
          const label = `${at.map(({ place }) => place.number).join(', ')}. ${name}`;
          const { text, x, y, textAnchor } = beside(label, first, paper.width / 2);
          return (
            <text key={name} fontSize={13} x={x} y={y} textAnchor={textAnchor}>
              {text}
            </text>
          );
        })}
        <ScaleBar unitsPerKm={unitsPerKm} x={paper.width - 170} y={paper.height - 10} />
      </svg>
      {placed.length < stops.length && (
        <figcaption>
          {stops.length - placed.length} of the stops have no coordinates, and are not on the map.
        </figcaption>
      )}
    </figure>
  );
}

const nameOf = (stop: StopFragment): string => stop.location ?? (placeOf(stop) || stop.title);
