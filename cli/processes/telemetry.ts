import type { Lifecycle } from "@sekimori/kit-server/lifecycle";
import type { Logger } from "@sekimori/kit-server/logger";
import type { Metrics } from "@sekimori/kit-server/metrics";
import { startTelemetry } from "@sekimori/kit-server/telemetry";
import type { ProcessSettings } from "./settings.ts";

type TelemetrySettings = Pick<
  ProcessSettings,
  "otelExporterOtlpEndpoint" | "otelExporterOtlpHeaders" | "otelTracesSamplerArg"
> & { readonly portalOrigin: string; readonly karteOrigin?: string | undefined };

/** The first part that starts and so the last that ends: what the others do at their end is told too. */
export async function tellTelemetry(
  process: string,
  settings: TelemetrySettings,
  parts: { readonly lifecycle: Lifecycle; readonly logger: Logger; readonly metrics: Metrics },
): Promise<void> {
  const { lifecycle, logger, metrics } = parts;
  const { portalOrigin, karteOrigin } = settings;
  await lifecycle.start(
    "telemetry",
    () =>
      startTelemetry({
        process,
        endpoint: settings.otelExporterOtlpEndpoint,
        headers: settings.otelExporterOtlpHeaders?.reveal(),
        share: settings.otelTracesSamplerArg,
        metrics,
        logger,
        ours: [portalOrigin, ...(karteOrigin === undefined ? [] : [karteOrigin])],
      }),
    (telemetry) => telemetry.stop(),
  );
}
