import { expect, it } from "vitest";
import { runQuick } from "../run-quick.ts";
import { quickHostileDomains } from "./hostile-domains.ts";

it("the quick form holds sixty domains and more, each by a name of its own", () => {
  const names = new Set(quickHostileDomains.map(({ name }) => name));
  expect(names.size).toBe(quickHostileDomains.length);
  expect(names.size).toBeGreaterThanOrEqual(60);
});

it("lets no socket and no packet past the guard", { timeout: 240_000 }, ({ skip }) => {
  const run = runQuick(["--hostile"], 235_000);
  if (run.skipped !== null) {
    process.stdout.write(`${run.skipped}\n`);
    return skip(run.skipped);
  }
  expect(run.status, run.said).toBe(0);
  const domains = quickHostileDomains.length;
  expect(run.said).toMatch(new RegExp(`Hostile: ${domains} domains, each diagnosed to its end`));
  expect(run.said).toMatch(/Past the guard: 0 of [1-9]\d* sockets, 0 packets captured/);
  expect(run.said).toMatch(/the capture counts.*, 0 packets without a route, 0 connections/);
});
