import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { GraphQLError } from 'graphql';
import type { Exchange, Observer } from '../http/exchange/exchange.ts';
import { resultsOf } from '../http/exchange/report.ts';
import type { Sender } from '../webhooks/sending/request.ts';

const propagator = new W3CTraceContextPropagator();
const FAILED = { code: SpanStatusCode.ERROR };

/** Gives each request a span below the one of its `traceparent`, and each of its statements a span below that. */
export const traceRequests =
  (tracer: Tracer): Observer =>
  (exchange) => {
    const { req, report } = exchange;
    const above = propagator.extract(ROOT_CONTEXT, req.headers, defaultTextMapGetter);
    const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, above);
    report.traceId = span.spanContext().traceId;
    if (!span.isRecording()) return () => span.end();
    report.trace = traceStatements(tracer, trace.setSpan(above, span));
    return () => finish(span, exchange);
  };

/** The span has the root fields for its name: the names of operations are the client's. */
function finish(span: Span, { req, res, report }: Exchange): void {
  const { kind, roots, operation, requestId } = report;
  const fields = [...new Set(roots.map(({ field }) => field))].slice(0, 3).join(' ');
  span.updateName(`${kind ?? req.method} ${fields}`.trim());
  span.setAttributes({
    'http.request.method': req.method,
    'http.response.status_code': res.headersSent ? res.statusCode : undefined,
    'graphql.operation.type': kind,
    'graphql.operation.name': operation,
    'gateway.request_id': requestId,
    'gateway.result': resultsOf(report),
  });
  const failed = res.statusCode >= 500 || !res.isComplete || report.errors?.some(isUnexpected);
  if (failed) span.setStatus(FAILED);
  span.end();
}

const isUnexpected = ({ extensions }: GraphQLError): boolean => extensions.code === 'INTERNAL_SERVER_ERROR';

/** The text has places for its values and none of them. */
const traceStatements = (tracer: Tracer, above: Context) => (text: string, requests: number) => {
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text, 'gateway.statement.requests': requests };
  const span = tracer.startSpan(text.split(' ', 1)[0] ?? '', { kind: SpanKind.CLIENT, attributes }, above);
  return (error?: unknown) => {
    if (error !== undefined) span.setStatus(FAILED);
    span.end();
  };
};

/** Each attempt begins a trace, which the receiver can continue. An address may hold a secret; its host does not. */
export const traceDeliveries = (tracer: Tracer, sender: Sender): Sender => ({
  async post(url, headers, body, now, hide) {
    const attributes = {
      'http.request.method': 'POST',
      'server.address': URL.canParse(url) ? new URL(url).host : undefined,
      'gateway.webhook_id': headers['webhook-id'],
    };
    const span = tracer.startSpan('deliver', { kind: SpanKind.CLIENT, attributes });
    const carried = { ...headers };
    propagator.inject(trace.setSpan(ROOT_CONTEXT, span), carried, defaultTextMapSetter);
    const answer = await sender.post(url, carried, body, now, hide);
    span.setAttributes({ 'http.response.status_code': answer.status });
    if (answer.error !== undefined) span.setStatus({ ...FAILED, message: answer.error });
    span.end();
    return answer;
  },
  close: () => sender.close(),
});
