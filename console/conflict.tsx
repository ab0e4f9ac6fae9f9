import { type Draft, differing } from './draft.ts';
import { textIn, useNamesIn } from './relations/names.tsx';
import type { Column } from './schema.ts';

interface Props {
  noun: string;
  columns: readonly Column[];
  /** Who has changed the record: a name, or `You`. */
  who: string;
  /** The record when the form opened, the edit, and the record as it is now. */
  base: Draft;
  draft: Draft;
  now: Draft;
  /** The columns that have changed since, and not to what the edit has. */
  theirs: readonly string[];
  onKeep: () => void;
  onTake: () => void;
}

/** Shows an edit beside the record as it is now. */
export function Conflict({ noun, columns, who, base, draft, now, theirs, onKeep, onTake }: Props) {
  const mine = differing(draft, base);
  // What both have set to the same is none of a conflict.
  const rows = columns.filter(({ name }) => theirs.includes(name) || (mine.includes(name) && now[name] === base[name]));
  const clashes = rows.filter(({ name }) => mine.includes(name) && theirs.includes(name));
  const names = useNamesIn([base, draft, now], rows);
  const shownIn = (values: Draft, column: Column) =>
    column.relation ? textIn({ row: values, column, names }) : values[column.name];
  const isOwn = who === 'You';
  const both = isOwn ? 'Your two edits differ in' : 'You have both changed';
  return (
    <section class="conflict" role="alert" aria-label="Conflict">
      <p>
        {isOwn ? `You have changed this ${noun} elsewhere` : `${who} has changed this ${noun}`} since you opened it
        {mine.length > 0 && clashes.length === 0 ? ', but not what you edit.' : '.'}
        {clashes.length > 0 && ` ${both}: ${clashes.map(({ label }) => label).join(', ')}.`}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">{isOwn ? 'This edit' : 'Yours'}</th>
            <th scope="col">{isOwn ? 'Saved' : 'Theirs'}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((column) => (
            <tr key={column.name}>
              <th scope="row">{column.label}</th>
              <td>{shownIn(base, column)}</td>
              <td class={mine.includes(column.name) ? 'edit' : ''}>{shownIn(draft, column)}</td>
              <td class={theirs.includes(column.name) ? 'edit' : ''}>{shownIn(now, column)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="bar">
        {mine.length > 0 && (
          <button type="button" onClick={onKeep}>
            {isOwn ? 'Keep this edit' : 'Keep mine'}
          </button>
        )}
        <button type="button" onClick={onTake}>
          {isOwn ? 'Use what is saved' : 'Use theirs'}
        </button>
      </div>
    </section>
  );
}
