import { allChecks } from "@sekimori/diagnosis/checks";
import { describe, expect, test } from "vitest";
import {
  dataChecks,
  exploitationOf,
  exposureOf,
  type Reported,
  signInOutcomes,
  usableOutcomes,
} from "./factors.ts";

const known = new Map(allChecks.map(({ id, outcomes }) => [id, outcomes]));

const software = (
  outcome: string,
  facts: Readonly<Record<string, number | string[]>>,
): Reported => ({
  check: "sw-version",
  outcome,
  evidence: Object.entries(facts).map(([name, value]) => ({ name: `software.${name}`, value })),
});

const seen = (check: string, outcome: string): Reported => ({ check, outcome, evidence: [] });

describe("the tables", () => {
  test.each([
    ["usable as it is", usableOutcomes],
    ["behind a sign-in", signInOutcomes],
  ])("%s: every outcome is one of the engine's that says something is wrong", (_name, table) => {
    for (const [check, outcomes] of Object.entries(table)) {
      for (const outcome of outcomes) {
        expect(known.get(check)?.[outcome]?.severity, `${check} ${outcome}`).toBeTruthy();
      }
    }
  });

  test("every check about data is one of the engine's", () => {
    for (const check of dataChecks) expect(known.has(check), check).toBe(true);
  });

  test("the engine calls critical what is exploited on exactly this build", () => {
    expect(known.get("sw-version")?.["known-exploited"]?.severity).toBe("critical");
  });
});

describe("exploitation", () => {
  const kev = { cves: ["CVE-2021-41773"], exploited: ["CVE-2021-41773"], epss: 0.97 };

  test.each([
    ["exactly this build", software("known-exploited", kev), "critical", "exploited"],
    [
      "by a number that a distribution ships",
      software("possible", kev),
      "medium",
      "perhaps-exploited",
    ],
    [
      "whatever the outcome, below critical",
      software("known-exploited", kev),
      "high",
      "perhaps-exploited",
    ],
    [
      "likely",
      software("cve-high", { cves: ["CVE-1"], exploited: [], epss: 0.5 }),
      "high",
      "likely",
    ],
    [
      "possible",
      software("cve-high", { cves: ["CVE-1"], exploited: [], epss: 0.1 }),
      "high",
      "possible",
    ],
    [
      "hardly",
      software("cve-high", { cves: ["CVE-1"], exploited: [], epss: 0.09 }),
      "high",
      "none",
    ],
    // No estimate is another thing than an estimate of zero.
    ["not estimated", software("cve-high", { cves: ["CVE-1"], exploited: [] }), "high", "unknown"],
    ["estimated as nothing", software("cve-high", { cves: ["CVE-1"], epss: 0 }), "high", "none"],
    ["end of life alone", software("end-of-life", { cves: [], exploited: [] }), "high", "none"],
    [
      "a database that answers strangers",
      seen("port-data", "unauthenticated"),
      "critical",
      "usable",
    ],
    ["a database that asks", seen("port-data", "open"), "high", "none"],
    ["a name to claim", seen("dns-dangling", "claimable"), "critical", "usable"],
    ["a domain to forge", seen("mail-spoof", "open"), "high", "usable"],
    ["a missing header", seen("http-csp", "absent"), "medium", "none"],
  ] as const)("%s", (_what, report, severity, expected) => {
    expect(exploitationOf(report, severity)).toBe(expected);
  });
});

describe("exposure", () => {
  test.each([
    ["the domain itself", seen("mail-spoof", "open"), "example.jp", ["main-name"]],
    ["its www", seen("http-csp", "absent"), "www.example.jp", ["main-name"]],
    ["where customers pay", seen("tls-old", "old"), "shop.example.jp", ["main-name", "data"]],
    ["another host", seen("http-csp", "absent"), "blog.example.jp", []],
    ["a name that only begins so", seen("http-csp", "absent"), "shopping.example.jp", []],
    ["an open database", seen("port-data", "unauthenticated"), "db.example.jp", ["data"]],
    ["remote desktop", seen("port-admin", "open"), "office.example.jp", ["sign-in"]],
    ["a database that asks", seen("port-data", "open"), "db.example.jp", ["data", "sign-in"]],
  ] as const)("%s", (_what, report, host, expected) => {
    expect(exposureOf(report, host, "example.jp")).toEqual(expected);
  });
});
