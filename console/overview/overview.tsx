import { useQuery } from '@urql/preact';
import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { LISTED, totalsOf } from '../documents.ts';
import { ConsoleOverviewDocument, type ConsoleOverviewQuery } from '../generated/graphql.ts';
import { Empty, Loading } from '../parts.tsx';
import { addressOf } from '../route.ts';
import { counted, type RecordModel, rightsOf, type Viewer } from '../schema.ts';
import { GRAPHQL, messageOf } from '../session.ts';
import { useLast } from '../store.ts';
import { agoOf, countOf } from '../values.ts';
import { Chip } from '../webhooks/figures.tsx';
import { type Bar, Bars, Card } from './card.tsx';
import { expirationsAt, FAILING, TANKS, tasksAt } from './questions.ts';
import { Recent } from './recent.tsx';
import { useShownAgain } from './shown-again.ts';

/** The time of the last full minute: what was read in the same one is still known. */
const thisMinute = (): Date => new Date(Math.floor(Date.now() / 60_000) * 60_000);

interface Props {
  /** Those that the viewer reads. */
  records: readonly RecordModel[];
  seesWebhooks: boolean;
  viewer: Viewer;
}

/** What is urgent and what has changed, of all records at once: each figure leads to its list. */
export function Overview({ records, seesWebhooks, viewer }: Props) {
  const [now, setNow] = useState(thisMinute);
  const named = (name: string) => records.find((record) => record.name === name);
  const [tank, task, expiration] = [named('Tank'), named('Task'), named('Expiration')];
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
  const [{ data: totals }] = useQuery<Record<string, { totalCount: number } | null>>({
    query: totalsOf(records),
    pause: records.length === 0,
    context: LISTED,
  });
  const totalOf = (record: RecordModel | undefined): number => (record && totals?.[record.list]?.totalCount) ?? 0;
  if (totals && records.length > 0 && records.every((record) => totalOf(record) === 0) && !found?.failing?.totalCount)
    return <Beginning records={records} viewer={viewer} seesWebhooks={seesWebhooks} />;
  const kept = records.filter(({ watched }) => watched !== undefined);
  return (
    <>
      {error && (
        <p role="alert" class="issue">
          {messageOf(error)}
        </p>
      )}
      {fetching && !found && <Loading />}
      {found && (
        <div class="cards">
          {tank && totalOf(tank) > 0 && <Tanks found={found} tank={tank} />}
          {task && totalOf(task) > 0 && <Tasks found={found} filters={tasks} />}
          {expiration && totalOf(expiration) > 0 && <Expirations found={found} filters={expirations} />}
          {seesWebhooks && <Webhooks found={found} />}
          {viewer.scopes.includes('history:read') && kept.length > 0 && <Recent records={kept} />}
        </div>
      )}
    </>
  );
}

type Found = ConsoleOverviewQuery;

const counting = (aggregate: { groups: { count: number }[] } | null | undefined): number =>
  aggregate?.groups[0]?.count ?? 0;

function Tanks({ found, tank }: { found: Found; tank: RecordModel }) {
  const bar = (name: keyof typeof TANKS, label: string, tone: Bar['tone'] = ''): Bar => {
    const value = counting(found[name]);
    const href = addressOf({ view: 'tanks', filter: TANKS[name], sort: ['daysToEmpty'] });
    return { label, value, tone, href: value > 0 ? href : undefined };
  };
  const { groups = [], others = 0 } = found.products ?? {};
  return (
    <>
      <Card title="Tanks by days to empty" href={addressOf({ view: 'tanks', sort: ['daysToEmpty'] })}>
        <Bars
          bars={[
            bar('empty', 'Less than 1', 'bad'),
            bar('low', '1 to 3', 'warn'),
            bar('week', '3 to 7'),
            bar('fortnight', '7 to 14'),
            bar('later', '14 or more'),
            bar('unknown', 'Level unknown'),
          ]}
        />
      </Card>
      <Card title="Tanks by product" href={addressOf({ view: 'tanks', sort: ['productName'] })}>
        <Bars
          bars={groups.map(({ key: { productName }, count, sum: { readingVolume, tankSize } }) => ({
            label: productName ?? 'No product',
            value: tankSize ?? 0,
            part: readingVolume ?? 0,
            isShare: true,
            text: `${countOf(Math.round(readingVolume ?? 0))} in ${counted(tank, count)}`,
            href: addressOf({ view: 'tanks', filter: { productName: { equals: productName } } }),
          }))}
        />
        <p class="soft">
          The last readings, as parts of the sizes of the tanks
          {others > 0 && `; ${counted(tank, others)} with other products are left out`}
        </p>
      </Card>
    </>
  );
}

