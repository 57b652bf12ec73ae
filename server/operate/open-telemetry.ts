import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TracesConfig } from '../config.ts';
import type { Tracer } from './tracer.ts';

/** How long a server that stops waits for its last traces to be sent, in milliseconds. */
const LONGEST_CLOSE = 2_000;

interface Log {
  warn(message: string): void;
}

/** version-trace-parent-flags, as the W3C describes it. */
const TRACEPARENT = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;

/** Nothing is registered with the OpenTelemetry API, so that packages which support it add nothing of their own. */
export function openTelemetryTracer({ url, serviceName, share }: TracesConfig, log: Log): Tracer {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: loggedExporter(url, log) })],
  });
  const tracer = provider.getTracer('lineup');
  const current = new AsyncLocalStorage<Context>();

  const fail = (span: Span): void => void span.setStatus({ code: SpanStatusCode.ERROR });

  return {
    async span(name, attributes, work) {
      const parent = current.getStore() ?? ROOT_CONTEXT;
      const span = tracer.startSpan(name, { attributes }, parent);
      try {
        return await current.run(trace.setSpan(parent, span), work);
      } catch (error) {
        fail(span);
        throw error;
      } finally {
        span.end();
      }
    },

    request(name, traceparent, run) {
      const parent = contextOf(traceparent);
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER }, parent);
      current.run(trace.setSpan(parent, span), run);
      return {
        set: (attributes) => void span.setAttributes(attributes),
        fail: () => fail(span),
        end: () => span.end(),
      };
    },

    async close() {
      const sent = provider.shutdown().catch(() => {});
      await Promise.race([sent, delay(LONGEST_CLOSE, null, { ref: false })]);
    },
  };
}

/** Says once that traces can't be sent, until they can be again. */
function loggedExporter(url: string, log: Log): SpanExporter {
  const exporter = new OTLPTraceExporter({ url });
  let hasFailed = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error && !hasFailed)
          log.warn(`Traces could not be sent to ${url}: ${result.error.message}`);
        hasFailed = result.error !== undefined;
        done(result);
      });
    },
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}

function contextOf(traceparent = ''): Context {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(traceparent) ?? [];
  if (traceId === '') return ROOT_CONTEXT;
  const remote = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, remote);
}
