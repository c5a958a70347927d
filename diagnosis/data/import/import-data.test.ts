import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import libraries from "../generated/libraries.json" with { type: "json" };
import { loadData } from "../load-data.ts";
import releases from "../releases.json" with { type: "json" };
import suffixes from "../suffixes.json" with { type: "json" };
import vulnerabilities from "../vulnerabilities.json" with { type: "json" };
import { cvssScore } from "./cvss.ts";
import { type Imported, type ImportedSet, importData, type Publisher } from "./import-data.ts";
import { readOsv } from "./osv.ts";

/** Files of our own writing in the publishers' formats; the flaws in them do not exist. */
const sample = (name: string) =>
  readFileSync(new URL(`./samples/${name}`, import.meta.url), "utf8");

const builtIn = { vulnerabilities, libraries, releases, suffixes, tracker: undefined };

/** Imports samples one after the other, each into what the one before left. */
function importAll(...files: readonly (readonly [Publisher, string])[]) {
  const sets: Record<ImportedSet, unknown> = { ...builtIn };
  let last: Imported | undefined;
  for (const [publisher, file] of files) {
    const name = file.replace(/\.\w+$/, "").replace("debian-cycles", "debian");
    last = importData(
      { publisher, text: sample(file), name, date: "2026-11-16" },
      (set) => sets[set],
    );
    sets[last.set] = last.file;
  }
  const data = loadData({ ...sets });
  return {
    data,
    changed: last?.changed,
    of: (id: string) => data.vulnerabilities.filter((e) => e.id === id),
  };
}

describe("NVD", () => {
  it("takes the entries of our products with their ranges, scores and platforms", () => {
    const { of, data, changed } = importAll(["nvd", "nvd.json"]);
    expect(of("CVE-2099-0001")).toEqual([
      expect.objectContaining({
        product: "nginx",
        from: "1.3.0",
        before: "1.29.9",
        cvss: 9.8,
        platform: null,
        knownExploited: false,
      }),
    ]);
    expect(of("CVE-2099-0002")).toEqual([
      expect.objectContaining({ after: "8.0.0", through: "8.1.5", cvss: 6.8, platform: "windows" }),
      expect.objectContaining({ from: "8.2.0rc1", through: "8.2.0rc1", platform: "windows" }),
    ]);
    expect(changed).toBe(3);
    expect(data.info.find(({ name }) => name.includes("ulnerabilities of server"))).toMatchObject({
      date: "2026-11-20",
      source: expect.stringContaining("NVD (2026-11-20)"),
    });
  });

  it("leaves out what was rejected, is disputed or names no version", () => {
    const { of } = importAll(["nvd", "nvd.json"]);
    for (const id of ["CVE-2099-0003", "CVE-2099-0004", "CVE-2099-0005"])
      expect(of(id)).toEqual([]);
  });

  it("replaces what it told before, and keeps what others told", () => {
    const twice = importAll(["nvd", "nvd.json"], ["kev", "kev.json"], ["nvd", "nvd.json"]);
    expect(twice.of("CVE-2099-0001")).toMatchObject([{ knownExploited: true }]);
    expect(twice.of("CVE-2021-41773")).toHaveLength(1);
  });
});

it("KEV says what is being exploited, and what is not", () => {
  const { of, changed } = importAll(["nvd", "nvd.json"], ["kev", "kev.json"]);
  expect(of("CVE-2099-0001")).toMatchObject([{ knownExploited: true }]);
  expect(of("CVE-2021-41773")).toMatchObject([{ knownExploited: false }]);
  expect(changed).toBeGreaterThan(1);
});

it("EPSS gives probabilities", () => {
  const { of } = importAll(["nvd", "nvd.json"], ["epss", "epss.csv"]);
  expect(of("CVE-2099-0001")).toMatchObject([{ epss: 0.91234 }]);
});

it("OSV gives flaws of libraries, in any of its three forms", () => {
  for (const wrap of [(text: string) => text, (text: string) => `[${text}]`]) {
    const text = wrap(sample("osv.json"));
    const { file } = importData(
      { publisher: "osv", text, name: "x", date: "2026-11-16" },
      () => libraries,
    );
    const jquery = loadData({ libraries: file }).libraries.find(
      ({ library }) => library === "jquery",
    );
    expect(jquery?.vulnerabilities).toContainEqual({
      from: null,
      before: "3.9.9",
      severity: "critical",
      ids: ["CVE-2099-0100", "GHSA-aaaa-bbbb-cccc"],
    });
    expect(jquery?.vulnerabilities.length).toBeGreaterThan(1);
  }
  const lines = `${JSON.stringify(JSON.parse(sample("osv.json")))}\n`.repeat(2);
  const data = { publisher: "osv" as const, text: lines, name: "x", date: "2026-11-16" };
  expect(importData(data, () => libraries).changed).toBe(2);
});