function Tasks({ found, filters }: { found: Found; filters: ReturnType<typeof tasksAt> }) {
  const { groups = [], others = 0 } = found.open ?? {};
  const late = new Map(found.overdue?.groups.map(({ key, count }) => [key.assigneeId ?? null, count]));
  const bars = groups.map(({ key: { assigneeId }, count }): Bar => {
    const whose = { assigneeId: { equals: assigneeId } };
    const overdue = late.get(assigneeId ?? null) ?? 0;
    return {
      label: assigneeId ?? 'Nobody',
      value: count,
      part: overdue,
      tone: 'bad',
      text: (
        <>
          {countOf(count)}{' '}
          {overdue > 0 && (
            <a
              class="overdue"
              aria-label={`${assigneeId ?? 'Nobody'}: ${countOf(overdue)} overdue`}
              href={addressOf({ view: 'tasks', filter: { ...filters.overdue, ...whose }, sort: ['dueDate'] })}
            >
              {countOf(overdue)} overdue
            </a>
          )}
        </>
      ),
      href: addressOf({ view: 'tasks', filter: { ...filters.open, ...whose }, sort: ['dueDate'] }),
    };
  });
  return (
    <Card
      title="Open tasks by assignee"
      href={addressOf({ view: 'tasks', filter: filters.open, sort: ['assigneeId', 'dueDate'] })}
    >
      {bars.length === 0 ? <p>No task is open.</p> : <Bars bars={bars} />}
      {others > 0 && <p class="soft">{countOf(others)} tasks of others</p>}
    </Card>
  );
}

function Expirations({ found, filters }: { found: Found; filters: ReturnType<typeof expirationsAt> }) {
  const bar = (name: keyof typeof filters, label: string, tone: Bar['tone'] = ''): Bar => {
    const value = counting(found[name]);
    const href = addressOf({ view: 'expirations', filter: filters[name], sort: ['expirationDate'] });
    return { label, value, tone, href: value > 0 ? href : undefined };
  };
  return (
    <Card title="Expirations" href={addressOf({ view: 'expirations', sort: ['expirationDate'] })}>
      <Bars
        bars={[
          bar('expired', 'Expired', 'bad'),
          bar('expiringWeek', 'Within 7 days', 'warn'),
          bar('expiringFortnight', '7 to 14 days'),
          bar('expiringMonth', '14 to 30 days'),
        ]}
      />
    </Card>
  );
}

function Webhooks({ found }: { found: Found }) {
  const total = found.subscriptions?.totalCount ?? 0;
  const { totalCount = 0, nodes = [] } = found.failing ?? {};
  const words =
    total === 0
      ? 'No webhook is set up.'
      : totalCount === 0
        ? `None of ${countOf(total)} fails.`
        : `${countOf(totalCount)} of ${countOf(total)} ${totalCount === 1 ? 'fails' : 'fail'}.`;
  return (
    <Card
      title="Webhooks that fail"
      href={addressOf({ view: 'webhooks', filter: totalCount > 0 ? { ...FAILING } : {} })}
    >
      <p>{words}</p>
      <ul class="recent">
        {nodes.map(({ id, workflowName, webhookUrl, state, disabledReason, failingSince }) => (
          <li key={id}>
            <a href={addressOf({ view: 'webhooks', id })}>{workflowName ?? webhookUrl}</a>{' '}
            <Chip
              kind={state === 'DISABLED' ? 'bad' : 'warn'}
              text={state === 'DISABLED' ? 'Disabled' : 'Failing'}
              title={disabledReason ?? ''}
            />
            {failingSince && <span class="soft"> since {agoOf(failingSince)}</span>}
          </li>
        ))}
      </ul>
    </Card>
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
