import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { countOf } from '../values.ts';

interface CardProps {
  title: string;
  href: string;
  children: ComponentChildren;
}

/** One question with its answer; the title leads to all that it is about. */
export function Card({ title, href, children }: CardProps) {
  const heading = useId();
  return (
    <section class="card" aria-labelledby={heading}>
      <h2 id={heading}>
        <a href={href}>{title}</a>
      </h2>
      {children}
    </section>
  );
}

export interface Bar {
  label: string;
  value: number;
  /** How much of the bar is of the tone; all of it without. */
  part?: number;
  tone?: 'bad' | 'warn' | '';
  /** Whether the rest is what is missing. */
  isShare?: boolean;
  /** Beside the bar, in place of the value. */
  text?: ComponentChildren;
  /** The list of what the bar counts, if it counts any. */
  href: string | undefined;
}

const WIDTH = 100;

/** Bars of counts or sums, as long as they are in relation to the greatest. */
export function Bars({ bars }: { bars: readonly Bar[] }) {
  const most = Math.max(...bars.map(({ value }) => value), 1);
  return (
    <ul class="bars">
      {bars.map(({ label, value, part = value, tone = '', isShare = false, text, href }) => (
        <li key={label}>
          {href !== undefined ? <a href={href}>{label}</a> : <span>{label}</span>}
          <svg viewBox={`0 0 ${WIDTH} 1`} preserveAspectRatio="none" aria-hidden="true">
            <rect class={isShare ? 'faint' : ''} width={(value / most) * WIDTH} height="1" />
            <rect class={tone} width={(part / most) * WIDTH} height="1" />
          </svg>
          <span class="number">{text ?? countOf(value)}</span>
        </li>
      ))}
    </ul>
  );
}
