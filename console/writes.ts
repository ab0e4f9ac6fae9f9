import { useClient } from '@urql/preact';
import { createOf, LISTED, type Result, restoreOf, resultOf, updateOf } from './documents.ts';
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
    /** Brings a record back as it was when it was deleted at this version. */
    restore: (id: string, version: number): Promise<Result> => send(restoreOf(record), { id, version }, LISTED),
    /** Creates a record from the values that its input takes. */
    create: (values: Readonly<Record<string, unknown>>): Promise<Result> => {
      const names = record.create?.columns.map(({ name }) => name) ?? [];
      const given = names.filter((name) => values[name] !== undefined && values[name] !== null);
      return send(createOf(record), { input: Object.fromEntries(given.map((name) => [name, values[name]])) }, LISTED);
    },
  };
}
