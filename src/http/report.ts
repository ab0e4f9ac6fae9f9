import type { GraphQLError } from 'graphql';
import type { Caller } from '../auth/scopes.ts';
import type { Work } from '../db/work.ts';
import type { Root } from '../graphql/context.ts';

/** What is known of a request so far. The log reads it when the response is over. */
export interface Report {
  requestId: string;
  /** As of `performance.now()`. */
  startedAt: number;
  /** The name of the operation in the document. */
  operation: string | undefined;
  kind: 'query' | 'mutation' | 'subscription' | undefined;
  /** Undefined until the token is checked. */
  caller: Caller | undefined;
  /** Undefined until the request is admitted. */
  work: Work | undefined;
  roots: Root[];
  /** The errors as the client gets them; undefined until GraphQL has a result. */
  errors: readonly GraphQLError[] | undefined;
}

export const newReport = (requestId: string): Report => ({
  requestId,
  startedAt: performance.now(),
  operation: undefined,
  kind: undefined,
  caller: undefined,
  work: undefined,
  roots: [],
  errors: undefined,
});

const codeOf = ({ extensions }: GraphQLError): string => String(extensions.code ?? 'BAD_REQUEST');

/** A root field's result: the code of the first error in it or of the whole request, else the type that a mutation answered, else `ok`. */
export const resultOf = ({ errors }: Report, { key, result }: Root): string => {
  const error = errors?.find(({ path }) => path === undefined || path[0] === key);
  return error ? codeOf(error) : (result ?? 'ok');
};

/** The results of a mutation's root fields, or `ok` or the first error's code for anything else; undefined without a result of GraphQL. */
export function resultsOf(report: Report): string | undefined {
  const { kind, roots, errors } = report;
  if (errors === undefined) return undefined;
  if (kind === 'mutation' && roots.length > 0) return roots.map((root) => resultOf(report, root)).join(' ');
  return errors[0] === undefined ? 'ok' : codeOf(errors[0]);
}
