import { type Actor, useLastChange } from './live';

/** What a person reads about who made a change. Null is the gateway itself. */
export function nameOf(actor: Actor | null | undefined): string {
  const id = actor?.id;
  switch (actor?.kind) {
    case 'USER':
      return id ?? 'somebody';
    case 'API_KEY':
      return `the integration ${id}`;
    case 'IMPORT':
      return 'an import';
    case 'SQL':
      return `the database program ${id}`;
    default:
      return 'the gateway';
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
      Changed by {nameOf(change.actor)}, {time}
    </small>
  );
}
