import { useState } from 'preact/hooks';
import { Menu, say } from '../parts.tsx';
import { addressOf, type Route, settle } from '../route.ts';
import type { RecordModel } from '../schema.ts';
import { isObject } from '../values.ts';

/** A name for a filter, an order and columns: the address that shows them, so that it is a link, too. */
interface View {
  name: string;
  address: string;
}

const keyOf = (record: RecordModel): string => `console:views:${record.name}`;

function storedViews(record: RecordModel): View[] {
  const stored: unknown = JSON.parse(localStorage.getItem(keyOf(record)) ?? '[]');
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((view: unknown) =>
    isObject(view) && typeof view.name === 'string' && typeof view.address === 'string'
      ? { name: view.name, address: view.address }
      : [],
  );
}

interface Props {
  record: RecordModel;
  route: Route;
  columns: readonly string[];
}

/** The views that this browser keeps: each is a link; one is renamed or deleted, and what is shown gets a name. */
export function Views({ record, route: { view, filter, sort, hasFigures }, columns }: Props) {
  const [views, setViews] = useState(() => storedViews(record));
  const [name, setName] = useState('');
  const [renamed, setRenamed] = useState<{ from: string; to: string }>();
  const shown = addressOf({ view, filter, sort, hasFigures, columns });
  const put = (next: View[]) => {
    localStorage.setItem(keyOf(record), JSON.stringify(next));
    setViews(next);
  };
  const isTaken =
    renamed !== undefined && renamed.to !== renamed.from && views.some((each) => each.name === renamed.to);
  function save(event: Event): void {
    event.preventDefault();
    const text = name.trim();
    if (text === '') return;
    put([...views.filter((each) => each.name !== text), { name: text, address: shown }]);
    setName('');
    settle({ columns });
    say(`The view ${text} is saved in this browser. To share it, send the address of this page.`);
  }
  function rename(event: Event): void {
    event.preventDefault();
    if (renamed === undefined || renamed.to.trim() === '' || isTaken) return;
    put(views.map((each) => (each.name === renamed.from ? { ...each, name: renamed.to.trim() } : each)));
    setRenamed(undefined);
  }
  return (
    <Menu label="Views">
      <ul class="choice views" aria-label="Views">
        {views.map(({ name, address }) => (
          <li key={name} class="bar">
            {renamed?.from === name ? (
              <form class="bar" onSubmit={rename}>
                <input
                  aria-label={`New name of ${name}`}
                  aria-invalid={isTaken}
                  value={renamed.to}
                  onInput={({ currentTarget: { value } }) => setRenamed({ from: name, to: value })}
                />
                <button type="submit" disabled={isTaken}>
                  Rename
                </button>
                {isTaken && <span class="issue">There is one of this name.</span>}
              </form>
            ) : (
              <>
                <a class="grow" href={address} aria-current={address === shown ? 'true' : undefined}>
                  {name}
                </a>
                <button
                  type="button"
                  class="plain"
                  aria-label={`Rename ${name}`}
                  onClick={() => setRenamed({ from: name, to: name })}
                >
                  Rename
                </button>
                <button
                  type="button"
                  class="plain"
                  aria-label={`Delete ${name}`}
                  onClick={() => {
                    put(views.filter((each) => each.name !== name));
                    say(`The view ${name} was deleted.`, { undo: () => put(views) });
                  }}
                >
                  ✕
                </button>
              </>
            )}
          </li>
        ))}
      </ul>
      {views.length === 0 && <p class="soft">A view keeps the filter, the order and the columns under a name.</p>}
      <form class="bar" onSubmit={save}>
        <input
          aria-label="Name of a new view"
          placeholder="Name"
          value={name}
          onInput={({ currentTarget: { value } }) => setName(value)}
        />
        <button type="submit" disabled={name.trim() === ''}>
          Save this view
        </button>
      </form>
    </Menu>
  );
}
