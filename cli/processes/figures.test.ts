import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startTestKarte, type TestKarte } from "@sekimori/karte-server/testing/test-karte";
import { startProbeServer } from "@sekimori/kit-server/health/probe-server";
import { type JobWorker, startWorker } from "@sekimori/kit-server/jobs";
import { createMetrics } from "@sekimori/kit-server/metrics";
import { confirmOtp, signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { startTestPortal, type TestPortal } from "@sekimori/portal-server/testing/test-portal";
import { afterAll, beforeAll, expect, test } from "vitest";

// What the operator's rules, dashboard and pages name is what the processes tell.

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (file: string) => readFileSync(`${root}${file}`, "utf8");
const rules = read("deploy/prometheus/sekimori.rules.yml");

const karteMetrics = createMetrics();
let portal: TestPortal;
let karte: TestKarte;
let worker: JobWorker;
let probes: Awaited<ReturnType<typeof startProbeServer>>;
beforeAll(async () => {
  portal = await startTestPortal();
  karte = await startTestKarte({ metrics: karteMetrics, readsApart: true });
  const { database, clock, context } = portal;
  const { metrics, logger } = context;
  worker = await startWorker({ database, clock, logger, metrics, jobs: [] });
  probes = await startProbeServer({
    ...{ host: "127.0.0.1", port: 0, migrations: [] },
    ...{ database, clock, logger, metrics },
  });
});
afterAll(async () => {
  await probes?.stop();
  await worker?.stop();
  await karte?.close();
  await portal?.close();
});

/** Names of figures in a text, without what Prometheus adds to a histogram's. */
const figuresIn = (text: string) =>
  new Set(
    [...text.matchAll(/\b(?:sekimori|nodejs|process)_[a-z0-9_]+/g)].map(([name]) =>
      name.replace(/_(?:bucket|count|sum)$/, ""),
    ),
  );

test("every figure that is named is told", async () => {
  const portalText = await (await fetch(`${probes.address}/metrics`)).text();
  const sequencer = portal.startSequencer();
  const told = figuresIn(
    portalText + (await portal.context.metrics.text()) + (await karteMetrics.text()),
  );
  await sequencer.stop();
  const files = ["docs/operate/alerts.md", ...globSync("deploy/**/*.{yml,json}", { cwd: root })];
  expect(files.length).toBeGreaterThan(3);
  const named = files.flatMap((file) => [...figuresIn(read(file))]);
  expect(new Set(named).size).toBeGreaterThan(15);
  expect(named.filter((name) => !told.has(name))).toEqual([]);
});

test("every alert has its page, and every page its alert", () => {
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const pages = [...read("docs/operate/alerts.md").matchAll(/^## (\w+)$/gm)].map(
    ([, name]) => name,
  );
  expect(alerts.length).toBeGreaterThan(15);
  expect(pages.toSorted()).toEqual(alerts.toSorted());
  const runbooks = [...rules.matchAll(/runbook: docs\/operate\/alerts\.md#(\w+)/g)].map(
    ([, to]) => to,
  );
  expect(runbooks).toEqual(alerts.map((name) => name?.toLowerCase()));
});

test("rules about sign-ins mean the routes of sign-ins", () => {
  const routes = new Set([...rules.matchAll(/route=~"([^"]+)"/g)].map(([, route]) => route));
  expect(routes.size).toBe(1);
  const [route = ""] = routes;
  for (const { path } of [signIn, confirmOtp]) {
    expect(path).toMatch(new RegExp(`^${route}$`));
  }
});

test("rules speak where something is wrong and are quiet where nothing is, says promtool", (context) => {
  const run = spawnSync("promtool", ["test", "rules", "sekimori.tests.yml"], {
    cwd: `${root}deploy/prometheus`,
    encoding: "utf8",
  });
  if (run.error) context.skip("promtool is not installed (Debian: prometheus)");
  expect(run.status, run.stdout + run.stderr).toBe(0);
});
