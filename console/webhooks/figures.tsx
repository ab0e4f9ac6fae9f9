import { agoOf, countOf, timeOf } from '../values.ts';

interface Hour {
  since: string;
  attempts: number;
  delivered: number;
  p95DurationMs: number | null;
}

const HOUR_MS = 3_600_000;
const HEIGHT = 28;
const BAR = 5;

/** Bars of the last hours: how many requests were accepted, and in red how many failed. */
export function Sparkline({ hours, span }: { hours: readonly Hour[]; span: number }) {
  const most = Math.max(1, ...hours.map(({ attempts }) => attempts));
  const now = Math.floor(Date.now() / HOUR_MS);
  const width = span * BAR;
  const [attempts, delivered] = [sum(hours.map((each) => each.attempts)), sum(hours.map((each) => each.delivered))];
  const label =
    attempts === 0 ? 'No requests' : `${countOf(attempts)} requests, ${countOf(attempts - delivered)} of them failed`;
  return (
    <svg class="spark" viewBox={`0 0 ${width} ${HEIGHT}`} width={width} height={HEIGHT} role="img" aria-label={label}>
      <line x1="0" x2={width} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
      {hours.map(({ since, attempts, delivered, p95DurationMs }) => {
        const x = (span - 1 - (now - Math.floor(Date.parse(since) / HOUR_MS))) * BAR;
        const height = (count: number) => (count / most) * (HEIGHT - 2);
        const failed = height(attempts - delivered);
        const passed = height(delivered);
        return (
          <g key={since}>
            <title>{`${timeOf(since)}: ${countOf(delivered)} accepted, ${countOf(attempts - delivered)} failed, p95 ${p95DurationMs ?? '–'} ms`}</title>
            <rect class="passed" x={x} y={HEIGHT - passed} width={BAR - 1} height={passed} />
            <rect class="failed" x={x} y={HEIGHT - passed - failed} width={BAR - 1} height={failed} />
          </g>
        );
      })}
    </svg>
  );
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

interface HealthProps {
  state: string;
  disabledReason?: string | null;
  failingSince?: string | null;
  figures?: { suspendedUntil: string | null; waiting: number; waitingSince: string | null } | null;
}

/** One word on a subscription, and why. */
export function Health({ state, disabledReason, failingSince, figures }: HealthProps) {
  if (state === 'DISABLED') return <Chip kind="bad" text="Disabled" title={disabledReason ?? ''} />;
  if (state === 'PAUSED') return <Chip kind="warn" text="Paused" title="Events wait until it is resumed." />;
  if (figures?.suspendedUntil)
    return <Chip kind="bad" text="Suspended" title={`Until ${timeOf(figures.suspendedUntil)}`} />;
  if (failingSince) return <Chip kind="warn" text="Failing" title={`Since ${timeOf(failingSince)}`} />;
  return <Chip kind="good" text="Active" title="" />;
}

export const Chip = ({ kind, text, title }: { kind: string; text: string; title: string }) => (
  <span class={`chip ${kind}`} title={title}>
    {text}
  </span>
);

const KINDS: Record<string, string> = { DELIVERED: 'good', PENDING: 'warn', HELD: 'warn', DEAD: 'bad' };
const WORDS: Record<string, string> = { DELIVERED: 'Delivered', PENDING: 'Waiting', HELD: 'Held', DEAD: 'Given up' };

/** The state of a delivery, and when the next attempt is. */
export const DeliveryState = ({ status, next }: { status: string; next: string | null }) => (
  <Chip
    kind={KINDS[status] ?? ''}
    text={WORDS[status] ?? status}
    title={status === 'PENDING' && next ? `Next attempt ${agoOf(next)}` : ''}
  />
);
