import { contested, type Draft, draftOf, FIELDS } from './draft';
import type { TankRowFragment } from './gql/graphql';

interface Props {
  /** The tank when the form opened, the edit, and the tank as somebody else has left it. */
  base: TankRowFragment;
  draft: Draft;
  now: TankRowFragment;
  /** Who has changed it: a name, or `You`. */
  who: string;
  /** Null if the gateway does not know. */
  changedFields: string[] | null | undefined;
  onKeep: () => void;
  onTake: () => void;
}

/** Shows one's own edit beside the record as it is now. */
export function Conflict({ base, draft, now, who, changedFields, onKeep, onTake }: Props) {
  const [before, theirs] = [draftOf(base), draftOf(now)];
  const changed = contested(draft, base, now);
  const edited = FIELDS.filter(({ name }) => draft[name] !== before[name]);
  // What both have set to the same is none of a conflict.
  const rows = FIELDS.filter((field) => {
    const isMine = edited.includes(field) && theirs[field.name] === before[field.name];
    return changed.includes(field) || isMine;
  });
  const isEdited = edited.length > 0;
  const clashes = changed.filter((field) => edited.includes(field));
  return (
    <section className="conflict" role="alert" aria-label="Conflict">
      <p>
        {who === 'You' ? 'You have changed this tank elsewhere' : `${who} has changed this tank`} since you opened it
        {isEdited && clashes.length === 0 ? ', but not what you edit.' : '.'}
        {clashes.length > 0 &&
          ` ${who === 'You' ? 'Your two edits differ in' : 'You have both changed'}: ${clashes.map(({ label }) => label).join(', ')}.`}
      </p>
      <table>
        <thead>
          <tr>
            <th>Field</th>
            <th>Before</th>
            <th>Yours</th>
            <th>Theirs</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, label }) => (
            <tr key={name}>
              <th scope="row">{label}</th>
              <td>{before[name]}</td>
              <td className={draft[name] === before[name] ? '' : 'edit'}>{draft[name]}</td>
              <td className={theirs[name] === before[name] ? '' : 'edit'}>{theirs[name]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {changedFields && <p>Changed since: {changedFields.join(', ')}</p>}
      <div className="bar">
        {isEdited && (
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
