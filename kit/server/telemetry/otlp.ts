import { randomUUID } from "node:crypto";
import { DiagLogLevel, diag } from "@opentelemetry/api";
import { parseKeyPairsIntoRecord } from "@opentelemetry/core";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-proto";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { version } from "../installation/installation.ts";
import { within } from "../lifecycle/within.ts";
import type { Logger } from "../logger/logger.ts";
import { followClientCalls } from "./client-calls.ts";
import type { Telemetry, TelemetryOptions } from "./options.ts";
import { registryProducer } from "./registry-producer.ts";
import { createSdkTracing } from "./sdk-tracing.ts";
import { setTracing } from "./tracing.ts";

const figuresEveryMs = 60_000;
/** A receiver that is away must not hold up an end. */
const lastWordsMs = 3_000;

/** The library's own words go to our log: that a receiver is away is said there, and no more often than it says it. */
function logTo(logger: Logger): void {
  const say = (message: string) => logger.warn({ telemetry: message }, "telemetry");
  const silent = () => undefined;
  const voices = { error: say, warn: say, info: silent, debug: silent, verbose: silent };
  diag.setLogger(voices, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}

/** What cannot be told in time is left out. */
const tellBeforeEnd = (work: () => Promise<unknown>): Promise<void> =>
  within(lastWordsMs, work).catch(() => undefined);

/** Sends traces and figures by OTLP over HTTP, as protobuf. */
export function startOtlp(options: TelemetryOptions & { readonly endpoint: string }): Telemetry {
  const { endpoint, share, metrics, logger, ours, named } = options;
  let isLast = false;
  logTo(logger);
  const headers = parseKeyPairsIntoRecord(options.headers ?? "");
  const to = (signal: "traces" | "metrics") => ({
    url: `${endpoint.replace(/\/$/, "")}/v1/${signal}`,
    headers,
  });
  const resource = resourceFromAttributes({
    "service.name": `sekimori-${options.process}`,
    "service.version": version,
    "service.instance.id": randomUUID(),
  });
  const sdk = createSdkTracing(new OTLPTraceExporter(to("traces")), resource, share);
  const meters = new MeterProvider({
    resource,
    readers: [
      new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter(to("metrics")),
        exportIntervalMillis: figuresEveryMs,
        metricProducers: [registryProducer(async () => (isLast ? [] : metrics.readings()))],
      }),
    ],
  });
  const unfollow = followClientCalls(sdk, { ours, named });
  setTracing(sdk.tracing);
  return {
    async tellLastFigures() {
      await tellBeforeEnd(() => meters.forceFlush());
      isLast = true;
    },
    async stop() {
      setTracing(undefined);
      unfollow();
      await tellBeforeEnd(() => Promise.all([sdk.close(), meters.shutdown()]));
      diag.disable();
    },
  };
}
