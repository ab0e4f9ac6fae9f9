import type { Logger } from 'pino';
import type { Exchange, Observer } from './exchange/exchange.ts';
import { patchesOf, resultsOf } from './exchange/report.ts';

const LONGEST_PATH = 100;

const rounded = (ms: number): number => Math.round(ms * 100) / 100;

/** Returns the observer that logs requests. */
export const logRequests =
  (log: Logger): Observer =>
  (exchange) =>
  () =>
    logRequest(log, exchange);

/** Writes the line of a request whose response is over. It has no variables, tokens, documents or query strings. */
function logRequest(log: Logger, { req, res, report }: Exchange): void {
  const { requestId, operation, kind, caller, startedAt, work } = report;
  const tenant = caller?.tenant;
  const line: Record<string, unknown> = {
    requestId,
    operation: operation ?? null,
    kind: kind ?? null,
    // `*` stands for every company.
    company: tenant === undefined ? null : (tenant.company ?? '*'),
    status: res.headersSent ? res.statusCode : null,
    result: resultsOf(report) ?? null,
    ms: rounded(performance.now() - startedAt),
    databaseMs: rounded(work?.databaseMs ?? 0),
    statements: work?.statements ?? 0,
    bytes: Number(res.getHeader('content-length') ?? res.written),
  };
  if (work !== undefined && work.shared > 0) line.shared = work.shared;
  const patches = patchesOf(report);
  if (patches !== undefined) line.patches = patches;
  if (req.method !== 'POST') line.method = req.method;
  if (req.url !== '/graphql') line.path = req.url?.split('?', 1)[0]?.slice(0, LONGEST_PATH);
  if (report.traceId !== undefined) line.traceId = report.traceId;
  if (caller?.refusal !== undefined) line.refusal = caller.refusal;
  if (!res.writableFinished) line.aborted = true;
  log.info(line, 'request');
}
