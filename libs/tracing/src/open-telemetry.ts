import {
  context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type SpanContext,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace';
import type { ServerSettings } from '@app/kernel';
import { isSampled, type OpenSpan, type Recorder, type SpanOptions, type Traceparent } from './tracing.js';

export interface RecorderOptions {
  /** Base address of an OTLP receiver. */
  endpoint: string;
  headers: Record<string, string>;
  /** The name of the sampler in OpenTelemetry. */
  sampler: ServerSettings['OTEL_TRACES_SAMPLER'];
  /** Share of traces that are recorded, from 0 to 1, if the sampler uses one. */
  ratio: number;
  /** Attributes of this process, by OpenTelemetry's conventions for resources. */
  resource: Record<string, string>;
}

const kinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

/** Records spans with the SDK of OpenTelemetry and sends them by OTLP. Loaded only if tracing is on. */
export function openTelemetry({ endpoint, headers, sampler, ratio, resource }: RecorderOptions): Recorder {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const processor = new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url, headers }) });
  const provider = new TracerProvider({
    resource: resourceFromAttributes(resource),
    sampler: createSampler(sampler, ratio),
    spanProcessors: [processor],
  });
  const manager = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(manager);
  const tracer = provider.getTracer('learning-platform');
  return {
    start(name, { kind = 'internal', attributes = {}, parent, link, startMs }: SpanOptions): OpenSpan {
      const above = parent === undefined ? context.active() : toContext(parent);
      const links = link ? [{ context: toSpanContext(link) }] : [];
      const span = tracer.startSpan(
        name,
        { kind: kinds[kind], attributes, links, ...(startMs !== undefined && { startTime: startMs }) },
        above,
      );
      const inside = trace.setSpan(above, span);
      return {
        traceId: span.spanContext().traceId,
        traceparent: toTraceparent(span.spanContext()),
        set: (more) => void span.setAttributes(more),
        fail: (code) => void span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', code),
        end: () => span.end(),
        run: (work) => context.with(inside, work),
      };
    },
    running() {
      const running = trace.getSpanContext(context.active());
      return running && { traceId: running.traceId, traceparent: toTraceparent(running) };
    },
    async close() {
      await provider.shutdown();
      context.disable();
    },
  };
}

function createSampler(name: RecorderOptions['sampler'], ratio: number): Sampler {
  const share = name.endsWith('always_on') ? 1 : name.endsWith('always_off') ? 0 : ratio;
  const root = new TraceIdRatioBasedSampler(share);
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

const toContext = (parent: Traceparent | 'root'): Context =>
  parent === 'root' ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, toSpanContext(parent));

function toSpanContext(traceparent: Traceparent): SpanContext {
  const [, traceId = '', spanId = ''] = traceparent.split('-');
  return { traceId, spanId, traceFlags: isSampled(traceparent) ? 1 : 0, isRemote: true };
}

const toTraceparent = ({ traceId, spanId, traceFlags }: SpanContext): Traceparent =>
  `00-${traceId}-${spanId}-${(traceFlags & 1).toString().padStart(2, '0')}` as Traceparent;
