import { useCallback, useEffect, useRef, useState } from 'react';
import { type CombinedError, useClient } from 'urql';
import { graphql } from './gql';
import type { TaskFilter, TaskRowFragment } from './gql/graphql';

const TaskPage = graphql(`
  query TaskPage($filter: TaskFilter, $after: String) {
    tasks(first: 200, after: $after, filter: $filter, orderBy: { field: DUE_DATE, direction: ASC }) {
      totalCount
      nodes {
        ...TaskRow
      }
      pageInfo {
        hasNextPage
        endCursor
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

/** More are not read, and the list says so. */
const MOST = 1_000;

interface Read {
  /** Undefined before the first answer. */
  tasks?: TaskRowFragment[];
  total: number;
  error?: CombinedError | undefined;
}

/**
 * All tasks of a filter, which must be a constant, page by page: the gateway orders them by their dates, and only all
 * of them can be ordered by urgency. A read that fails leaves what is shown.
 */
export function useEveryTask(filter: TaskFilter): Read & { again: () => void } {
  const client = useClient();
  const [read, setRead] = useState<Read>({ total: 0 });
  const reads = useRef(0);
  const again = useCallback(async () => {
    reads.current += 1;
    const own = reads.current;
    const tasks: TaskRowFragment[] = [];
    let after: string | null | undefined;
    let total = 0;
    do {
      const { data, error } = await client.query(TaskPage, { filter, after }, { requestPolicy: 'network-only' });
      // A later one has begun.
      if (own !== reads.current) return;
      if (!data?.tasks) return setRead((before) => ({ ...before, error }));
      const { nodes, pageInfo, totalCount } = data.tasks;
      tasks.push(...nodes);
      total = totalCount;
      after = pageInfo.hasNextPage ? pageInfo.endCursor : undefined;
    } while (after && tasks.length < MOST);
    setRead({ tasks, total });
  }, [client, filter]);
  useEffect(() => void again(), [again]);
  return { ...read, again: () => void again() };
}
