import { type Exchange, makeOperation } from '@urql/core';
import { map, pipe, tap } from 'wonka';
import { readMarks, stringify, withMarks, withoutMarks } from '../src/exact-json.ts';

/**
 * Numbers of JSON columns keep their digits: urql, which would make them doubles, parses and writes texts in their
 * places. `exactNumbers` and `fetchExact` go together.
 */
export const exactNumbers: Exchange =
  ({ forward }) =>
  (operations) =>
    pipe(
      operations,
      map((operation) => {
        const variables = JSON.parse(withMarks(stringify(operation.variables ?? {})));
        return makeOperation(operation.kind, { ...operation, variables }, operation.context);
      }),
      forward,
      tap(({ data }) => {
        if (data) readMarks(data);
      }),
    );

export async function fetchExact(address: RequestInfo | URL, options: RequestInit = {}): Promise<Response> {
  const { body } = options;
  const sent = typeof body === 'string' ? { ...options, body: withoutMarks(body) } : options;
  const response = await fetch(address, sent);
  const read = response.text.bind(response);
  response.text = async () => withMarks(await read());
  return response;
}
