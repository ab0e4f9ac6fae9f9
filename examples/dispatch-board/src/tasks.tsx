import { type SubmitEvent, useState } from 'react';
import { useMutation, useQuery } from 'urql';
import { ChangedBy } from './changed-by';
import { messageOf } from './gateway';
import { graphql } from './gql';
import { useKept, useLiveRows } from './live';
import { TaskForm } from './task-form';

const OpenTasks = graphql(`
  query OpenTasks {
    tasks(first: 50, filter: { assigneeId: null }, orderBy: { field: DUE_DATE, direction: ASC }) {
      nodes {
        ...TaskRow
      }
    }
  }

  fragment TaskRow on Task {
    id
    taskNumber
    title
    priority
    dueDate
    assigneeId
    entityId
    version
  }
`);

const AssignTasks = graphql(`
  mutation AssignTasks($patches: [UpdateTaskAssigneePatch!]!) {
    updateTaskAssignees(patches: $patches) {
      __typename
      ... on UpdateTaskAssigneesSuccess {
        results {
          __typename
          ... on Task {
            ...TaskRow
          }
          ... on Error {
            message
          }
        }
      }
      ... on UnauthorizedError {
        reason
      }
      ... on Error {
        message
      }
    }
  }
`);

const DRIVERS = ['driver-03', 'driver-07', 'technician-02'];

/** The tasks that nobody has, to assign several at once. */
export function Tasks() {
  const [{ data: read, error }, reread] = useQuery({ query: OpenTasks });
  const data = useKept(read);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [assigneeId, setAssignee] = useState('');
  const [said, setSaid] = useState('');
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());
  const [isCreating, setCreating] = useState(false);
  const [{ fetching }, assign] = useMutation(AssignTasks);
  const rows = useLiveRows(
    data?.tasks?.nodes ?? [],
    (item) => (item.__typename === 'TaskChange' ? item.task : undefined),
    () => reread({ requestPolicy: 'network-only' }),
  );
  const picked = rows.filter(({ id, assigneeId }) => chosen.has(id) && !assigneeId);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    const patches = picked.map(({ id, version }) => ({ id, input: { assigneeId }, expectedVersion: version }));
    const { data, error } = await assign({ patches });
    const answer = data?.updateTaskAssignees;
    if (answer?.__typename !== 'UpdateTaskAssigneesSuccess')
      return setSaid(answer?.message ?? (error ? messageOf(error) : ''));
    // The results have the order of the patches, and each is written or refused for itself.
    const refused = answer.results.flatMap((result, index): [string, string][] =>
      'message' in result ? [[patches[index]?.id ?? '', result.message]] : [],
    );
    setRefusals(new Map(refused));
    setChosen(new Set(refused.map(([id]) => id)));
    const done = patches.length - refused.length;
    setSaid(`${done} assigned to ${assigneeId}${refused.length > 0 ? `, ${refused.length} refused` : ''}.`);
  }
  const close = () => {
    setCreating(false);
    reread({ requestPolicy: 'network-only' });
  };
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };

  return (
    <section aria-labelledby="tasks">
      <h2 id="tasks">Open tasks</h2>
      <button type="button" onClick={() => setCreating(true)}>
        New task
      </button>
      {isCreating && <TaskForm onClose={close} />}
      <form className="bar" onSubmit={submit}>
        <label>
          Assign to{' '}
          <input
            list="drivers"
            placeholder="driver-07"
            required
            value={assigneeId}
            onChange={({ target }) => setAssignee(target.value)}
          />
        </label>
        <datalist id="drivers">
          {DRIVERS.map((driver) => (
            <option key={driver} value={driver} />
          ))}
        </datalist>
        <button type="submit" disabled={picked.length === 0 || fetching}>
          Assign {picked.length} {picked.length === 1 ? 'task' : 'tasks'}
        </button>
        <output>{said || (error && messageOf(error))}</output>
      </form>
      <ul>
        {rows.map((task) => (
          <li key={task.id} className={task.priority}>
            <label>
              <input
                type="checkbox"
                checked={chosen.has(task.id)}
                disabled={Boolean(task.assigneeId)}
                onChange={({ target }) => choose(task.id, target.checked)}
              />{' '}
              #{task.taskNumber} {task.title}
            </label>
            <small>
              {task.assigneeId ? `taken by ${task.assigneeId}` : `${task.priority}, ${dueOf(task.dueDate)}`}
              {isLate(task.dueDate) && !task.assigneeId && <strong className="late"> overdue</strong>}
            </small>
            <ChangedBy id={task.id} />
            {refusals.has(task.id) && <small role="alert">{refusals.get(task.id)}</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}

export const isLate = (time: string | null | undefined): boolean => Boolean(time && new Date(time) < new Date());

export const dueOf = (time: string | null | undefined): string =>
  time ? `due ${new Date(time).toLocaleDateString(undefined, { dateStyle: 'medium' })}` : 'no due date';
