import { modelNamed } from '../../prisma/sql/model.ts';
import { required } from './builder.ts';

/**
 * The options of two fields for a column that is null while its value is unknown: of one that is never null, as the
 * contract has it, and of one beside it that says whether the value is known. Filters, orders and figures are those of
 * the column, in which null is no value.
 */
export const knownIn = <Model extends string>(model: Model) => {
  const documentationOf = (name: string): string => modelNamed(model).columns.get(name)?.documentation ?? '';
  return {
    value: <Name extends string, Value>(name: Name, unknown: Value) => ({
      ...required,
      description: `${documentationOf(name)} It is ${JSON.stringify(unknown)} otherwise: see \`${name}IsKnown\`.`,
      extensions: { reads: [name], shows: name },
      resolve: (row: Readonly<Record<Name, Value | null>>): Value => row[name] ?? unknown,
    }),
    isKnown: <Name extends string>(name: Name) => ({
      ...required,
      description: `Whether \`${name}\` is known.`,
      extensions: { reads: [name] },
      resolve: (row: Readonly<Record<Name, unknown>>): boolean => row[name] !== null,
    }),
  };
};
