import type { GraphQLResolveInfo } from 'graphql';
import { type InputIssue, refuse } from '../../base/errors.ts';
import { grouped } from '../../base/text.ts';
import type { Operation } from '../../operation/operation.ts';
import type { Common } from '../../prisma/client.ts';
import {
  type Aggregate,
  type AggregateArguments,
  type Group,
  MOST_AGGREGATED,
  type Values,
} from '../../prisma/methods/aggregate.ts';
import type { TenantRows } from '../../prisma/methods/tenant-rows.ts';
import { builder, type QueryFields, required, wordsEnum } from '../schema/builder.ts';
import type { RecordType } from '../schema/record.ts';
import { namesAt } from '../schema/selection.ts';
import { columnEnum, shownColumns } from '../schema/shown-columns.ts';
import type { ReadFilter } from './read-filter.ts';

const MOST_FIELDS = 3;
const DEFAULT_GROUPS = 100;
export const MOST_GROUPS = 1_000;

const FIGURES = ['sum', 'avg', 'min', 'max'] as const;

const DatePeriod = wordsEnum('DatePeriod', 'By what dates and times are grouped.', [
  ['day', 'By day.'],
  ['week', 'By week. It begins on Monday.'],
  ['month', 'By month.'],
]);

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

/** Each version is one of a record, and a group of one id is a record: caches would take its key for that. */
const OWN = ['id', 'version'];
const NUMBERS = ['Int', 'BigInt', 'Float', 'Decimal'];

const comparedIn = (model: string) =>
  shownColumns(model)
    .filter(({ column }) => !column.isList && column.type !== 'Json' && !OWN.includes(column.field))
    .map((shown) => ({ ...shown, description: shown.column.documentation ?? `The field \`${shown.name}\`.` }));

type Compared = ReturnType<typeof comparedIn>[number];

/** A type with a field for each column, which is null where there is no value. */
const valuesType = (name: string, description: string, fields: readonly Compared[]) =>
  builder.objectRef<Values>(name).implement({
    description,
    fields: (t) =>
      Object.fromEntries(
        fields.map(({ name, column: { field }, type, description }) => [
          name,
          t.field({ type, description, resolve: (values) => values[field] }),
        ]),
      ),
  });

/** The aggregates of a record, whose own type is declared before. */
export function aggregateOf({ model, plural }: RecordType, where: ReadFilter<Common>) {
  const field = columnEnum(`${model}GroupField`, `A field by which ${plural} are grouped.`, () => comparedIn(model));
  const type = builder.objectRef<Aggregate>(`${model}Aggregate`);
  const group = builder.objectRef<Group>(`${model}Group`);
  let compared: readonly Compared[] = [];

  // Once the fields of the type are known.
  builder.configStore.onPrepare(() => {
    compared = comparedIn(model);
    const numbers = compared.filter(({ column }) => NUMBERS.includes(column.type));
    const extremes = compared.filter(({ column }) => [...NUMBERS, 'DateTime'].includes(column.type));
    const key = valuesType(
      `${model}GroupKey`,
      'What the records of a group have in common. A field is null if they have no value, and if they are not grouped by it.',
      compared.map((each) =>
        each.column.type === 'DateTime'
          ? { ...each, type: 'Date' as const, description: `${each.description} The first day of the period.` }
          : each,
      ),
    );
    const sums = numbers.map((each) => ({ ...each, type: 'Float' as const }));
    const ofNumbers = numbers.length > 0 && valuesType(`${model}Sums`, `Figures of the numbers of ${plural}.`, sums);
    const ofExtremes =
      extremes.length > 0 && valuesType(`${model}Extremes`, `Extremes of the values of ${plural}.`, extremes);
    group.implement({
      description: `The figures of ${plural} that have the same key.`,
      fields: (t) => ({
        key: t.expose('key', { type: key, ...required, description: 'What the records have in common.' }),
        count: t.exposeInt('count', { ...required, description: 'The number of records.' }),
        ...(ofNumbers && {
          sum: t.expose('sum', { type: ofNumbers, ...required, description: 'The sum of each number.' }),
          avg: t.expose('avg', { type: ofNumbers, ...required, description: 'The average of each number.' }),
        }),
        ...(ofExtremes && {
          min: t.expose('min', { type: ofExtremes, ...required, description: 'The least or the earliest of each.' }),
          max: t.expose('max', { type: ofExtremes, ...required, description: 'The greatest or the latest of each.' }),
        }),
      }),
    });
    type.implement({
      description: `Figures of groups of ${plural}.`,
      fields: (t) => ({
        groups: t.expose('groups', {
          type: [group],
          nullable: { list: false, items: false },
          description: 'The groups with the most records, largest first, then by key; null is the least value.',
        }),
        others: t.exposeInt('others', {
          ...required,
          description: 'The number of records in all other groups. It is 0 if all groups are listed.',
        }),
        isExact: t.exposeBoolean('isExact', {
          ...required,
          description: `False if more than ${grouped(MOST_AGGREGATED)} records match: all figures are those of so many of them.`,
        }),
      }),
    });
  });

  /** Computes what is selected. Throws InvalidRequestError with every issue of the arguments. */
  const read = (
    rows: Pick<TenantRows<Common>, 'aggregateGroups'>,
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
      const chosen = compared.filter(({ name }) => names.has(name));
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
  first: arg.int({ defaultValue: DEFAULT_GROUPS, description: `The number of groups, 0 to ${grouped(MOST_GROUPS)}.` }),
});
