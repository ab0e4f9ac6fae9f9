import type { ConsoleOverviewQuery } from '../generated/graphql.ts';
import { addressOf } from '../route.ts';
import type { RecordModel } from '../schema.ts';
import { agoOf, counted, countOf } from '../values.ts';
import { Chip } from '../webhooks/figures.tsx';
import { type Bar, Bars, Card } from './card.tsx';
import { type expirationsAt, FAILING, TANKS, type tasksAt } from './questions.ts';

type Found = ConsoleOverviewQuery;

const counting = (aggregate: { groups: { count: number }[] } | null | undefined): number =>
  aggregate?.groups[0]?.count ?? 0;

export function Tanks({ found, tank }: { found: Found; tank: RecordModel }) {
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
            bar('unknown', 'Unknown'),
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
          The length of a bar is the size of the tanks. The coloured part is how much is in them, by their last
          readings.
          {others > 0 && ` ${counted(tank, others)} with other products are left out.`}
        </p>
      </Card>
    </>
  );
}

export function Tasks({ found, filters }: { found: Found; filters: ReturnType<typeof tasksAt> }) {
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

export function Expirations({ found, filters }: { found: Found; filters: ReturnType<typeof expirationsAt> }) {
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

export function Webhooks({ found }: { found: Found }) {
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
            {failingSince && <span class="soft"> began {agoOf(failingSince)}</span>}
          </li>
        ))}
      </ul>
    </Card>
  );
}
