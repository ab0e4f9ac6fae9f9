import { goTo, type Position } from '../route.ts';
import { countOf } from '../values.ts';

const SIZES = [25, 50, 100, 200];
const KEY = 'console:rows';

/** How many rows a page has, in this browser. */
export const storedSize = (): number => {
  const stored = Number(localStorage.getItem(KEY));
  return SIZES.includes(stored) ? stored : 25;
};

interface Props {
  /** How many rows are shown, and how many there are. */
  count: number;
  total: number;
  position: Position | undefined;
  startCursor: string | null | undefined;
  /** Null at the last page. */
  endCursor: string | null | undefined;
  size: number;
  onSize: (size: number) => void;
}

/** Which rows are shown, those before and behind them, and how many a page has. */
export function Pages({ count, total, position, startCursor, endCursor, size, onSize }: Props) {
  const firstRow = position?.row ?? 1;
  return (
    <>
      <span>
        {count === 0 ? '0' : `${countOf(firstRow)}–${countOf(firstRow + count - 1)}`} of {countOf(total)}
      </span>
      <button
        type="button"
        aria-disabled={position === undefined}
        onClick={() => {
          if (position === undefined) return;
          const row = firstRow - size;
          goTo({ page: row > 1 && startCursor ? { before: startCursor, row } : undefined });
        }}
      >
        Previous
      </button>
      <button
        type="button"
        aria-disabled={!endCursor}
        onClick={() => endCursor && goTo({ page: { after: endCursor, row: firstRow + count } })}
      >
        Next
      </button>
      <select
        aria-label="Rows of a page"
        value={size}
        onChange={({ currentTarget: { value } }) => {
          localStorage.setItem(KEY, value);
          onSize(Number(value));
          goTo({ page: undefined });
        }}
      >
        {SIZES.map((each) => (
          <option key={each} value={each}>
            {each} rows
          </option>
        ))}
      </select>
    </>
  );
}
