import { allChecks } from "../checks/registry.ts";
import { loadData } from "../data/load-data.ts";
import type { Fact, Finding } from "../engine/finding.ts";
import { examineAll } from "../fixtures/examine.ts";
import type { World } from "../fixtures/world.ts";
import type { FactSet } from "./facts.ts";

const data = loadData();

/** What the whole catalogue finds out about a host of the fixture world. */
export function examineHost(world: World, host: string, zone: boolean): Promise<Finding[]> {
  const checks = allChecks.filter(({ scope }) => (scope === "zone") === zone);
  return examineAll(world, checks, host, { data });
}

/** The facts of findings; where two say different things, the one of the worse finding counts. */
export function ourFacts(findings: readonly Finding[]): FactSet {
  const facts = new Map<string, Fact["value"]>();
  const order = ["pass", "not-applicable", "inconclusive", "info", "warn", "fail"];
  const sorted = findings.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  // Facts of a web service at another port have the names of the site's own.
  const own = sorted.filter(({ check }) => check !== "web-each");
  for (const { evidence } of own) for (const { name, value } of evidence) facts.set(name, value);
  return facts;
}
