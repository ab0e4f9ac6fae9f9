import { Counter, Histogram, type Registry } from 'prom-client';
import type { Observer } from '../http/exchange/answer.ts';
import { refusalLabel, resultOf } from '../http/exchange/report.ts';

const SECONDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];

/**
 * Opens the metrics of requests, and of what is refused before it is one. Labels come from the schema and the code. The
 * names of operations are the client's: a new one with each request would be a new time series with each request.
 */
export function openCounters(registry: Registry) {
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers: [registry] });
  const duration = new Histogram({
    name: 'gateway_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its response. kind: query, mutation, subscription (the whole life of a stream), or none.',
    labelNames: ['kind'],
    buckets: SECONDS,
    registers: [registry],
  });
  const ofStatuses = 'Requests by kind and HTTP status; aborted if the client closed the connection.';
  const statuses = counter('gateway_requests_total', ofStatuses, 'kind', 'status');
  const ofResults = 'Executed root fields by result: the type that a mutation answered, ok, or the code of an error.';
  const results = counter('gateway_results_total', ofResults, 'kind', 'field', 'result');
  const ofPatches =
    'Patches of updates of many by result: the type of each result that the client selected. Lines of imports over HTTP.';
  const patches = counter('gateway_patches_total', ofPatches, 'field', 'result');
  const ofRefusals = 'Requests that were refused, by cause: token, scope, the code of an error, or the HTTP status.';
  const refusals = counter('gateway_refusals_total', ofRefusals, 'cause');

  const observe: Observer = (operation) => {
    return () => {
      const { res, roots, startedAt, kind = 'none' } = operation;
      duration.observe({ kind }, (performance.now() - startedAt) / 1000);
      statuses.inc({ kind, status: res.isComplete ? res.statusCode : 'aborted' });
      for (const root of roots) {
        results.inc({ kind, field: root.field, result: resultOf(operation, root) });
        for (const [result, count] of Object.entries(root.patches ?? {}))
          patches.inc({ field: root.field, result }, count);
      }
      const cause = refusalLabel(operation);
      if (cause !== undefined) refusals.inc({ cause });
    };
  };
  return { observe, countRefusal: (status: number): void => refusals.inc({ cause: String(status) }) };
}
