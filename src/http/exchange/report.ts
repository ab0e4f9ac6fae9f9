import type { GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import { CODES, type Code } from '../../engine/codes.ts';
import type { Operation, Root } from '../../operation/operation.ts';

/** A path is the client's. */
const LONGEST_PATH = 100;

const codeOf = ({ extensions }: GraphQLError): Code => extensions.code ?? 'BAD_REQUEST';

/** A root field's result: the code of its first error, else the type that a mutation answered, or `ok`. */
export const resultOf = ({ errors }: Operation, { key, result }: Root): string => {
  const error = errors?.find(({ path }) => path === undefined || path[0] === key);
  return error ? codeOf(error) : (result ?? 'ok');
};

/** The results of a mutation's root fields; for anything else `ok` or the first code. Undefined before the result. */
export function resultsOf(operation: Operation): string | undefined {
  const { kind, roots, errors } = operation;
  if (errors === undefined) return undefined;
  if (kind === 'mutation' && roots.length > 0) return roots.map((root) => resultOf(operation, root)).join(' ');
  return errors[0] === undefined ? 'ok' : codeOf(errors[0]);
}

/** Why a request was refused; undefined if it was not. It is a label of the metrics, so it has few values. */
export function refusalLabel(operation: Operation): string | undefined {
  const { caller, roots, errors, res } = operation;
  const isRefused = (root: Root): boolean =>
    ['UNAUTHENTICATED', 'FORBIDDEN', 'UnauthorizedError'].includes(resultOf(operation, root));
  if (roots.some(isRefused)) return caller.refusal === undefined ? 'scope' : 'token';
  const error = errors?.find(({ extensions: { code } }) => code !== undefined && CODES[code]);
  if (error !== undefined) return codeOf(error);
  const { statusCode } = res;
  return statusCode >= 400 && statusCode < 500 ? String(statusCode) : undefined;
}

/** Returns the observer that logs requests. A line has no variables, tokens, documents or query strings. */
export const logRequests = (log: Logger) => (operation: Operation) => (): void => {
  const { req, res, requestId, traceId = traceIn(req), name, kind, caller, startedAt, budget, roots } = operation;
  const { tenant } = caller;
  const patches: Record<string, number> = {};
  for (const root of roots)
    for (const [result, count] of Object.entries(root.patches ?? {})) patches[result] = (patches[result] ?? 0) + count;
  const line = {
    requestId,
    operation: name ?? null,
    kind: kind ?? null,
    // `*` stands for every company.
    company: tenant === undefined ? null : (tenant.company ?? '*'),
    ...(tenant?.actor !== undefined && { actor: loggable(tenant.actor) }),
    status: res.headersSent ? res.statusCode : null,
    result: resultsOf(operation) ?? null,
    ms: rounded(performance.now() - startedAt),
    databaseMs: rounded(budget.databaseMs),
    statements: budget.statements,
    bytes: Number(res.getHeader('content-length') ?? res.written),
    ...(budget.shared > 0 && { shared: budget.shared }),
    ...(Object.keys(patches).length > 0 && { patches }),
    ...(req.method !== 'POST' && { method: req.method }),
    ...(req.url !== '/graphql' && { path: req.url?.split('?', 1)[0]?.slice(0, LONGEST_PATH) }),
    ...(traceId !== undefined && { traceId }),
    ...(caller.refusal !== undefined && { refusal: caller.refusal }),
    ...(!res.isComplete && { aborted: true }),
  };
  log.info(line, 'request');
};

/** The trace that a proxy or a client names, also if this process sends no spans. */
const TRACE = /^[\da-f]{2}-([\da-f]{32})-/;
const traceIn = ({ headers: { traceparent } }: Operation['req']): string | undefined =>
  typeof traceparent === 'string' ? TRACE.exec(traceparent)?.[1] : undefined;

/** The actor without an id that may be a mail address. */
const loggable = (actor: string): string => (actor.includes('@') ? actor.replace(/:.*$/s, '') : actor);

const rounded = (ms: number): number => Math.round(ms * 100) / 100;
