import { type ReactNode, type SubmitEvent, useId, useRef, useState } from 'react';
import { useMutation } from 'urql';
import { ChangedBy } from './changed-by';
import { openDay } from './day/day';
import { DriverInput } from './driver-input';
import { useEveryTask } from './every-task';
import { messageOf } from './gateway';
import { graphql } from './gql';
import type { TaskFilter, TaskRowFragment } from './gql/graphql';
import { type Item, useLiveRows } from './live';
import { Cut, dueOf, isLate, Loading } from './shown';
import { TaskForm } from './task-form';
import { OPEN } from './workflow';

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
  const unassigned = useEveryTask(UNASSIGNED);
  const given = useEveryTask(ASSIGNED);
  const error = unassigned.error ?? given.error;
  const [chosen, setChosen] = useState<Chosen>(new Map());
  const [assigneeId, setAssignee] = useState('');
  const [said, setSaid] = useState('');
  const [undo, setUndo] = useState<readonly Assignment[]>([]);
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());
  const [isCreating, setCreating] = useState(false);
  const [{ fetching }, assign] = useMutation(AssignTasks);
  const output = useRef<HTMLOutputElement>(null);
  const driverField = useId();
  const again = () => {
    unassigned.again();
    given.again();
  };
  const taskOf = (item: Item) => (item.__typename === 'TaskChange' ? item.task : undefined);
  const open = useLiveRows(unassigned.tasks ?? [], taskOf, again);
  // What is not among them is in the open tasks, or is read again for these.
  const assigned = useLiveRows(
    given.tasks ?? [],
    (item) => given.tasks?.some(({ id }) => id === taskOf(item)?.id) && taskOf(item),
    again,
  ).filter((task) => task.assigneeId && !task.completedAt);
  // Those that others have just given to somebody stay among the open ones, too, until these are read again.
  const taken = open.filter((task) => task.assigneeId);
  const groups = Map.groupBy([...assigned, ...taken], (task) => task.assigneeId ?? '');
  const ticked = [...open, ...assigned].filter(({ id }) => chosen.has(id));
  const picked = ticked.filter((task) => isAsTicked(chosen, task));
  const lost = new Set(ticked.filter((task) => !isAsTicked(chosen, task)).map(({ id }) => id)).size;

  /** Each result is written or refused for itself, in the order of the patches. */
  async function send(assignments: readonly Assignment[], done: (count: number) => string): Promise<void> {
    const patches = assignments.map(({ task: { id, version }, assigneeId }) => ({
      id,
      input: { assigneeId },
      expectedVersion: version,
    }));
    const before = new Map(picked.map((task) => [task.id, task.assigneeId ?? null]));
    // The button that was pressed is disabled now, or gone, and the focus would be with it.
    output.current?.focus();
    const { data, error } = await assign({ patches });
    const answer = data?.updateTaskAssignees;
    if (answer?.__typename !== 'UpdateTaskAssigneesSuccess')
      return setSaid(answer?.message ?? (error ? messageOf(error) : ''));
    const refused = answer.results.flatMap((result, index): [string, string][] =>
      'message' in result ? [[patches[index]?.id ?? '', result.message]] : [],
    );
    const written = answer.results.flatMap((result) => (result.__typename === 'Task' ? [result] : []));
    setRefusals(new Map(refused));
    setChosen(new Map([...chosen].filter(([id]) => refused.some(([each]) => each === id))));
    setUndo(written.map((task) => ({ task, assigneeId: before.get(task.id) ?? null })));
    setSaid(`${done(written.length)}${refused.length > 0 ? `, ${refused.length} refused` : ''}.`);
    again();
  }
  const assignTo = (to: string | null) =>
    send(
      picked.map((task) => ({ task, assigneeId: to })),
      (count) => (to === null ? `${count} taken back` : `${count} assigned to ${to}`),
    );
  function submit(event: SubmitEvent) {
    event.preventDefault();
    void assignTo(assigneeId.trim());
  }
  const close = () => {
    setCreating(false);
    again();
  };
  const choose = ({ id, assigneeId }: TaskRowFragment, isChosen: boolean) => {
    const next = new Map(chosen);
    if (isChosen) next.set(id, assigneeId ?? null);
    else next.delete(id);
    setChosen(next);
  };
  const list = (tasks: readonly TaskRowFragment[]) => (
    <TaskList tasks={tasks}>
      {(task) => (
        <TaskItem
          key={task.id}
          task={task}
          isChosen={chosen.has(task.id) && isAsTicked(chosen, task)}
          isTaken={taken.includes(task)}
          refusal={refusals.get(task.id)}
          onChoose={(isChosen) => choose(task, isChosen)}
        />
      )}
    </TaskList>
  );

  return (
    <div className="side">
      <form className="bar assign" onSubmit={submit}>
        <label htmlFor={driverField}>Assign to</label>
        <DriverInput
          id={driverField}
          required
          value={assigneeId}
          onChange={({ target }) => setAssignee(target.value)}
        />
        <button type="submit" disabled={picked.length === 0 || fetching}>
          {picked.length === 0 ? 'Assign' : `Assign ${picked.length} ${picked.length === 1 ? 'task' : 'tasks'}`}
        </button>
        {picked.some((task) => task.assigneeId) && (
          <button type="button" disabled={fetching} onClick={() => void assignTo(null)}>
            Take back
          </button>
        )}
        {undo.length > 0 && (
          <button
            type="button"
            onClick={() => {
              setUndo([]);
              void send(undo, (count) => `${count} undone`);
            }}
          >
            Undo
          </button>
        )}
        <output ref={output} tabIndex={-1}>
          {lost > 0
            ? `${lost === 1 ? 'A task that you have' : `${lost} tasks that you have`} ticked went to somebody else.`
            : said || (error && messageOf(error))}
        </output>
      </form>
      <section aria-labelledby="tasks">
        <h2 id="tasks" tabIndex={-1}>
          Open tasks <span className="soft">{unassigned.total}</span>
        </h2>
        <button type="button" onClick={() => setCreating(true)}>
          New task
        </button>
        {isCreating && <TaskForm onClose={close} />}
        {!unassigned.tasks && !unassigned.error && <Loading />}
        {unassigned.tasks && open.length === 0 && <p className="empty">Every task has a driver.</p>}
        {list(byUrgency(open))}
        <Cut {...unassigned} />
      </section>
      <section aria-labelledby="assigned">
        <h2 id="assigned">By driver</h2>
        {given.tasks && groups.size === 0 && <p className="empty">No driver has a task.</p>}
        {[...groups].map(([driver, tasks]) => (
          <details key={driver} open>
            <summary>
              {driver} <span className="soft">{tasks.length === 1 ? '1 task' : `${tasks.length} tasks`}</span>
            </summary>
            <button type="button" onClick={() => openDay(driver)} aria-label={`Plan the day of ${driver}`}>
              Plan the day
            </button>
            {list(byUrgency(tasks))}
          </details>
        ))}
        <Cut {...given} />
      </section>
    </div>
  );
}

const UNASSIGNED: TaskFilter = { ...OPEN, assigneeId: null };
const ASSIGNED: TaskFilter = { ...OPEN, assigneeId: { not: { equals: null } } };

/** The ticked tasks, each with who had it then. */
type Chosen = ReadonlyMap<string, string | null>;
const isAsTicked = (chosen: Chosen, { id, assigneeId }: TaskRowFragment): boolean =>
  chosen.get(id) === (assigneeId ?? null);

const PAGE = 50;

/** The first tasks, and a button for more. */
function TaskList({
  tasks,
  children,
}: {
  tasks: readonly TaskRowFragment[];
  children: (task: TaskRowFragment) => ReactNode;
}) {
  const [most, setMost] = useState(PAGE);
  return (
    <>
      <ul>{tasks.slice(0, most).map(children)}</ul>
      {tasks.length > most && (
        <button type="button" onClick={() => setMost(most + PAGE)}>
          Show more: {tasks.length - most} of {tasks.length} are not shown
        </button>
      )}
    </>
  );
}

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
