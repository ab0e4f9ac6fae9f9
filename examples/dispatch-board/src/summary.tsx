import { useEffect, useEffectEvent } from 'react';
import { useQuery } from 'urql';
import { graphql } from './gql';
import { useLastAnswer } from './live';

const Summary = graphql(`
  query Summary {
    urgent: tanks(first: 0, filter: { daysToEmpty: { lte: 3 } }) {
      totalCount
    }
    unknown: tanks(first: 0, filter: { daysToEmpty: null }) {
      totalCount
    }
    open: tasks(first: 0, filter: { assigneeId: null, completedAt: null, isArchived: { equals: false } }) {
      totalCount
    }
  }
`);

const REREAD_MS = 15_000;

/** What needs somebody's attention, in the head of the page. */
export function SummaryCounts() {
  const [read, reread] = useQuery({ query: Summary });
  const data = useLastAnswer(read);
  const again = useEffectEvent(() => reread({ requestPolicy: 'network-only' }));
  useEffect(() => {
    const timer = setInterval(() => again(), REREAD_MS);
    return () => clearInterval(timer);
  }, []);
  if (!data) return null;
  return (
    <p className="summary">
      <b>{data.urgent?.totalCount ?? '–'}</b> empty in 3 days, <b>{data.unknown?.totalCount ?? '–'}</b> unknown,{' '}
      <b>{data.open?.totalCount ?? '–'}</b> tasks without a driver
    </p>
  );
}