it("OSV's ranges may end with the last affected version, or not at all", () => {
  const record = (events: object[]) =>
    JSON.stringify({
      id: "GHSA-aaaa-bbbb-dddd",
      modified: "2026-11-18T10:00:00Z",
      database_specific: { severity: "MODERATE" },
      affected: [
        { package: { ecosystem: "npm", name: "jquery" }, ranges: [{ type: "ECOSYSTEM", events }] },
      ],
    });
  const rangesOf = (...events: object[]) =>
    readOsv(record(events))
      .flaws.get("jquery")
      ?.map(({ from, before, through }) => [from, before, through]);
  expect(rangesOf({ introduced: "0" }, { last_affected: "1.8.3" })).toEqual([
    [null, null, "1.8.3"],
  ]);
  expect(rangesOf({ introduced: "1.2.0" })).toEqual([["1.2.0", null, undefined]]);
  expect(
    rangesOf({ introduced: "1.0" }, { fixed: "1.5" }, { introduced: "2.0" }, { fixed: "2.4" }),
  ).toEqual([
    ["1.0", "1.5", undefined],
    ["2.0", "2.4", undefined],
  ]);
});

it("Debian's tracker says which package versions are mended", () => {
  const { data } = importAll(["debian", "debian.json"]);
  const common = { product: "nginx", id: "CVE-2099-0001" };
  expect(data.tracker).toEqual([
    {
      ...common,
      distribution: "debian 12",
      status: "fixed",
      fixedIn: "1.22.1-9+deb12u9",
      minor: false,
    },
    { ...common, distribution: "debian 11", status: "not-affected", fixedIn: null, minor: false },
    { ...common, distribution: "debian 13", status: "open", fixedIn: null, minor: true },
  ]);
});

it("IANA tells where registries answer by RDAP, and who may register stays as it was", () => {
  const { data, changed } = importAll(["rdap", "rdap.json"]);
  const of = (suffix: string) => data.suffixes.find((rule) => rule.suffixes.includes(suffix));
  expect(of("com")?.rdap).toBe("https://rdap.registry.test/v1/");
  // Capitals, the encrypted address of two, and the slash that was missing.
  expect(of("org")?.rdap).toBe("https://rdap.org-registry.test/");
  // Without encryption nothing is asked; what the list does not have is not asked either.
  for (const suffix of ["cz", "app", "jp", "*.kobe.jp"]) expect(of(suffix)?.rdap).toBeUndefined();
  expect(of("me.uk")?.rdap).toBe("https://rdap.nominet.test/uk/");
  expect(of("co.uk")?.rdap).toBe("https://rdap.nominet.test/co-uk/");
  const who = (rules: typeof data.suffixes) =>
    rules.flatMap((rule) => rule.suffixes.map((one) => `${one} ${rule.registration}`)).sort();
  expect(who(data.suffixes)).toEqual(who(loadData().suffixes));
  expect(changed).toBeGreaterThan(6);
  expect(data.info.find(({ name }) => name.startsWith("Who may"))?.source).toContain(
    "IANA RDAP (2026-11-20)",
  );
});

it("endoflife.date gives release lines, in both of its formats", () => {
  const { data } = importAll(["endoflife", "endoflife.json"], ["endoflife", "debian-cycles.json"]);
  const of = (product: string) => data.releases.filter((entry) => entry.product === product);
  expect(of("nginx")).toEqual([
    { product: "nginx", cycle: "1.31", endOfLife: null },
    { product: "nginx", cycle: "1.28", endOfLife: "2026-05-01" },
  ]);
  expect(of("debian").map(({ cycle, endOfLife }) => [cycle, endOfLife])).toEqual([
    ["12", "2026-06-10"],
    ["10", "2026-11-16"],
    ["13", null],
  ]);
  expect(of("php").length).toBeGreaterThan(3);
});

describe("a file of another format is refused", () => {
  it.each<[Publisher, string]>([
    ["nvd", "kev.json"],
    ["kev", "nvd.json"],
    ["epss", "kev.json"],
    ["osv", "kev.json"],
    ["debian", "debian-cycles.json"],
    ["endoflife", "nvd.json"],
    ["rdap", "kev.json"],
    ["nvd", "epss.csv"],
  ])("%s from %s", (publisher, file) => {
    const data = { publisher, text: sample(file), name: "nginx", date: "2026-11-16" };
    expect(() => importData(data, (set) => builtIn[set])).toThrow();
  });

  it("names the line of a broken list", () => {
    const text = `${sample("epss.csv")}CVE-2099-0003,much,0\n`;
    const data = { publisher: "epss" as const, text, name: "x", date: "2026-11-16" };
    expect(() => importData(data, (set) => builtIn[set])).toThrow("line 5");
  });
});

it.each([
  ["CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H", 9.8],
  ["CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N", 6.1],
  ["CVSS:3.1/AV:L/AC:H/PR:L/UI:N/S:U/C:N/I:N/A:L", 2.5],
  ["CVSS:3.0/AV:N/AC:L/PR:L/UI:N/S:C/C:H/I:H/A:H", 9.9],
  ["CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N", 0],
  ["CVSS:4.0/AV:N", null],
  ["CVSS:3.1/AV:N", null],
])("%s scores %s", (vector, score) => {
  expect(cvssScore(vector)).toBe(score);
});
