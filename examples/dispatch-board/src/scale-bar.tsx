import { scaleOf } from './projection';

interface Props {
  unitsPerKm: number;
  /** Where it begins. */
  x: number;
  y: number;
  /** How many units of the map a unit of its own has: less in a map that is zoomed in. */
  unit?: number;
}

/** How long a distance is on a map. */
export function ScaleBar({ unitsPerKm, x, y, unit = 1 }: Props) {
  const { km, length } = scaleOf(unitsPerKm, 150 * unit);
  return (
    <g className="scale" strokeWidth={2 * unit} fontSize={13 * unit}>
      <path d={`M ${x} ${y - 5 * unit} v ${5 * unit} h ${length} v ${-5 * unit}`} />
      <text x={x + 4 * unit} y={y - 7 * unit}>
        {km < 1 ? `${km * 1000} m` : `${km} km`}
      </text>
    </g>
  );
}
