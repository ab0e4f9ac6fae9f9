import { useQuery } from '@urql/preact';
import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { LISTED, totalsOf } from '../documents.ts';
import { ConsoleOverviewDocument } from '../generated/graphql.ts';
import { Empty, Fault, Loading } from '../parts.tsx';
import { addressOf } from '../route.ts';
import { type RecordModel, rightsOf, type Viewer } from '../schema.ts';
import { GRAPHQL, messageOf } from '../session.ts';
import { useLast } from '../store.ts';
import { Expirations, Tanks, Tasks, Webhooks } from './cards.tsx';
import { expirationsAt, FAILING, TANKS, tasksAt } from './questions.ts';
import { Recent } from './recent.tsx';
import { useShownAgain } from './shown-again.ts';

/** The time of the last full minute: what was read in the same one is still known. */
const thisMinute = (): Date => new Date(Math.floor(Date.now() / 60_000) * 60_000);

const HISTORY = 'history:read';

interface Props {
  /** Those that the viewer reads. */
  records: readonly RecordModel[];
  seesWebhooks: boolean;
  viewer: Viewer;
}

/** The records that the overview is about. */
const ABOUT = ['Tank', 'Task', 'Expiration'];

/** Whether the overview has anything for a viewer, beside what its sections have. */
export const isWorthAnOverview = ({ records, seesWebhooks, viewer }: Props): boolean =>
  records.length + Number(seesWebhooks) > 1 &&
  (seesWebhooks || viewer.scopes.includes(HISTORY) || records.some(({ name }) => ABOUT.includes(name)));

/** What is urgent and what has changed, of all records at once: each figure leads to its list. */
export function Overview({ records, seesWebhooks, viewer }: Props) {
  const [now, setNow] = useState(thisMinute);
  const [tank, task, expiration] = ABOUT.map((name) => records.find((record) => record.name === name));
  const [tasks, expirations] = [tasksAt(now), expirationsAt(now)];
  const [{ data, error, fetching }, reread] = useQuery({
    query: ConsoleOverviewDocument,
    variables: {
      tanks: tank !== undefined,
      tasks: task !== undefined,
      expirations: expiration !== undefined,
      subscriptions: seesWebhooks,
      ...TANKS,
      ...tasks,
      ...expirations,
      failing: FAILING,
    },
    context: LISTED,
  });
  useShownAgain(() => {
    const next = thisMinute();
    if (next.getTime() === now.getTime()) reread({ requestPolicy: 'network-only' });
    else setNow(next);
  });
  const found = useLast(data);
  const [{ data: totals, error: uncounted }] = useQuery<Record<string, { totalCount: number } | null>>({
    query: totalsOf(records),
    pause: records.length === 0,
    context: LISTED,
  });
  const isKnown = totals !== undefined || uncounted !== undefined || records.length === 0;
  const has = (record: RecordModel | undefined): record is RecordModel =>
    record !== undefined && totals?.[record.list]?.totalCount !== 0;
  if (totals && records.length > 0 && !records.some(has) && !found?.failing?.totalCount)
    return <Beginning records={records} viewer={viewer} seesWebhooks={seesWebhooks} />;
  const kept = records.filter(({ watched }) => watched !== undefined);
  return (
    <>
      <Fault text={error && messageOf(error)} />
      {fetching && !(found && isKnown) && <Loading />}
      {isKnown && !seesWebhooks && ![tank, task, expiration].some(has) && (
        <Empty title="There is nothing to sum up yet. All records are in their sections." />
      )}
      {found && isKnown && (
        <div class="cards">
          {has(tank) && <Tanks found={found} tank={tank} />}
          {has(task) && <Tasks found={found} filters={tasks} />}
          {has(expiration) && <Expirations found={found} filters={expirations} />}
          {seesWebhooks && <Webhooks found={found} />}
          {viewer.scopes.includes(HISTORY) && kept.length > 0 && <Recent records={kept} />}
        </div>
      )}
    </>
  );
}

/** What the page shows before there is anything: where to begin. */
function Beginning({ records, viewer, seesWebhooks }: Props) {
  const creatable = records.filter((record) => rightsOf(record, viewer).creates);
  return (
    <Empty title="There are no records yet.">
      {creatable.length > 0 && (
        <p>
          Enter the first, or import a file, in{' '}
          {creatable.map(({ slug, label }, index) => (
            <Fragment key={slug}>
              {index > 0 && ', '}
              <a href={addressOf({ view: slug })}>{label}</a>
            </Fragment>
          ))}
          .
        </p>
      )}
      <p>
        Programs write them with the API: <a href={GRAPHQL}>GraphiQL</a> has ready documents.
      </p>
      {seesWebhooks && (
        <p>
          Other systems hear of every change by <a href={addressOf({ view: 'webhooks' })}>webhooks</a>.
        </p>
      )}
    </Empty>
  );
}
