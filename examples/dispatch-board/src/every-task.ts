import { useCallback, useEffect, useRef, useState } from 'react';
import { type Client, type CombinedError, useClient } from 'urql';
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
    completedAt
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

/** Reads page by page. Undefined once it is outdated. */
async function readPages(client: Client, filter: TaskFilter, isOutdated: () => boolean) {
  const tasks: TaskRowFragment[] = [];
  let after: string | null | undefined;
  let total = 0;
  do {
    const { data, error } = await client.query(TaskPage, { filter, after }, { requestPolicy: 'network-only' });
    if (isOutdated()) return undefined;
    if (!data?.tasks) return { error };
    const { nodes, pageInfo, totalCount } = data.tasks;
    tasks.push(...nodes);
    total = totalCount;
    after = pageInfo.hasNextPage ? pageInfo.endCursor : undefined;
  } while (after && tasks.length < MOST);
  return { tasks, total };
}

/**
 * All tasks of a filter, which must be a constant, page by page: the gateway orders them by their dates, and only all
 * of them can be ordered by urgency. A read that fails leaves what is shown.
 */
export function useEveryTask(filter: TaskFilter): Read & { again: () => void } {
  const client = useClient();
  const [read, setRead] = useState<Read>({ total: 0 });
  const asked = useRef(0);
  const isReading = useRef(false);
  const again = useCallback(async () => {
    asked.current += 1;
    // The client sends no second request while the same one is under way, so that read begins again at its end.
    if (isReading.current) return;
    isReading.current = true;
    let next: Partial<Read> | undefined;
    while (next === undefined) {
      const own = asked.current;
      next = await readPages(client, filter, () => own !== asked.current);
    }
    isReading.current = false;
    setRead((before) => ({ ...before, error: undefined, ...next }));
  }, [client, filter]);
  useEffect(() => void again(), [again]);
  return { ...read, again: () => void again() };
}
