import { useMemo, useState } from 'react';
import { useQuery } from 'urql';
import { nameOf } from './changed-by';
import { FIELDS } from './draft';
import { messageOf } from './gateway';
import { graphql } from './gql';

const TankHistory = graphql(`
  query TankHistory($id: ID!) {
    tank(id: $id) {
      history(first: 5) {
        nodes {
          sequence
          action
          occurredAt
          actor {
            kind
            id
          }
          changedFields
          before
          after
        }
      }
    }
  }
`);

const shown = (value: unknown): string =>
  value === null || value === undefined ? 'nothing' : typeof value === 'object' ? JSON.stringify(value) : `${value}`;

type Values = Readonly<Record<string, unknown>>;

/** The changed fields in the words of the form, with their values. The time of the change is on its line. */
const changesOf = (fields: string[], before: Values, after: Values): string =>
  fields
    .filter((field) => field !== 'lastModifiedDate')
    .map((field) => {
      const label = FIELDS.find(({ name }) => name === field)?.label ?? field;
      return `${label}: ${shown(before[field])} → ${shown(after[field])}`;
    })
    .join('; ');

const ACTIONS = { CREATED: 'created', UPDATED: 'changed', DELETED: 'deleted' };

interface Props {
  id: string;
  version: number;
}

/** The last changes of a tank, read when they are asked for: a gateway keeps them with HISTORY_KEEP_DAYS. */
export function History({ id, version }: Props) {
  const [isOpen, setOpen] = useState(false);
  // A new context for each version reads again.
  const context = useMemo(() => ({ requestPolicy: 'network-only' as const, version }), [version]);
  const [{ data, error }] = useQuery({ query: TankHistory, variables: { id }, pause: !isOpen, context });
  const revisions = data?.tank?.history?.nodes;
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>History</summary>
      {error && <p role="alert">{messageOf(error)}</p>}
      {revisions?.length === 0 && (
        <p>The gateway has kept no change of this tank. It keeps them with HISTORY_KEEP_DAYS=30.</p>
      )}
      <ol>
        {revisions?.map(({ sequence, action, occurredAt, actor, changedFields, before, after }) => (
          <li key={sequence}>
            {changesOf(changedFields, before, after) || ACTIONS[action]}
            <small>
              {nameOf(actor)},{' '}
              {new Date(occurredAt).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}
            </small>
          </li>
        ))}
      </ol>
    </details>
  );
}
