import { type Draft, draftOf, FIELDS } from './draft';
import type { TankRowFragment } from './gql/graphql';

interface Props {
  /** The tank when the form opened, the edit, and the tank as somebody else has left it. */
  base: TankRowFragment;
  draft: Draft;
  now: TankRowFragment;
  /** Null if the gateway does not know. */
  changedFields: string[] | null | undefined;
  onKeep: () => void;
  onTake: () => void;
}

/** Shows one's own edit beside the record as it is now. */
export function Conflict({ base, draft, now, changedFields, onKeep, onTake }: Props) {
  const [before, theirs] = [draftOf(base), draftOf(now)];
  const rows = FIELDS.filter(({ name }) => draft[name] !== before[name] || theirs[name] !== before[name]);
  const isEdited = FIELDS.some(({ name }) => draft[name] !== before[name]);
  const clashes = rows.filter(({ name }) => draft[name] !== before[name] && theirs[name] !== before[name]);
  return (
    <section className="conflict" role="alert" aria-label="Conflict">
      <p>
        Somebody has changed this tank since you opened it
        {isEdited && clashes.length === 0 ? ', but not what you edit.' : '.'}
        {clashes.length > 0 && ` You have both changed: ${clashes.map(({ label }) => label).join(', ')}.`}
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
