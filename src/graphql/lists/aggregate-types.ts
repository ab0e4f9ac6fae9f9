import { grouped } from '../../base/text.ts';
import {
  type Aggregate,
  type Figure,
  type Group,
  MOST_AGGREGATED,
  type Values,
} from '../../prisma/methods/aggregate.ts';
import { builder, required } from '../schema/builder.ts';
import type { RecordType } from '../schema/record.ts';
import { columnEnum, shownColumns } from '../schema/shown-columns.ts';

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

/** The types of the aggregates of a record, whose own type is declared before, and the fields that its figures have. */
export function aggregateTypes({ model, plural }: RecordType) {
  const field = columnEnum(`${model}GroupField`, `A field by which ${plural} are grouped.`, () => comparedIn(model));
  const type = builder.objectRef<Aggregate>(`${model}Aggregate`);
  const group = builder.objectRef<Group>(`${model}Group`);
  const figures: Record<Figure, readonly Compared[]> = { sum: [], avg: [], min: [], max: [] };

  // Once the fields of the type are known.
  builder.configStore.onPrepare(() => {
    const compared = comparedIn(model);
    const numbers = compared.filter(({ column }) => NUMBERS.includes(column.type));
    const extremes = compared.filter(({ column }) => [...NUMBERS, 'DateTime'].includes(column.type));
    Object.assign(figures, { sum: numbers, avg: numbers, min: extremes, max: extremes });

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

  return { field, type, figures };
}
