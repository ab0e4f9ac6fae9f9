import type { IncomingMessage } from 'node:http';
import type { GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import type { Caller } from '../../auth/scopes.ts';
import { CODES, type Code } from '../../engine/codes.ts';
import type { Prepared } from '../../engine/documents.ts';
import type { Root } from '../../graphql/schema/context.ts';
import type { RequestBudget, Trace } from '../../load/request-budget.ts';
import type { CountedResponse } from '../../load/slow-readers.ts';

/** Names and paths are the client's and may be as long as a document. */
const LONGEST_NAME = 100;

/** What is known of a request so far. The log reads it when the response is over. */
export interface Report {
  requestId: string;
  traceId?: string;
  /** As of `performance.now()`. */
  startedAt: number;
  /** The name of the operation in the document, cut after 100 characters. */
  operation?: string | undefined;
  kind?: Prepared['kind'];
  /** Undefined unless it is valid. */
  document?: Prepared['document'];
  /** Undefined until the token is checked. */
  caller?: Caller;
  /** Begins the spans of its statements, if it is traced. */
  trace?: Trace;
  /** Undefined until the request is admitted. */
  budget?: RequestBudget;
  roots: Root[];
  /** The errors as the client gets them; undefined until GraphQL has a result. */
  errors?: readonly GraphQLError[];
}

export const newReport = (requestId: string): Report => ({ requestId, startedAt: performance.now(), roots: [] });

/** Notes which operation is asked for, and later that its root fields are executed. */
export function nameOperation(report: Report, { name, kind, document }: Prepared): void {
  report.operation = name?.slice(0, LONGEST_NAME);
  report.document = document;
  report.kind = kind;
}
export const beginRoots = (report: Report, { roots = [] }: Prepared): void =>
  void report.roots.push(...roots.map((root) => ({ ...root, result: undefined })));

const codeOf = ({ extensions }: GraphQLError): Code => extensions.code ?? 'BAD_REQUEST';

/** A root field's result: the code of its first error, else the type that a mutation answered, or `ok`. */
export const resultOf = ({ errors }: Report, { key, result }: Root): string => {
  const error = errors?.find(({ path }) => path === undefined || path[0] === key);
  return error ? codeOf(error) : (result ?? 'ok');
};

/** The results of a mutation's root fields; for anything else `ok` or the first code. Undefined before the result. */
export function resultsOf(report: Report): string | undefined {
  const { kind, roots, errors } = report;
  if (errors === undefined) return undefined;
  if (kind === 'mutation' && roots.length > 0) return roots.map((root) => resultOf(report, root)).join(' ');
  return errors[0] === undefined ? 'ok' : codeOf(errors[0]);
}

/** Why a request was refused; undefined if it was not. It is a label of the metrics, so it has few values. */
export function refusalOf(report: Report, status: number): string | undefined {
  const { caller, roots, errors } = report;
  const isRefused = (root: Root): boolean =>
    ['UNAUTHENTICATED', 'FORBIDDEN', 'UnauthorizedError'].includes(resultOf(report, root));
  if (roots.some(isRefused)) return caller?.refusal === undefined ? 'scope' : 'token';
  const error = errors?.find(({ extensions: { code } }) => code !== undefined && CODES[code]);
  if (error !== undefined) return codeOf(error);
  return status >= 400 && status < 500 ? String(status) : undefined;
}

/** A request, or an operation of a WebSocket, whose request is the upgrade and whose response has the status 101. */
export interface Reported {
  req: Pick<IncomingMessage, 'method' | 'url' | 'headers'>;
  res: Pick<CountedResponse, 'destroyed' | 'headersSent' | 'statusCode' | 'isComplete' | 'written'> & {
    getHeader: (name: string) => unknown;
    /** Closes the connection. */
    destroy: () => unknown;
  };
  report: Report;
  /** Called when the response is over or the client has closed the connection. */
  ends: (() => void)[];
}

/** Returns the observer that logs requests. A line has no variables, tokens, documents or query strings. */
export const logRequests =
  (log: Logger) =>
  ({ req, res, report }: Reported) =>
  (): void => {
    const { requestId, traceId = traceIn(req), operation, kind, caller, startedAt, budget, roots } = report;
    const tenant = caller?.tenant;
    const patches = roots.flatMap(({ patches = {} }) => Object.entries(patches));
    const line = {
      requestId,
      operation: operation ?? null,
      kind: kind ?? null,
      // `*` stands for every company.
      company: tenant === undefined ? null : (tenant.company ?? '*'),
      ...(tenant?.actor !== undefined && { actor: loggable(tenant.actor) }),
      status: res.headersSent ? res.statusCode : null,
      result: resultsOf(report) ?? null,
      ms: rounded(performance.now() - startedAt),
      databaseMs: rounded(budget?.databaseMs ?? 0),
      statements: budget?.statements ?? 0,
      bytes: Number(res.getHeader('content-length') ?? res.written),
      ...(budget !== undefined && budget.shared > 0 && { shared: budget.shared }),
      ...(patches.length > 0 && { patches: sumsOf(patches) }),
      ...(req.method !== 'POST' && { method: req.method }),
      ...(req.url !== '/graphql' && { path: req.url?.split('?', 1)[0]?.slice(0, LONGEST_NAME) }),
      ...(traceId !== undefined && { traceId }),
      ...(caller?.refusal !== undefined && { refusal: caller.refusal }),
      ...(!res.isComplete && { aborted: true }),
    };
    log.info(line, 'request');
  };

/** The trace that a proxy or a client names, also if this process sends no spans. */
const TRACE = /^[\da-f]{2}-([\da-f]{32})-/;
const traceIn = ({ headers: { traceparent } }: Reported['req']): string | undefined =>
  typeof traceparent === 'string' ? TRACE.exec(traceparent)?.[1] : undefined;

/** Without an id that may be a mail address. */
const loggable = (actor: string): string => (actor.includes('@') ? actor.replace(/:.*$/s, '') : actor);

const rounded = (ms: number): number => Math.round(ms * 100) / 100;

/** How many patches of updates of many had each result. */
function sumsOf(counts: [string, number][]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [result, count] of counts) sums[result] = (sums[result] ?? 0) + count;
  return sums;
}
