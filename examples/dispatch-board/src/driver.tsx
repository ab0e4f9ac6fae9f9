import { useQuery } from 'urql';
import { messageOf } from './gateway';
import { graphql } from './gql';
import { useLastAnswer, useLiveRows } from './live';
import { Cut, dueOf, isLate, Loading } from './tasks';

const MyTasks = graphql(`
  query MyTasks {
    tasks(first: 200, filter: { isArchived: { equals: false } }, orderBy: { field: DUE_DATE, direction: ASC }) {
      totalCount
      nodes {
        ...TaskRow
      }
    }
    tanks(first: 200) {
      nodes {
        id
        name
        fillPercentage
      }
    }
  }
`);

/**
 * The tasks of a driver, and their tanks. The query names nobody: the token sees no other tasks, only the tanks that
 * lead from them, and the stream reports no others.
 */
export function DriverTasks() {
  const [read, reread] = useQuery({ query: MyTasks });
  const data = useLastAnswer(read);
  const { error } = read;
  const rows = useLiveRows(
    data?.tasks?.nodes ?? [],
    (item) => (item.__typename === 'TaskChange' ? item.task : undefined),
    () => reread({ requestPolicy: 'network-only' }),
  );
  const tanks = new Map(data?.tanks?.nodes.map((tank) => [tank.id, tank]));
  return (
    <section aria-labelledby="own">
      <h2 id="own">My tasks</h2>
      <output>{error ? messageOf(error) : data && rows.length === 0 && 'You have no tasks.'}</output>
      {!data && !error && <Loading />}
      <Cut tasks={data?.tasks?.nodes} total={data?.tasks?.totalCount ?? 0} />
      <ul>
        {rows.map((task) => {
          const tank = tanks.get(task.entityId ?? '');
          return (
            <li key={task.id} className={task.priority}>
              #{task.taskNumber} {task.title}
              <small>
                {task.priority}, {dueOf(task.dueDate)}
                {isLate(task.dueDate) && <strong className="late"> overdue</strong>}
                {tank &&
                  `, ${tank.name} ${tank.fillPercentage === null ? 'with an unknown level' : `at ${tank.fillPercentage}\u00a0%`}`}
              </small>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
