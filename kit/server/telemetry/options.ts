import type { Logger } from "../logger/logger.ts";
import type { Metrics } from "../metrics/metrics.ts";

export interface TelemetryOptions {
  /** Its name; the service is called after it. */
  readonly process: string;
  /** Base address of an OTLP receiver over HTTP; nothing is told, and no library loaded, without. */
  readonly endpoint: string | undefined;
  /** Sent along, as `name=value,name=value`: what the receiver knows its senders by. */
  readonly headers: string | undefined;
  /** Share of the requests and jobs whose trace is kept, from 0 to 1. */
  readonly share: number;
  readonly metrics: Metrics;
  readonly logger: Logger;
  /** Origins of the product's own applications: calls of these go on in the same trace. */
  readonly ours: readonly string[];
  /** Further origins that the operator named, whose names traces may hold. */
  readonly named: readonly string[];
}

export interface Telemetry {
  /** Tells the figures for the last time, while all that they are read from is there. */
  tellLastFigures(): Promise<void>;
  /** Sends what there still is, and ends. */
  stop(): Promise<void>;
}
