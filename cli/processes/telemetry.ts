import type { Lifecycle } from "@sekimori/kit-server/lifecycle";
import type { Logger } from "@sekimori/kit-server/logger";
import type { Metrics } from "@sekimori/kit-server/metrics";
import { startTelemetry, type Telemetry } from "@sekimori/kit-server/telemetry";
import type { ProcessSettings } from "./settings.ts";

type TelemetrySettings = Pick<
  ProcessSettings,
  "otelExporterOtlpEndpoint" | "otelExporterOtlpHeaders" | "otelTracesSamplerArg"
> & { readonly portalOrigin: string; readonly karteOrigin?: string | undefined };

/** The payment company: no setting names its address. */
const paymentCompany = "https://api.stripe.com";

/** Origins that the operator named, in whatever setting. */
function namedOrigins(settings: object): string[] {
  return Object.values(settings).flatMap((value) =>
    typeof value === "string" && /^https?:/.test(value) && URL.canParse(value)
      ? [new URL(value).origin]
      : [],
  );
}

/** The first part that starts and so the last that ends: what the others do at their end is told too. */
export async function tellTelemetry(
  process: string,
  settings: TelemetrySettings,
  parts: { readonly lifecycle: Lifecycle; readonly logger: Logger; readonly metrics: Metrics },
): Promise<Telemetry> {
  const { lifecycle, logger, metrics } = parts;
  const { portalOrigin, karteOrigin } = settings;
  return lifecycle.start(
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
        named: [...namedOrigins(settings), paymentCompany],
      }),
    (telemetry) => telemetry.stop(),
  );
}

/** After what figures are read from has started, so that they are told once more before it ends. */
export async function tellLastFigures(lifecycle: Lifecycle, telemetry: Telemetry): Promise<void> {
  await lifecycle.start(
    "last figures",
    () => telemetry,
    () => telemetry.tellLastFigures(),
  );
}
