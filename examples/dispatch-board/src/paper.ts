import { useSyncExternalStore } from 'react';
import type { Paper } from './projection';

/** As in style.css. */
const phone = matchMedia('(max-width: 40rem)');

function listenTo(listen: () => void): () => void {
  phone.addEventListener('change', listen);
  return () => phone.removeEventListener('change', listen);
}

/** The paper of a map, in about the pixels that it has on the screen, so that its names are as large as other text. */
export function usePaper(desk: Paper): Paper {
  const isPhone = useSyncExternalStore(listenTo, () => phone.matches);
  return isPhone ? { width: 340, height: 300 } : desk;
}

const [GAP, LETTER, LINE] = [10, 7.5, 14];

/** A name beside a point, on the side that has more room. `unit` is that of a map that is zoomed in. */
export function beside(text: string, { x, y }: { x: number; y: number }, middle: number, unit = 1) {
  const isLeft = x < middle;
  const [at, length] = [isLeft ? x + GAP * unit : x - GAP * unit, text.length * LETTER * unit];
  const [from, to] = isLeft ? [at, at + length] : [at - length, at];
  return { text, x: at, y: y + 4 * unit, textAnchor: isLeft ? 'start' : 'end', from, to } as const;
}

/** Those of the names that lie on no name before them. */
export function legible<Name extends { y: number; from: number; to: number }>(names: Name[], unit = 1): Name[] {
  const shown: Name[] = [];
  const lieOn = (a: Name, b: Name): boolean => a.from < b.to && b.from < a.to && Math.abs(a.y - b.y) < LINE * unit;
  for (const name of names) if (!shown.some((other) => lieOn(name, other))) shown.push(name);
  return shown;
}
