import { type Actor, useLastChange } from './live';

/** What a person reads about who made a change. Null is what the gateway did itself. */
function nameOf({ kind, id }: Actor): string {
  switch (kind) {
    case 'USER':
      return id ?? 'somebody';
    case 'API_KEY':
      return `the integration ${id}`;
    case 'IMPORT':
      return 'an import';
    case 'SQL':
      return `the database program ${id}`;
  }
}

interface Props {
  /** The record. */
  id: string;
  /** What is shown if nobody has changed it since the page shows it; nothing by default. */
  otherwise?: string;
}

/** Shows who changed a record last, and when. */
export function ChangedBy({ id, otherwise }: Props) {
  const change = useLastChange(id);
  if (!change) return otherwise && <small>{otherwise}</small>;
  const time = new Date(change.occurredAt).toLocaleTimeString(undefined, { timeStyle: 'short' });
  return (
    <small>
      Changed by {change.actor ? nameOf(change.actor) : 'the gateway'}, {time}
    </small>
  );
}
