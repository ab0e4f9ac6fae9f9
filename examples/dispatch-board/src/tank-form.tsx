import { type SubmitEvent, useState } from 'react';
import { useMutation, useQuery } from 'urql';
import { ChangedBy, nameOf } from './changed-by';
import { Conflict } from './conflict';
import { changesOf, contested, type Draft, draftOf, FIELDS, moved } from './draft';
import { Field } from './field';
import { type Issue, issuesOf, messageOf, notEdited } from './gateway';
import { graphql } from './gql';
import type { SaveTankMutation, TankRowFragment } from './gql/graphql';
import { History } from './history';
import { type Actor, useLastChange } from './live';
import { Modal } from './modal';
import { Plot } from './plot';
import { useUnsaved } from './unsaved';

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

const Viewer = graphql(`
  query Viewer {
    viewer {
      actor {
        kind
        id
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
  const [{ data: viewer }] = useQuery({ query: Viewer });
  const change = useLastChange(tank.id);
  // The form may have begun with the last change.
  const [known, setKnown] = useState(change);

  useUnsaved(Object.keys(changesOf(draft, base)).length > 0);

  const conflict = outcome?.__typename === 'TankConflictError' ? outcome : undefined;
  const now = conflict && conflict.record.version > tank.version ? conflict.record : tank;
  const changed = contested(draft, base, now);
  // One's own change arrives in the stream, too, perhaps before the answer, or in its place.
  const isSaved =
    now.version > base.version && !fetching && changed.length === 0 && !isEqual(draftOf(base), draftOf(now));
  const theirs = now.version > base.version && !fetching && changed.length > 0 ? now : undefined;
  // A button that is disabled would lose the focus.
  const isHeld = fetching || theirs !== undefined;
  const who = changedBy(change === known ? undefined : change, viewer?.viewer?.actor);

  async function send(base: TankRowFragment, draft: Draft) {
    const expectedVersion =
      contested(draft, base, now).length === 0 ? Math.max(base.version, now.version) : base.version;
    const { data, error } = await save({ id: base.id, input: changesOf(draft, base), expectedVersion });
    if (data?.updateTank?.__typename === 'Tank') return onClose();
    const message = error ? messageOf(error) : 'No answer.';
    setSent(draft);
    setOutcome(data?.updateTank ?? { __typename: 'Failed', message, issues: issuesOf(error) });
  }
  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (!isHeld) void send(base, draft);
  }
  function goOn(draft: Draft) {
    setBase(now);
    setKnown(change);
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
                readOnly={fetching}
                onChange={({ target }) => setDraft({ ...draft, [name]: target.value })}
                {...marks}
              />
            )}
          </Field>
        ))}
        {outcome && !conflict && !isCorrected && <p role="alert">{textOf(outcome)}</p>}
        {isSaved && <p role="status">{who} saved the same values.</p>}
        {theirs && (
          <Conflict
            base={base}
            draft={draft}
            now={theirs}
            who={who}
            changedFields={conflict?.changedFields}
            onKeep={keepMine}
            onTake={() => goOn(draftOf(now))}
          />
        )}
        <Plot tank={tank} />
        <ChangedBy id={tank.id} otherwise="Nobody has changed it since this page was opened." />
        <History id={tank.id} version={tank.version} />
        <div className="bar">
          <button type="submit" aria-disabled={isHeld}>
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

const isEqual = (a: Draft, b: Draft): boolean => FIELDS.every(({ name }) => a[name] === b[name]);

/** Who made a change that is none of before: `You`, or a name. */
function changedBy(change: ReturnType<typeof useLastChange>, own: Actor | null | undefined): string {
  if (change === undefined) return 'Somebody';
  const isOwn = own?.id != null && change.actor?.kind === own.kind && change.actor.id === own.id;
  return isOwn ? 'You' : nameOf(change.actor);
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
