import { type SubmitEvent, useState } from 'react';
import { useClient, useMutation, useQuery } from 'urql';
import { DriverInput } from './driver-input';
import { Field } from './field';
import { issuesOf, messageOf, notEdited } from './gateway';
import { graphql } from './gql';
import type { TankRowFragment } from './gql/graphql';
import { useLastAnswer } from './live';
import { Modal } from './modal';
import { type Draft, draftToFill, EMPTY, inputOf, unitOf } from './new-task';
import { useUser } from './session';
import { useUnsaved } from './unsaved';
import { PRIORITIES } from './workflow';

const CreateTask = graphql(`
  mutation CreateTask($input: CreateTaskInput!) {
    createTask(input: $input) {
      __typename
      ... on Task {
        ...TaskRow
      }
      ... on InvalidRequestError {
        issues {
          path
          message
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

const ForTask = graphql(`
  query ForTask($search: String) {
    last: tasks(first: 1, orderBy: { field: TASK_NUMBER, direction: DESC }) {
      nodes {
        taskNumber
      }
    }
    tanks(first: 200, filter: { search: $search }, orderBy: { field: NAME, direction: ASC }) {
      totalCount
      nodes {
        ...TankToFill
      }
    }
  }

  fragment TankToFill on Tank {
    id
    name
    productName
    locationName
    shipToId
    latitude
    longitude
    availableCapacity
    tankSize
    metadata
  }
`);

const Numbered = graphql(`
  query Numbered($number: Int!) {
    tasks(first: 0, filter: { taskNumber: { equals: $number } }) {
      totalCount
    }
  }
`);

interface Props {
  /** The tank that the task fills; undefined for any task. */
  fills?: TankRowFragment;
  /** With the number of the new task, or without. */
  onClose: (made?: number) => void;
}

/** Creates a task. Its id is the form's own, so that a request whose answer was lost can be sent again. */
export function TaskForm({ fills, onClose }: Props) {
  const client = useClient();
  const user = useUser();
  const [first] = useState<Draft>(() => (fills ? draftToFill(fills) : EMPTY));
  const [search, setSearch] = useState('');
  const [read] = useQuery({ query: ForTask, variables: { search: search.trim().length < 2 ? undefined : search } });
  const known = useLastAnswer(read);
  const [taken, setTaken] = useState<string>();
  const [id] = useState(() => crypto.randomUUID());
  const [draft, setDraft] = useState(first);
  useUnsaved(JSON.stringify(draft) !== JSON.stringify(first));
  const next = `${(known?.last?.nodes[0]?.taskNumber ?? 0) + 1}`;
  const [sent, setSent] = useState(draft);
  const [{ data, error, fetching }, create] = useMutation(CreateTask);
  const result = data?.createTask;
  const { nodes: found = [], totalCount: total = 0 } = known?.tanks ?? {};

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (fetching) return;
    setSent(draft);
    const taskNumber = Number(draft.taskNumber || next);
    // The gateway takes any number: whether two tasks may share one is for the workflow to say.
    const same = await client.query(Numbered, { number: taskNumber }, { requestPolicy: 'network-only' });
    const isTaken = (same.data?.tasks?.totalCount ?? 0) > 0;
    setTaken(isTaken ? `${taskNumber}` : undefined);
    if (isTaken) return;
    const tank = fills ?? found.find(({ id }) => id === draft.tank);
    const own = { id, taskNumber, creatorId: user ?? '', isFill: fills !== undefined };
    const input = inputOf(draft, tank, own);
    const { data } = await create({ input });
    if (data?.createTask?.__typename === 'Task') onClose(taskNumber);
  }

  const refusals = result?.__typename === 'InvalidRequestError' ? result.issues : issuesOf(error);
  const issues = notEdited(refusals, sent, draft);
  const isCorrected = refusals.length > 0 && issues.length === 0;
  const missing = result?.__typename === 'UnauthorizedError' && result.missingScope;
  const refused = missing
    ? `You need the right “${missing}” to create tasks.`
    : result && 'message' in result && result.message;
  const refusal = error ? messageOf(error) : refused;
  const numberIssue =
    taken !== undefined && taken === (draft.taskNumber || next) ? 'is the number of another task' : undefined;
  const issueOf = (field: string) =>
    (field === 'taskNumber' ? numberIssue : undefined) ?? issues.find(({ path }) => path[1] === field)?.message;
  const fieldOf = (name: keyof typeof draft) => ({
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => setDraft({ ...draft, [name]: target.value }),
  });
  return (
    <Modal labelledBy="new-task" onClose={() => onClose()}>
      <form onSubmit={submit}>
        <h2 id="new-task">{fills ? `Fill ${fills.name ?? fills.id}` : 'New task'}</h2>
        <Field name="title" label="Title" issue={issueOf('title')}>
          {(marks) => <input required {...fieldOf('title')} {...marks} />}
        </Field>
        <Field name="taskNumber" label="Number" issue={issueOf('taskNumber')}>
          {(marks) => (
            <input
              inputMode="numeric"
              placeholder={next}
              pattern="[0-9]+"
              title="Digits only"
              {...fieldOf('taskNumber')}
              {...marks}
            />
          )}
        </Field>
        <Field name="priority" label="Priority" issue={issueOf('priority')}>
          {(marks) => (
            <select {...fieldOf('priority')} {...marks}>
              {PRIORITIES.map((priority) => (
                <option key={priority}>{priority}</option>
              ))}
            </select>
          )}
        </Field>
        <Field name="dueDate" label="Due" issue={issueOf('dueDate')}>
          {(marks) => <input type="date" {...fieldOf('dueDate')} {...marks} />}
        </Field>
        {!fills && (
          <Field name="tank" label="Tank" issue={issueOf('entityId')}>
            {(marks) => (
              <>
                <input
                  type="search"
                  aria-label="Search tanks"
                  placeholder="Search tanks: name, code, address …"
                  value={search}
                  onChange={({ target }) => {
                    setSearch(target.value);
                    setDraft({ ...draft, tank: '' });
                  }}
                />
                <select {...fieldOf('tank')} {...marks}>
                  <option value="">none</option>
                  {found.map((tank) => (
                    <option key={tank.id} value={tank.id}>
                      {tank.name ?? tank.id}
                    </option>
                  ))}
                </select>
                {total > found.length && (
                  <small>
                    The first {found.length} of {total}: search for another.
                  </small>
                )}
              </>
            )}
          </Field>
        )}
        {fills && (
          <Field name="quantity" label={`Amount ${unitOf(fills) && `(${unitOf(fills)})`}`} issue={issueOf('taskData')}>
            {(marks) => <input type="number" min="0" step="any" {...fieldOf('quantity')} {...marks} />}
          </Field>
        )}
        <Field name="assigneeId" label="Driver" issue={issueOf('assigneeId')}>
          {(marks) => <DriverInput {...fieldOf('assigneeId')} {...marks} />}
        </Field>
        {refusal && !isCorrected && <p role="alert">{issues.length > 0 ? 'Correct the marked fields.' : refusal}</p>}
        <div className="bar">
          <button type="submit" aria-disabled={fetching}>
            Create
          </button>
          <button type="button" onClick={() => onClose()}>
            Cancel
          </button>
        </div>
      </form>
    </Modal>
  );
}
