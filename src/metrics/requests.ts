import { Counter, Histogram, type Registry } from 'prom-client';
import type { Observer } from '../http/exchange/exchange.ts';
import { refusalOf, resultOf } from '../http/exchange/report.ts';

const SECONDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];

/** Counts requests, and what is refused before it is one. */
export interface Counters {
  observe: Observer;
  countRefusal: (status: number) => void;
}

/**
 * Opens the metrics of requests. Labels come from the schema and the code. The names of operations are the
 * client's: a new one with each request would be a new time series with each request.
 */
export function openCounters(registry: Registry): Counters {
  const registers = [registry];
  const duration = new Histogram({
    name: 'gateway_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its response. kind: query, mutation, subscription (the whole life of a stream), or none.',
    labelNames: ['kind'],
    buckets: SECONDS,
    registers,
  });
  const statuses = new Counter({
    name: 'gateway_requests_total',
    help: 'Requests by kind and HTTP status; aborted if the client closed the connection.',
    labelNames: ['kind', 'status'],
    registers,
  });
  const results = new Counter({
    name: 'gateway_results_total',
    help: 'Executed root fields by result: the type that a mutation answered, ok, or the code of an error.',
    labelNames: ['kind', 'field', 'result'],
    registers,
  });
  const patches = new Counter({
    name: 'gateway_patches_total',
    help: 'Patches of updates of many by result: the type of each result that the client selected.',
    labelNames: ['field', 'result'],
    registers,
  });
  const refusals = new Counter({
    name: 'gateway_refusals_total',
    help: 'Requests that were refused, by cause: token, scope, the code of an error, or the HTTP status.',
    labelNames: ['cause'],
    registers,
  });

  const observe: Observer = ({ res, report }) => {
    return () => {
      const kind = report.kind ?? 'none';
      duration.observe({ kind }, (performance.now() - report.startedAt) / 1000);
      statuses.inc({ kind, status: res.writableFinished ? res.statusCode : 'aborted' });
      for (const root of report.roots) {
        results.inc({ kind, field: root.field, result: resultOf(report, root) });
        for (const [result, count] of Object.entries(root.patches ?? {}))
          patches.inc({ field: root.field, result }, count);
      }
      const cause = refusalOf(report, res.statusCode);
      if (cause !== undefined) refusals.inc({ cause });
    };
  };
  return { observe, countRefusal: (status) => refusals.inc({ cause: String(status) }) };
}
