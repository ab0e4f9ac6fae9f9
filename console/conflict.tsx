import { type Draft, differing } from './draft.ts';
import type { Column } from './schema.ts';

interface Props {
  noun: string;
  columns: readonly Column[];
  /** The record when the form opened, the edit, and the record as somebody else has left it. */
  base: Draft;
  draft: Draft;
  now: Draft;
  onKeep: () => void;
  onTake: () => void;
}

/** Shows an edit beside the record as it is now. */
export function Conflict({ noun, columns, base, draft, now, onKeep, onTake }: Props) {
  const [mine, theirs] = [differing(draft, base), differing(now, base)];
  const rows = columns.filter(({ name }) => mine.includes(name) || theirs.includes(name));
  const clashes = rows.filter(({ name }) => mine.includes(name) && theirs.includes(name));
  return (
    <section class="conflict" role="alert" aria-label="Conflict">
      <p>
        Somebody has changed this {noun} since you opened it
        {mine.length > 0 && clashes.length === 0 ? ', but not what you edit.' : '.'}
        {clashes.length > 0 && ` You have both changed: ${clashes.map(({ label }) => label).join(', ')}.`}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">Yours</th>
            <th scope="col">Theirs</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, label }) => (
            <tr key={name}>
              <th scope="row">{label}</th>
              <td>{base[name]}</td>
              <td class={mine.includes(name) ? 'edit' : ''}>{draft[name]}</td>
              <td class={theirs.includes(name) ? 'edit' : ''}>{now[name]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="bar">
        {mine.length > 0 && (
          <button type="button" onClick={onKeep}>
            Keep mine
          </button>
        )}
        <button type="button" onClick={onTake}>
          Use theirs
        </button>
      </div>
    </section>
  );
}
