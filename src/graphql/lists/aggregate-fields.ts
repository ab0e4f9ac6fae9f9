import type { GraphQLResolveInfo } from 'graphql';
import { type InputIssue, refuse } from '../../base/errors.ts';
import { grouped } from '../../base/text.ts';
import type { Operation } from '../../operation/operation.ts';
import type { Common } from '../../prisma/client.ts';
import type { Aggregate, AggregateArguments } from '../../prisma/methods/aggregate.ts';
import type { TenantRows } from '../../prisma/methods/tenant-rows.ts';
import { builder, type QueryFields } from '../schema/builder.ts';
import type { RecordType } from '../schema/record.ts';
import { namesAt } from '../schema/selection.ts';
import { aggregateTypes } from './aggregate-types.ts';
import type { ReadFilter } from './read-filter.ts';

const MOST_FIELDS = 3;
const DEFAULT_GROUPS = 100;
export const MOST_GROUPS = 1_000;

const FIGURES = ['sum', 'avg', 'min', 'max'] as const;

const DatePeriod = builder.enumType('DatePeriod', {
  description: 'By what dates and times are grouped.',
  values: {
    DAY: { value: 'day', description: 'By day.' },
    WEEK: { value: 'week', description: 'By week. It begins on Monday.' },
    MONTH: { value: 'month', description: 'By month.' },
  } as const,
});

interface Arguments {
  filter?: unknown;
  groupBy?: readonly string[] | null | undefined;
  dates?: AggregateArguments<Common>['dates'] | null | undefined;
  timeZone?: string | null | undefined;
  first?: number | null | undefined;
}

/** PostgreSQL takes a name without a slash, such as CET, for an offset without summer time. */
function isTimeZone(name: string): boolean {
  if (!/^(UTC|GMT|\w+\/.+)$/i.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

export function aggregateOf<Fields>(record: RecordType, where: ReadFilter<Fields>) {
  const { field, type, figures } = aggregateTypes(record);

  /** Computes what is selected. Throws InvalidRequestError with every issue of the arguments. */
  const read = (
    rows: Pick<TenantRows<Fields>, 'aggregateGroups'>,
    args: Arguments,
    context: Operation,
    info: GraphQLResolveInfo,
  ): Promise<Aggregate> => {
    const issues: InputIssue[] = [];
    const conditions = where(args.filter, context, issues);
    const groupBy = [...new Set(args.groupBy)];
    const first = args.first ?? DEFAULT_GROUPS;
    const timeZone = args.timeZone ?? 'UTC';
    if (groupBy.length > MOST_FIELDS)
      issues.push({ path: ['groupBy'], code: 'TOO_LONG', message: `must have at most ${MOST_FIELDS} fields` });
    if (first < 0 || first > MOST_GROUPS)
      issues.push({ path: ['first'], code: 'OUT_OF_RANGE', message: `must be between 0 and ${grouped(MOST_GROUPS)}` });
    if (!isTimeZone(timeZone))
      issues.push({ path: ['timeZone'], code: 'UNKNOWN_VALUE', message: 'must be a time zone, such as Europe/Berlin' });
    refuse(issues);
    const selected = FIGURES.flatMap((figure) => {
      const names = namesAt(info, 'groups', figure);
      const chosen = figures[figure].filter(({ name }) => names.has(name));
      return chosen.map(({ column }) => [figure, column.field] as const);
    });
    return rows.aggregateGroups({
      groupBy,
      figures: selected,
      where: conditions,
      dates: args.dates ?? 'day',
      timeZone,
      first,
    });
  };
  return { field, type, read };
}

export const aggregateArguments = (arg: QueryFields['arg']) => ({
  dates: arg({
    type: DatePeriod,
    defaultValue: 'day',
    description: 'The period by which dates and times are grouped.',
  }),
  timeZone: arg.string({
    defaultValue: 'UTC',
    description:
      'The time zone in which the periods of times begin, by its IANA name, such as `America/Chicago`; `Intl.DateTimeFormat().resolvedOptions().timeZone` is that of a browser. Dates have none.',
  }),
  first: arg.int({
    defaultValue: DEFAULT_GROUPS,
    description: `The number of groups, 0 to ${grouped(MOST_GROUPS)}.`,
  }),
});
