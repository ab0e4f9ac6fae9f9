import type { StopFragment } from '../gql/graphql';

interface Item {
  text: string;
  done: boolean;
}

export const isItem = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string' && 'done' in value;

/** The items of a checklist, in the format of the demo data: `{ items: [{ text, done }] }`. */
const itemsOf = ({ checklist }: StopFragment): Item[] =>
  Array.isArray(checklist?.items) ? checklist.items.filter(isItem) : [];

interface Props {
  stop: StopFragment;
  onTick: (checklist: Record<string, unknown>) => void;
}

export function Checklist({ stop, onTick }: Props) {
  const items = itemsOf(stop);
  if (items.length === 0) return null;
  return (
    <fieldset className="checklist" disabled={Boolean(stop.completedAt)}>
      <legend>Checklist</legend>
      {items.map(({ text, done }, index) => (
        <label key={text}>
          <input
            type="checkbox"
            checked={done}
            onChange={() =>
              onTick({
                ...stop.checklist,
                items: items.map((item, each) => (each === index ? { ...item, done: !done } : item)),
              })
            }
          />{' '}
          {text}
        </label>
      ))}
    </fieldset>
  );
}
