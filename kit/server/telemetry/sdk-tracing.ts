import {
  type Context,
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { parseTraceParent } from "@opentelemetry/core";
import type { Resource } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { cappedSampler } from "./capped-sampler.ts";
import type { Facts, Step, Tracing } from "./tracing.ts";

/** Traces a second that others may have kept by saying so in their requests. */
const keptForOthers = 20;

/** What an error may say in a trace: its kind. Its words may repeat what somebody gave. */
export function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}

function headerOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-0${traceFlags & 1}`;
}

function fail(span: Span, kind: string): void {
  span.setAttribute("error.type", kind);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** The context of a `traceparent` that was sent along, or none. */
function contextOf(traceparent: string | undefined): Context {
  const parent = traceparent === undefined ? null : parseTraceParent(traceparent);
  if (parent === null) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true });
}

export interface SdkTracing {
  readonly tracing: Tracing;
  /** Begins the call of another server, for HTTP clients; undefined where nothing is kept. */
  call(
    step: Step,
  ): { readonly traceparent: string; end(facts: Facts, failure?: string): void } | undefined;
  close(): Promise<void>;
}

/**
 * Traces by OpenTelemetry's SDK.
 *
 * @param share of the requests and jobs that begin here and are kept, from 0 to 1.
 */
export function createSdkTracing(
  exporter: SpanExporter,
  resource: Resource,
  share: number,
): SdkTracing {
  const ratio = new TraceIdRatioBasedSampler(share);
  const provider = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({
      root: ratio,
      remoteParentSampled: cappedSampler(keptForOthers, ratio),
      // Nobody hides from traces by saying so.
      remoteParentNotSampled: ratio,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const contexts = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(contexts);
  const tracer = provider.getTracer("sekimori");
  const active = (): Span | undefined => trace.getSpan(contexts.active());

  function within<T>(span: Span, from: Context, work: () => T): T {
    return contexts.with(trace.setSpan(from, span), work);
  }

  function begin({ name, facts }: Step): Span {
    return tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes: facts }, contexts.active());
  }

  const tracing: Tracing = {
    request(raw, isTrusted) {
      const given = isTrusted ? raw.headers.traceparent : undefined;
      const from = contextOf(typeof given === "string" ? given : undefined);
      const span = tracer.startSpan(raw.method ?? "HTTP", { kind: SpanKind.SERVER }, from);
      const isKept = span.isRecording();
      return {
        ownId: from === ROOT_CONTEXT ? span.spanContext().traceId : undefined,
        // What is not kept needs no context: nothing asks for it.
        run: (work) => (isKept ? within(span, from, work) : work()),
        end({ route, status, ...facts }) {
          if (!isKept) return;
          const method = raw.method ?? "HTTP";
          span.updateName(`${method} ${route}`);
          span.setAttributes({
            ...facts,
            "http.request.method": method,
            "http.route": route,
            "http.response.status_code": status,
          });
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    outside: (work) => contexts.with(ROOT_CONTEXT, work),
    isKept: () => active()?.isRecording() === true,
    begin(step) {
      const span = begin(step);
      return (error) => {
        if (error !== undefined) fail(span, kindOf(error));
        span.end();
      };
    },
    traceparent() {
      const span = active();
      return span?.isRecording() === true ? headerOf(span) : undefined;
    },
    async job({ name, facts, traceparent }, work) {
      const from = contextOf(traceparent);
      const options = { kind: SpanKind.CONSUMER, attributes: facts };
      const span = tracer.startSpan(name, options, from);
      try {
        return await within(span, from, work);
      } catch (error) {
        fail(span, kindOf(error));
        throw error;
      } finally {
        span.end();
      }
    },
  };

  return {
    tracing,
    call(step) {
      if (!tracing.isKept()) return undefined;
      const span = begin(step);
      return {
        traceparent: headerOf(span),
        end(facts, failure) {
          span.setAttributes(facts);
          if (failure !== undefined) fail(span, failure);
          span.end();
        },
      };
    },
    async close() {
      await provider.shutdown();
      context.disable();
    },
  };
}
