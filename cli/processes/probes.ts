import { systemClock } from "@sekimori/kit-server/clock";
import {
  type ProbeServerOptions,
  startProbeServer,
} from "@sekimori/kit-server/health/probe-server";
import type { Lifecycle } from "@sekimori/kit-server/lifecycle";
import { takenPort } from "./taken-port.ts";

export interface ProbeOptions
  extends Pick<ProbeServerOptions, "database" | "migrations" | "metrics" | "logger" | "hindrance"> {
  readonly probeHost: string;
  readonly probePort?: number | undefined;
  readonly metricsReaders: readonly string[];
}

/**
 * Answers /metrics, /healthz and /readyz on a port of the operator's own, where one is set.
 *
 * @throws PortTaken when something else listens there
 */
export async function startProbes(lifecycle: Lifecycle, options: ProbeOptions): Promise<void> {
  const { probeHost: host, probePort: port, ...parts } = options;
  if (port === undefined) return;
  await lifecycle.start(
    "probes",
    () =>
      startProbeServer({ ...parts, host, port, clock: systemClock }).catch((error: unknown) => {
        throw takenPort(error, "PROBE_PORT") ?? error;
      }),
    (server) => server.stop(),
  );
}
