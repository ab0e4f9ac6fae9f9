import { useQuery } from 'urql';
import { messageOf } from './gateway';
import { graphql } from './gql';
import { useKept, useLiveRows } from './live';
import { dayOf, isLate } from './tasks';

const MyTasks = graphql(`
  query MyTasks {
    tasks(first: 50, orderBy: { field: DUE_DATE, direction: ASC }) {
      nodes {
        ...TaskRow
      }
    }
  }
`);

/** The tasks of a driver. The query names nobody: the token sees no others, and the stream reports no others. */
export function DriverTasks() {
  const [{ data: read, error }, reread] = useQuery({ query: MyTasks });
  const data = useKept(read);
  const rows = useLiveRows(
    data?.tasks?.nodes ?? [],
    (item) => (item.__typename === 'TaskChange' ? item.task : undefined),
    () => reread({ requestPolicy: 'network-only' }),
  );
  return (
    <section aria-labelledby="own">
      <h2 id="own">My tasks</h2>
      <output>{error && messageOf(error)}</output>
      <ul>
        {rows.map((task) => (
          <li key={task.id} className={task.priority}>
            #{task.taskNumber} {task.title}
            <small>
              {task.priority}, due {dayOf(task.dueDate)}
              {isLate(task.dueDate) && <strong className="late"> overdue</strong>}
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}
