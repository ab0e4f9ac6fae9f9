import { DiagLogLevel, diag } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { withTimeLimit } from '../base/time-limit.ts';
import type { Config } from '../settings/config.ts';
import type { Sender } from '../webhooks/sending/request.ts';
import { traceDeliveries, traceRequests } from './spans.ts';

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
