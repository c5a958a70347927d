import { systemClock } from "@sekimori/diagnosis/clock";
import { loadData } from "@sekimori/diagnosis/data";
import { diagnose } from "@sekimori/diagnosis/diagnose";
import type { ScanResult } from "@sekimori/diagnosis/events";
import type { FixtureNetwork } from "@sekimori/diagnosis/fixture-network";
import { Network } from "@sekimori/diagnosis/network";
import type { DiagnoseOptions } from "@sekimori/diagnosis/options";
import { UNLIMITED_LOAD } from "@sekimori/diagnosis/unlimited-load";

const data = loadData();

/** The engine's network over the fleet, with the load limits off. */
export const fleetNetwork = (fixtures: FixtureNetwork): Network =>
  new Network({
    production: false,
    fixtures,
    clock: systemClock,
    load: UNLIMITED_LOAD,
    limits: { dnsMs: 5_000 },
  });

/** Runs the full catalogue (or `more.checks`) on one target and answers the result; findings are dropped as they come. */
export async function scanOne(
  network: Network,
  target: string,
  more: Partial<Pick<DiagnoseOptions, "signal" | "checks" | "discovery">> = {},
): Promise<ScanResult> {
  const consent = {
    who: "bench",
    organisation: "bench",
    statement: { version: "1", text: "loopback" },
    scope: [target],
    methods: ["dns", "mail", "tls", "http", "ports"] as const,
    at: new Date(systemClock.now()).toISOString(),
    ip: null,
    thirdPartyHosting: "no" as const,
    contact: "",
  };
  const scan = diagnose(target, {
    network,
    authorisation: { kind: "statement", consent },
    data,
    discovery: { words: false },
    scanId: target,
    aboutUrl: null,
    hostConcurrency: 1,
    ...more,
  });
  for await (const event of scan) if (event.type === "result") return event.result;
  throw new Error(`${target}: no result`);
}
