import { useClient } from '@urql/preact';
import { createOf, LISTED, type Result, resultOf, updateOf } from './documents.ts';
import type { RecordModel } from './schema.ts';
import { issuesIn, messageOf } from './session.ts';

/** The writes of a record, whose results are values: nothing is thrown. */
export function useWrites(record: RecordModel) {
  const client = useClient();
  const send = async (document: string, variables: object, context?: typeof LISTED): Promise<Result> => {
    const { data, error } = await client.mutation(document, variables, context);
    if (!error) return resultOf(data?.result, record);
    return { __typename: 'Refused', message: messageOf(error), issues: issuesIn(error) };
  };
  return {
    update: (id: string, input: object, expectedVersion: number): Promise<Result> =>
      send(updateOf(record), { id, input, expectedVersion }),
    /** Creates a record from the values that its input takes. With the id of a deleted one it brings that back. */
    create: (values: Readonly<Record<string, unknown>>): Promise<Result> => {
      const names = record.create?.columns.map(({ name }) => name) ?? [];
      const given = names.filter((name) => values[name] !== undefined && values[name] !== null);
      return send(createOf(record), { input: Object.fromEntries(given.map((name) => [name, values[name]])) }, LISTED);
    },
  };
}
