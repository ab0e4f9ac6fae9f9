import { type SubmitEvent, useState } from 'react';
import { useMutation } from 'urql';
import { ChangedBy } from './changed-by';
import { Conflict } from './conflict';
import { changesOf, type Draft, draftOf, FIELDS, looksEqual, moved } from './draft';
import { Field } from './field';
import { type Issue, issuesOf, messageOf, notEdited } from './gateway';
import { graphql } from './gql';
import type { SaveTankMutation, TankRowFragment } from './gql/graphql';
import { History } from './history';
import { Modal } from './modal';
import { Plot } from './plot';

const SaveTank = graphql(`
  mutation SaveTank($id: ID!, $input: UpdateTankInput!, $expectedVersion: Int) {
    updateTank(id: $id, input: $input, expectedVersion: $expectedVersion) {
      __typename
      ... on Tank {
        ...TankRow
      }
      ... on InvalidRequestError {
        issues {
          path
          message
        }
      }
      ... on TankConflictError {
        changedFields
        record {
          ...TankRow
        }
      }
      ... on UnauthorizedError {
        reason
        missingScope
      }
      ... on Error {
        message
      }
    }
  }
`);

/** A typed result, or what GraphQL itself has refused. */
type Outcome = NonNullable<SaveTankMutation['updateTank']> | { __typename: 'Failed'; message: string; issues: Issue[] };

interface Props {
  /** The tank as the stream of changes last showed it. */
  tank: TankRowFragment;
  onClose: () => void;
}

/** Edits a tank as it was when the form opened, and refuses to write over what others have changed since. */
export function TankForm({ tank, onClose }: Props) {
  const [base, setBase] = useState(tank);
  const [draft, setDraft] = useState(draftOf(tank));
  const [sent, setSent] = useState(draft);
  const [outcome, setOutcome] = useState<Outcome>();
  const [{ fetching }, save] = useMutation(SaveTank);

  const conflict = outcome?.__typename === 'TankConflictError' ? outcome : undefined;
  const now = conflict && conflict.record.version > tank.version ? conflict.record : tank;
  // One's own change arrives in the stream, too, perhaps before the answer.
  const theirs = now.version > base.version && !fetching && !looksEqual(base, now) ? now : undefined;

  async function send(base: TankRowFragment, draft: Draft) {
    const expectedVersion = looksEqual(base, now) ? now.version : base.version;
    const { data, error } = await save({ id: base.id, input: changesOf(draft, base), expectedVersion });
    if (data?.updateTank?.__typename === 'Tank') return onClose();
    const message = error ? messageOf(error) : 'No answer.';
    setSent(draft);
    setOutcome(data?.updateTank ?? { __typename: 'Failed', message, issues: issuesOf(error) });
  }
  function submit(event: SubmitEvent) {
    event.preventDefault();
    void send(base, draft);
  }
  function goOn(draft: Draft) {
    setBase(now);
    setDraft(draft);
    setOutcome(undefined);
  }
  function keepMine() {
    const mine = moved(draft, base, now);
    goOn(mine);
    if (conflict) void send(now, mine);
  }

  const found = outcome && 'issues' in outcome ? outcome.issues : [];
  const issues = notEdited(found, sent, draft);
  const isCorrected = found.length > 0 && issues.length === 0;
  const issueOf = (field: string) => issues.find(({ path }) => path[1] === field)?.message;
  return (
    <Modal labelledBy="edited" onClose={onClose}>
      <form onSubmit={submit}>
        <h2 id="edited">{base.name ?? base.id}</h2>
        {FIELDS.map(({ name, label }) => (
          <Field key={name} name={name} label={label} issue={issueOf(name)}>
            {(marks) => (
              <input
                value={draft[name]}
                onChange={({ target }) => setDraft({ ...draft, [name]: target.value })}
                {...marks}
              />
            )}
          </Field>
        ))}
        {outcome && !conflict && !isCorrected && <p role="alert">{textOf(outcome)}</p>}
        {theirs && (
          <Conflict
            base={base}
            draft={draft}
            now={theirs}
            changedFields={conflict?.changedFields}
            onKeep={keepMine}
            onTake={() => goOn(draftOf(now))}
          />
        )}
        <Plot tank={tank} />
        <ChangedBy id={tank.id} otherwise="Nobody has changed it since this page was opened." />
        <History id={tank.id} version={tank.version} />
        <div className="bar">
          <button type="submit" disabled={fetching || theirs !== undefined}>
            Save
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Modal>
  );
}

function textOf(outcome: Outcome): string {
  switch (outcome.__typename) {
    case 'NotFoundError':
      return 'This tank has been deleted.';
    case 'InvalidRequestError':
      return 'Correct the marked fields.';
    case 'UnauthorizedError':
      return outcome.missingScope ? `You need the right “${outcome.missingScope}” to change tanks.` : outcome.message;
    case 'Failed':
      return outcome.issues.length > 0 ? 'Correct the marked fields.' : outcome.message;
    default:
      return 'message' in outcome ? outcome.message : '';
  }
}
