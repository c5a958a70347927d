import { fork } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { allChecks } from "@sekimori/diagnosis/checks";
import { systemClock } from "@sekimori/diagnosis/clock";
import { observatory } from "@sekimori/diagnosis/comparison/peers/observatory";
import { sslscan } from "@sekimori/diagnosis/comparison/peers/sslscan";
import type { FixtureNetwork } from "@sekimori/diagnosis/fixture-network";
import { Network } from "@sekimori/diagnosis/network";
import { UNLIMITED_LOAD } from "@sekimori/diagnosis/unlimited-load";
import { nextMessage } from "../support/child.ts";
import { median } from "../support/load.ts";
import type { Report } from "../support/report.ts";
import { scanOne } from "./scan-one.ts";
import { startProcess } from "./start-process.ts";
import { targetName } from "./targets.ts";

const ROUNDS = 20;
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const OBSERVATORY = here(
  "../../.cache/http-observatory/node_modules/@mdn/mdn-http-observatory/src/scanner/index.js",
);

/** Our TLS checks beside sslscan, our web checks beside MDN HTTP Observatory, on one server. */
export async function benchSideBySide(): Promise<readonly Report[]> {
  const host = startProcess("fixture-host", "10");
  const folder = mkdtempSync(join(tmpdir(), "side-by-side-"));
  try {
    const fixtures = await nextMessage<FixtureNetwork>(host);
    return [
      ...(await besideSslscan(fixtures, folder)),
      ...(await besideObservatory(fixtures, folder)),
    ];
  } finally {
    host.disconnect();
    rmSync(folder, { recursive: true });
  }
}

async function besideSslscan(fixtures: FixtureNetwork, folder: string): Promise<readonly Report[]> {
  const missing = await sslscan.prepare();
  if (missing !== null) return skip(missing);
  const target = peerTarget(fixtures, folder);
  const theirs = await seconds(() => sslscan.examine(target));
  const ours = await oursSeconds(fixtures, "tls");
  return [
    {
      name: "TLS examination, our time for a host ÷ sslscan's",
      figure: ours / theirs,
      wanted: { atMost: 1 },
      detail: `ours ${(ours * 1000).toFixed(0)} ms, sslscan ${(theirs * 1000).toFixed(0)} ms, median of ${ROUNDS}`,
    },
  ];
}

async function besideObservatory(
  fixtures: FixtureNetwork,
  folder: string,
): Promise<readonly Report[]> {
  const missing = await observatory.prepare();
  if (missing !== null) return skip(missing);
  const { host, address, port, httpPort, rootFile } = peerTarget(fixtures, folder);
  const route = { host, address, ports: { 443: port, 80: httpPort } };
  const loop = fork(here("./observatory-loop.ts"), [OBSERVATORY, host, String(ROUNDS * 5)], {
    execPath: process.execPath,
    execArgv: ["--import", here("../../diagnosis/comparison/peers/observatory-route.mjs")],
    env: { ...process.env, FIXTURE_ROUTE: JSON.stringify(route), NODE_EXTRA_CA_CERTS: rootFile },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const theirs = await nextMessage<{ wallSeconds: number }>(loop);
  const ours = await oursSeconds(fixtures, "http");
  const checks = allChecks.filter(({ category }) => category === "http").length;
  return [
    {
      name: "web examination, our time for a host ÷ MDN HTTP Observatory's",
      figure: ours / theirs.wallSeconds,
      wanted: { atMost: 3 },
      detail: `ours ${(ours * 1000).toFixed(1)} ms for ${checks} checks, theirs ${(theirs.wallSeconds * 1000).toFixed(1)} ms for its headers and two requests`,
    },
  ];
}

/** Median seconds of our checks of one category, limits off. */
async function oursSeconds(fixtures: FixtureNetwork, category: string): Promise<number> {
  const settings = { production: false, fixtures, clock: systemClock, load: UNLIMITED_LOAD };
  const network = new Network(settings);
  const checks = allChecks.filter((check) => check.category === category);
  return await seconds(() => scanOne(network, targetName(0), { checks }));
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS + 3; round++) {
    const began = performance.now();
    await work();
    // The first rounds warm up.
    if (round >= 3) times.push((performance.now() - began) / 1000);
  }
  return median(times);
}

function peerTarget({ hosts, trustAnchors }: FixtureNetwork, folder: string) {
  const web = hosts.find(({ ports }) => (ports?.[443] ?? 1) > 1 && (ports?.[25] ?? 1) === 1);
  const port = web?.ports?.[443];
  if (!web || port === undefined) throw new Error("the fleet has no web server");
  const rootFile = join(folder, "root.pem");
  writeFileSync(rootFile, trustAnchors.join("\n"));
  const httpPort = web.ports?.[80] ?? null;
  return { host: targetName(0), address: web.address, port, httpPort, rootFile };
}

function skip(why: string): readonly Report[] {
  console.log(`- skipped: ${why}`);
  return [];
}
