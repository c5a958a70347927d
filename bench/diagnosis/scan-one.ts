import { systemClock } from "@sekimori/diagnosis/clock";
import { loadData } from "@sekimori/diagnosis/data";
import { diagnose } from "@sekimori/diagnosis/diagnose";
import type { ScanResult } from "@sekimori/diagnosis/events";
import type { Network } from "@sekimori/diagnosis/network";
import type { DiagnoseOptions } from "@sekimori/diagnosis/options";

const data = loadData();

/** Runs the full catalogue (or `more.checks`) on one target and answers the result; findings are dropped as they come. */
export async function scanOne(
  network: Network,
  target: string,
  more: Partial<Pick<DiagnoseOptions, "signal" | "checks">> = {},
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
