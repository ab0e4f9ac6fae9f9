import { useState } from 'react';
import { useQuery } from 'urql';
import { type Choice, filterOf, matches } from './choice';
import { messageOf } from './gateway';
import { graphql } from './gql';
import type { TankRowFragment } from './gql/graphql';
import { useLiveRows } from './live';
import { beside, legible, usePaper } from './paper';
import { project } from './projection';
import { ScaleBar } from './scale-bar';
import { daysOf, urgencyOf } from './urgency';

const TanksOnMap = graphql(`
  query TanksOnMap($filter: TankFilter, $first: Int) {
    tanks(first: $first, filter: $filter, orderBy: { field: DAYS_TO_EMPTY, direction: ASC }) {
      totalCount
      nodes {
        ...TankRow
      }
    }
  }
`);

/** How many tanks it shows. Those of which nobody knows the days are the last. */
const MOST = 200;

interface Props {
  choice: Choice;
  onOpen: (tank: TankRowFragment) => void;
}

const DESK = { width: 720, height: 460 };

/** The tanks that have coordinates, with them. */
const placesOf = (tanks: readonly TankRowFragment[]) =>
  tanks.flatMap((tank) => {
    const [latitude, longitude] = [Number(tank.latitude), Number(tank.longitude)];
    return tank.latitude && tank.longitude && Number.isFinite(latitude + longitude)
      ? [{ tank, latitude, longitude }]
      : [];
  });

/** Where the tanks of the filter stand, in the colours of their days. It needs no tiles, and so no other server. */
export function TankMap({ choice, onOpen }: Props) {
  const [zoom, setZoom] = useState(1);
  const paper = usePaper(DESK);
  const [moved, setMiddle] = useState<{ x: number; y: number }>();
  const middle = moved ?? { x: paper.width / 2, y: paper.height / 2 };
  const [{ data, error }, reread] = useQuery({
    query: TanksOnMap,
    variables: { filter: filterOf(choice), first: MOST },
  });
  const tanks = useLiveRows(
    data?.tanks?.nodes ?? [],
    (item) => item.__typename === 'TankChange' && item.tank && matches(choice, item.tank) && item.tank,
    () => reread({ requestPolicy: 'network-only' }),
  );
  // What is painted last is on top.
  const { points, unitsPerKm } = project(placesOf(tanks.toReversed()), paper);
  const [width, height] = [paper.width / zoom, paper.height / zoom];
  const [left, top] = [middle.x - width / 2, middle.y - height / 2];
  // One name for each site, at the most urgent of its tanks that are in sight, if it lies on none that is more urgent.
  const inSight = points.filter(({ x, y }) => x >= left && x <= left + width && y >= top && y <= top + height);
  const sites = Map.groupBy(inSight.toReversed(), ({ place: { tank } }) => tank.locationName ?? tank.name ?? tank.id);
  const names = legible(
    [...sites].flatMap(([name, [first]]) => (first ? [beside(name, first, middle.x, 1 / zoom)] : [])),
    1 / zoom,
  );
  const total = data?.tanks?.totalCount ?? 0;
  if (error) return <p role="alert">{messageOf(error)}</p>;
  return (
    <figure className="map">
      <svg viewBox={`${left} ${top} ${width} ${height}`}>
        <title>Map of the tanks</title>
        {points.map(({ x, y, place: { tank } }) => {
          const name = `${tank.name ?? tank.id}, ${tank.locationName ?? ''}: ${daysOf(tank)}`;
          return (
            // biome-ignore lint/a11y/useSemanticElements: SVG has no button
            <g
              key={tank.id}
              role="button"
              tabIndex={0}
              aria-label={name}
              className={`point ${urgencyOf(tank)}`}
              onClick={() => onOpen(tank)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' && event.key !== ' ') return;
                // The form that opens would take the key, too, and be sent.
                event.preventDefault();
                onOpen(tank);
              }}
              onFocus={() => zoom > 1 && setMiddle({ x, y })}
            >
              <title>{name}</title>
              <circle cx={x} cy={y} r={7 / zoom} />
            </g>
          );
        })}
        {names.map(({ text, x, y, textAnchor }) => (
          <text key={text} fontSize={13 / zoom} x={x} y={y} textAnchor={textAnchor}>
            {text}
          </text>
        ))}
        <ScaleBar unitsPerKm={unitsPerKm} x={left + 12 / zoom} y={top + height - 10 / zoom} unit={1 / zoom} />
      </svg>
      <figcaption className="bar">
        <button type="button" onClick={() => zoom <= 40 && setZoom(zoom * 1.6)} aria-disabled={zoom > 40}>
          Zoom in
        </button>
        <button
          type="button"
          aria-disabled={zoom === 1}
          onClick={() => {
            const next = Math.max(1, zoom / 1.6);
            setZoom(next < 1.1 ? 1 : next);
            if (next < 1.1) setMiddle(undefined);
          }}
        >
          Zoom out
        </button>
        {zoom > 1 &&
          (['←', '↑', '↓', '→'] as const).map((arrow) => (
            <button
              key={arrow}
              type="button"
              aria-label={{ '←': 'West', '↑': 'North', '↓': 'South', '→': 'East' }[arrow]}
              onClick={() =>
                setMiddle({
                  x: middle.x + ({ '←': -1, '→': 1 }[arrow as '←'] ?? 0) * (width / 4),
                  y: middle.y + ({ '↑': -1, '↓': 1 }[arrow as '↑'] ?? 0) * (height / 4),
                })
              }
            >
              {arrow}
            </button>
          ))}
        <span>
          {tanks.length < total && `The ${tanks.length} most urgent of ${total}. `}
          {names.length < sites.size && 'Zoom in for more names. '}
          {points.length} of {tanks.length} tanks have coordinates: <b className="days now">3 days or less</b>{' '}
          <b className="days soon">7 days or less</b> <b className="days later">later</b>{' '}
          <b className="days unknown">unknown</b>
        </span>
      </figcaption>
    </figure>
  );
}
