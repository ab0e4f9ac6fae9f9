import { type SubmitEvent, useState } from 'react';
import { useMutation, useQuery } from 'urql';
import { ChangedBy } from './changed-by';
import { messageOf } from './gateway';
import { graphql } from './gql';
import type { TaskRowFragment } from './gql/graphql';
import { type Item, useLastAnswer, useLiveRows } from './live';
import { TaskForm } from './task-form';

const OpenTasks = graphql(`
  query OpenTasks {
    tasks(
      first: 50
      filter: { assigneeId: null, isArchived: false }
      orderBy: { field: DUE_DATE, direction: ASC }
    ) {
      nodes {
        ...TaskRow
      }
    }
    assigned: tasks(
      first: 200
      filter: { assigneeIdIsNull: false, isArchived: false }
      orderBy: { field: DUE_DATE, direction: ASC }
    ) {
      nodes {
        ...TaskRow
      }
    }
    drivers: taskCounts(by: ASSIGNEE_ID) {
      values {
        value
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
    entity {
      __typename
      ... on Tank {
        id
        name
      }
      ... on ShipTo {
        id
        name
      }
    }
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

/** The tasks, and to whom each goes. */
interface Assignment {
  task: Pick<TaskRowFragment, 'id' | 'version'>;
  assigneeId: string | null;
}

/** The tasks that nobody has, and those of each driver, to assign several at once. */
export function Tasks() {
  const [read, reread] = useQuery({ query: OpenTasks });
  const data = useLastAnswer(read);
  const { error } = read;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [assigneeId, setAssignee] = useState('');
  const [said, setSaid] = useState('');
  const [undo, setUndo] = useState<readonly Assignment[]>([]);
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());
  const [isCreating, setCreating] = useState(false);
  const [{ fetching }, assign] = useMutation(AssignTasks);
  const again = () => reread({ requestPolicy: 'network-only' });
  const taskOf = (item: Item) => (item.__typename === 'TaskChange' ? item.task : undefined);
  const open = useLiveRows(data?.tasks?.nodes ?? [], taskOf, again);
  const given = data?.assigned?.nodes ?? [];
  // What is not among them is in the open tasks, or is read again for these.
  const assigned = useLiveRows(
    given,
    (item) => given.some(({ id }) => id === taskOf(item)?.id) && taskOf(item),
    again,
  ).filter((task) => task.assigneeId);
  const drivers = (data?.drivers?.values ?? []).flatMap(({ value }) => value ?? []);
  // Those that others have just given to somebody stay among the open ones, too, until these are read again.
  const taken = open.filter((task) => task.assigneeId);
  const groups = Map.groupBy([...assigned, ...taken], (task) => task.assigneeId ?? '');
  const picked = [...open.filter((task) => !task.assigneeId), ...assigned].filter(({ id }) => chosen.has(id));

  /** Each result is written or refused for itself, in the order of the patches. */
  async function send(assignments: readonly Assignment[], done: (count: number) => string): Promise<void> {
    const patches = assignments.map(({ task: { id, version }, assigneeId }) => ({
      id,
      input: { assigneeId },
      expectedVersion: version,
    }));
    const before = new Map(picked.map((task) => [task.id, task.assigneeId ?? null]));
    const { data, error } = await assign({ patches });
    const answer = data?.updateTaskAssignees;
    if (answer?.__typename !== 'UpdateTaskAssigneesSuccess')
      return setSaid(answer?.message ?? (error ? messageOf(error) : ''));
    const refused = answer.results.flatMap((result, index): [string, string][] =>
      'message' in result ? [[patches[index]?.id ?? '', result.message]] : [],
    );
    const written = answer.results.flatMap((result) => (result.__typename === 'Task' ? [result] : []));
    setRefusals(new Map(refused));
    setChosen(new Set(refused.map(([id]) => id)));
    setUndo(written.map((task) => ({ task, assigneeId: before.get(task.id) ?? null })));
    setSaid(`${done(written.length)}${refused.length > 0 ? `, ${refused.length} refused` : ''}.`);
    again();
  }
  function submit(event: SubmitEvent) {
    event.preventDefault();
    const to = assigneeId === NOBODY ? null : assigneeId;
    void send(
      picked.map((task) => ({ task, assigneeId: to })),
      (count) => (to === null ? `${count} taken back` : `${count} assigned to ${to}`),
    );
  }
  const close = () => {
    setCreating(false);
    again();
  };
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const list = (tasks: readonly TaskRowFragment[]) => (
    <ul>
      {tasks.map((task) => (
        <TaskItem
          key={task.id}
          task={task}
          isChosen={chosen.has(task.id)}
          isTaken={taken.includes(task)}
          refusal={refusals.get(task.id)}
          onChoose={(isChosen) => choose(task.id, isChosen)}
        />
      ))}
    </ul>
  );

  return (
    <div className="side">
      <form className="bar assign" onSubmit={submit}>
        <label>
          Assign to{' '}
          <select required value={assigneeId} onChange={({ target }) => setAssignee(target.value)}>
            <option value="">a driver…</option>
            {drivers.map((driver) => (
              <option key={driver}>{driver}</option>
            ))}
            <option value={NOBODY}>nobody: take it back</option>
          </select>
        </label>
        <button type="submit" disabled={picked.length === 0 || fetching}>
          {picked.length === 0 ? 'Assign' : `Assign ${picked.length} ${picked.length === 1 ? 'task' : 'tasks'}`}
        </button>
        {undo.length > 0 && (
          <button
            type="button"
            onClick={() => {
              setUndo([]);
              void send(undo, (count) => `${count} set back`);
            }}
          >
            Undo
          </button>
        )}
        <output>{said || (error && messageOf(error))}</output>
      </form>
      <section aria-labelledby="tasks">
        <h2 id="tasks">Open tasks</h2>
        <button type="button" onClick={() => setCreating(true)}>
          New task
        </button>
        {isCreating && <TaskForm drivers={drivers} onClose={close} />}
        {data && open.length === 0 && <p className="empty">Every task has a driver.</p>}
        {list(byUrgency(open))}
      </section>
      <section aria-labelledby="assigned">
        <h2 id="assigned">By driver</h2>
        {data && groups.size === 0 && <p className="empty">No driver has a task.</p>}
        {[...groups].map(([driver, tasks]) => (
          <details key={driver} open>
            <summary>
              {driver} <span className="soft">{tasks.length === 1 ? '1 task' : `${tasks.length} tasks`}</span>
            </summary>
            {list(tasks)}
          </details>
        ))}
      </section>
    </div>
  );
}

/** The value of the choice that takes a task back: no user has it for an id. */
const NOBODY = '-';

/** An urgent task without a date comes before one that is due later. */
const byUrgency = (tasks: readonly TaskRowFragment[]): TaskRowFragment[] =>
  tasks.toSorted((a, b) => Number(b.priority === 'urgent') - Number(a.priority === 'urgent'));

interface ItemProps {
  task: TaskRowFragment;
  isChosen: boolean;
  /** Whether another dispatcher has just given it to somebody. */
  isTaken: boolean;
  refusal: string | undefined;
  onChoose: (isChosen: boolean) => void;
}

function TaskItem({ task, isChosen, isTaken, refusal, onChoose }: ItemProps) {
  const place = task.entity && 'name' in task.entity ? task.entity.name : undefined;
  return (
    <li className={task.priority}>
      <label>
        <input
          type="checkbox"
          checked={isChosen}
          disabled={isTaken}
          onChange={({ target }) => onChoose(target.checked)}
        />{' '}
        #{task.taskNumber} {task.title}
      </label>
      <small>
        {isTaken ? `taken by ${task.assigneeId}` : `${task.priority}, ${dueOf(task.dueDate)}`}
        {place && `, ${place}`}
        {isLate(task.dueDate) && !isTaken && <strong className="late"> overdue</strong>}
      </small>
      <ChangedBy id={task.id} />
      {refusal && <small role="alert">{refusal}</small>}
    </li>
  );
}

export const isLate = (time: string | null | undefined): boolean => Boolean(time && new Date(time) < new Date());

export const dueOf = (time: string | null | undefined): string =>
  time ? `due ${new Date(time).toLocaleDateString(undefined, { dateStyle: 'medium' })}` : 'no due date';
