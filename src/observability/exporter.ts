import {
  type Context,
  DiagLogLevel,
  defaultTextMapGetter,
  defaultTextMapSetter,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import { withTimeLimit } from '../base/time-limit.ts';
import type { Observer } from '../http/exchange/answer.ts';
import { resultsOf } from '../http/exchange/report.ts';
import type { Operation } from '../operation/operation.ts';
import type { Config } from '../settings/config.ts';
import type { Sender } from '../webhooks/sending/request.ts';

/** How long a stop waits for the collector. */
const STOP_MS = 1_000;

/**
 * Sends spans to an OpenTelemetry collector, as OTLP over HTTP. What it does not take is dropped, and logged. `ratio`
 * of the traces that begin here are recorded; with `followsClients`, a client's trace is recorded if the client does.
 */
export function openTracing({ url, ratio, followsClients }: NonNullable<Config['tracing']>, log: Logger) {
  const warn = (reason: string): void => log.warn({ reason }, 'spans could not be sent');
  const ignore = (): void => {};
  const logger = { error: warn, warn: ignore, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(logger, { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true });
  const exporter = new OTLPTraceExporter({ url });
  const root = new TraceIdRatioBasedSampler(ratio);
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'field-operations-gateway' }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: followsClients ? new ParentBasedSampler({ root }) : root,
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('field-operations-gateway');
  return {
    observe: traceRequests(tracer),
    /** Gives each attempt a span, and its request the `traceparent`. */
    traced: (sender: Sender): Sender => traceDeliveries(tracer, sender),
    stop: (): Promise<unknown> =>
      withTimeLimit(
        STOP_MS,
        provider.shutdown().catch((error: unknown) => warn(String(error))),
      ),
  };
}

const propagator = new W3CTraceContextPropagator();
const FAILED = { code: SpanStatusCode.ERROR };

/** A span for each request, below that of its `traceparent`, and for each of its statements. */
const traceRequests =
  (tracer: Tracer): Observer =>
  (operation) => {
    const above = propagator.extract(ROOT_CONTEXT, operation.req.headers, defaultTextMapGetter);
    const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, above);
    operation.traceId = span.spanContext().traceId;
    if (!span.isRecording()) return () => span.end();
    operation.trace = traceStatements(tracer, trace.setSpan(above, span));
    return () => finish(span, operation);
  };

/** The span has the root fields for its name: the names of operations are the client's. */
function finish(span: Span, operation: Operation): void {
  const { req, res, kind, roots, name, requestId, errors } = operation;
  const fields = [...new Set(roots.map(({ field }) => field))].slice(0, 3).join(' ');
  span.updateName(`${kind ?? req.method} ${fields}`.trim());
  span.setAttributes({
    'http.request.method': req.method,
    'http.response.status_code': res.headersSent ? res.statusCode : undefined,
    'graphql.operation.type': kind,
    'graphql.operation.name': name,
    'gateway.request_id': requestId,
    'gateway.result': resultsOf(operation),
  });
  const failed = res.statusCode >= 500 || !res.isComplete || errors?.some(isUnexpected);
  if (failed) span.setStatus(FAILED);
  span.end();
}

const isUnexpected = ({ extensions }: GraphQLError): boolean => extensions.code === 'INTERNAL_SERVER_ERROR';

/** The text has none of its values. */
const traceStatements = (tracer: Tracer, above: Context) => (text: string, requests: number) => {
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text, 'gateway.statement.requests': requests };
  const span = tracer.startSpan(text.split(' ', 1)[0] ?? '', { kind: SpanKind.CLIENT, attributes }, above);
  return (error?: unknown) => {
    if (error !== undefined) span.setStatus(FAILED);
    span.end();
  };
};

/** Each attempt begins a trace, which the receiver can continue. An address may hold a secret, its host none. */
const traceDeliveries = (tracer: Tracer, sender: Sender): Sender => ({
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
