import type { ServerResponse } from 'node:http';
import { GraphQLError, type GraphQLErrorExtensions } from 'graphql';
import type { Logger } from 'pino';
import { AnswerTooLargeError } from '../../errors.ts';
import type { Executed } from '../../graphql/executor/execute.ts';
import { FieldErrors } from '../../graphql/executor/field-errors.ts';
import type { Context } from '../../graphql/schema/context.ts';
import type { Prepared } from '../documents/documents.ts';
import type { Exchange } from './exchange.ts';
import { toClientError, toClientErrors } from './masking.ts';
import { beginRoots, nameOperation } from './report.ts';

/** An answer in the words for clients. */
export interface Answer {
  data?: Executed['data'] | undefined;
  errors: readonly GraphQLError[];
}

/** Answers a request: executes its operation, or says why it cannot be executed. Fills in the report. */
export async function answerTo(prepared: Prepared, { report, context }: Exchange, log: Logger): Promise<Answer> {
  const { errors, execute } = prepared;
  nameOperation(report, prepared);
  const run = async (): Promise<Answer> => {
    if (execute === undefined) return { errors: toClientErrors(new FieldErrors(errors), report.requestId, log) };
    const created = await context().catch((error: GraphQLError) => error);
    if (created instanceof GraphQLError) return { errors: [created] };
    beginRoots(report, prepared);
    return answerOf(await execute(created), created, log);
  };
  const answer = await run();
  report.errors = answer.errors;
  return answer;
}

/** What an operation resulted in, with masked errors, or one error instead of an answer that is too large. */
export function answerOf({ data, errors, bytes }: Executed, { work, requestId }: Context, log: Logger) {
  const { answerBytes } = work.limits;
  if (bytes <= answerBytes) return { data, errors: errors === undefined ? [] : toClientErrors(errors, requestId, log) };
  return { data: null, errors: [toClientError(new AnswerTooLargeError(answerBytes), requestId, log)] };
}

/** The media type of the answer: the first acceptable JSON type. Undefined if there is none. */
export function answerType(accept?: string | null): string | undefined {
  for (const entry of (accept || '*/*').replace(/\s/g, '').toLowerCase().split(',')) {
    const [range = '', ...parameters] = entry.split(';');
    const charset = parameters.find((parameter) => parameter.includes('charset='));
    if (charset !== undefined && charset !== 'charset=utf-8') continue;
    const [group = '', kind = ''] = range.split('/');
    if (group !== '*' && group !== 'application') continue;
    if (kind === '*' || kind === 'json') return 'application/json';
    if (kind === 'graphql-response+json') return 'application/graphql-response+json';
  }
  return undefined;
}

/** What an error says about the HTTP response: `spec` limits the status to `application/graphql-response+json`. */
function httpOf({ http }: GraphQLErrorExtensions): { status: number; spec: boolean; headers: Record<string, string> } {
  const given = { status: 200, spec: false, headers: {} };
  return typeof http === 'object' ? { ...given, ...http } : given;
}

/** Writes an answer as Yoga does. */
export function writeAnswer(res: ServerResponse, type: string, { data, errors }: Answer): void {
  let status = 200;
  for (const { extensions } of errors) {
    const http = httpOf(extensions);
    for (const [name, value] of Object.entries(http.headers)) res.setHeader(name, value);
    if (type !== 'application/json' || !http.spec) status = Math.max(status, http.status);
  }
  const text = JSON.stringify(bodyOf({ data, errors }));
  res
    .writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'content-length': Buffer.byteLength(text) })
    .end(text);
}

/** What clients get of an answer. */
export const bodyOf = ({ data, errors }: Answer): object =>
  errors.length > 0 ? { errors: errors.map(withoutHttp), data } : { data };

function withoutHttp(error: GraphQLError): object {
  if (error.extensions.http === undefined) return error;
  const { http: _, ...extensions } = error.extensions;
  return { ...error.toJSON(), extensions };
}
