import type { Telemetry, TelemetryOptions } from "./options.ts";

export type { Telemetry } from "./options.ts";
// biome-ignore lint/performance/noBarrelFile: this file is the entry of a subpath export.
export { setTracing, type Tracing, traced, tracing, untraced } from "./tracing.ts";

/** Tells traces and figures to a receiver of the operator's, where there is one. */
export async function startTelemetry(options: TelemetryOptions): Promise<Telemetry> {
  const nothing = async () => undefined;
  if (options.endpoint === undefined) return { tellLastFigures: nothing, stop: nothing };
  const { startOtlp } = await import("./otlp.ts");
  return startOtlp({ ...options, endpoint: options.endpoint });
}
