import { type InputIssue, refuse } from '../../base/errors.ts';
import { grouped } from '../../base/text.ts';
import { type Counts, MOST_GROUPED, MOST_VALUES } from '../../prisma/methods/counts.ts';
import type { TenantRows } from '../../prisma/methods/tenant-rows.ts';
import { builder, required } from '../schema/builder.ts';
import type { ReadFilter } from './filter.ts';

/** A field that records can be counted by. `values` are those of its enum, by the names that clients see. */
export interface CountBy<Fields> {
  by: keyof Fields & string;
  description: string;
  values?: Readonly<Record<string, { value: string }>>;
}

const ValueCount = builder.objectRef<Counts['values'][number]>('ValueCount').implement({
  description: 'The number of records with a value.',
  fields: (t) => ({
    value: t.string({
      description:
        'The value as a text, as filters take it: `true` and `false` for a boolean. Null: the records without one.',
      resolve: ({ value }) => (value === null ? null : String(value)),
    }),
    count: t.exposeInt('count', { ...required, description: 'The number of records.' }),
  }),
});

export const ValueCounts = builder.objectRef<Counts>('ValueCounts').implement({
  description: 'Records counted by the values of a field.',
  fields: (t) => ({
    values: t.field({
      type: [ValueCount],
      nullable: { list: false, items: false },
      description: `The most frequent values, most frequent first, at most ${MOST_VALUES}.`,
      resolve: ({ values }) => values,
    }),
    others: t.exposeInt('others', {
      ...required,
      description: 'The number of records with other values. It is 0 if all values are listed.',
    }),
    isExact: t.exposeBoolean('isExact', {
      ...required,
      description: `False if more than ${grouped(MOST_GROUPED)} records match: only so many are counted, and the numbers are lower bounds.`,
    }),
  }),
});

interface CountArguments {
  by: string;
  filter?: object | null | undefined;
}

/** The enum `<model>CountField`, and the function that counts records by one of its values. */
export function countsOf<Fields>(name: string, where: ReadFilter<Fields>, counts: Record<string, CountBy<Fields>>) {
  const field = builder.enumType(`${name}CountField`, {
    description: 'The field whose values are counted.',
    values: Object.fromEntries(Object.entries(counts).map(([value, { description }]) => [value, { description }])),
  });
  /** Throws InvalidRequestError with every issue of the filter. */
  const count = async (rows: Pick<TenantRows<Fields>, 'counts'>, { by, filter }: CountArguments): Promise<Counts> => {
    const issues: InputIssue[] = [];
    const conditions = where(filter ?? {}, issues);
    refuse(issues);
    const chosen = counts[by];
    if (chosen === undefined) throw new Error(`Records are not counted by ${by}.`);
    const { values, ...rest } = await rows.counts({ by: chosen.by, where: conditions });
    const names = new Map(
      Object.entries(chosen.values ?? {}).map(([shown, { value }]): [unknown, string] => [value, shown]),
    );
    return { values: values.map(({ value, count }) => ({ value: names.get(value) ?? value, count })), ...rest };
  };
  return { field, count };
}
