import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadData } from "../../data/load-data.ts";
import type { Check } from "../../engine/check.ts";
import { rr } from "../../fixtures/dns/zone.ts";
import { type Examination, examine } from "../../fixtures/examine.ts";
import { type SiteDescription, site } from "../../fixtures/http/site.ts";
import { type BannerFixture, startBannerServer } from "../../fixtures/ports/banner-server.ts";
import { portFixtures } from "../../fixtures/ports/port-fixtures.ts";
import { sshBanner } from "../../fixtures/ports/ssh-server.ts";
import { startHttpServer } from "../../fixtures/tls/tls-server.ts";
import {
  type MachineDescription,
  type Starter,
  startWorld,
  type World,
} from "../../fixtures/world.ts";
import { portAdmin } from "./port-admin.ts";
import { portData } from "./port-data.ts";
import { svcSsh } from "./svc-ssh.ts";
import { swVersion } from "./sw-version.ts";

let world: World;
let redis: BannerFixture;
afterAll(() => world.stop());

const data = loadData();
const everyPort = data.ports.filter(({ kind }) => kind !== "plain").map(({ port }) => port);
const hangsUp: Starter = (listen) => startBannerServer({ hangsUp: true }, listen);
const says =
  (greeting: string): Starter =>
  (listen) =>
    startBannerServer({ greeting, hangsUp: true }, listen);
const web = (description: SiteDescription): MachineDescription => ({
  ports: { 80: (listen) => startHttpServer(site(description), listen) },
});
const server = (value: string) => web({ headers: { server: value } });
const page = (html: string, paths: SiteDescription["paths"] = {}) => web({ html, paths });

const machines: Record<string, MachineDescription> = {
  shut: web({}),
  silent: {},
  databases: {
    ports: {
      3306: portFixtures.mysql.start,
      6379: async (listen) => {
        redis = await startBannerServer({ reply: "-NOAUTH\r\n" }, listen);
        return redis;
      },
    },
  },
  elastic: { ports: { 9200: portFixtures.elasticOpen.start } },
  guarded: { ports: { 9200: portFixtures.elasticClosed.start } },
  admin: { ports: { 23: portFixtures.telnet.start, 3389: hangsUp } },
  trap: { ports: Object.fromEntries(everyPort.map((port) => [port, hangsUp])) },
  "ssh-sound": { ports: { 22: portFixtures.sshSound.start } },
  "ssh-weak": { ports: { 22: portFixtures.sshWeak.start } },
  "ssh-one": { ports: { 22: portFixtures.sshVersion1.start } },
  "ssh-both": { ports: { 22: says("SSH-1.99-Old\r\n") } },
  "ssh-other": { ports: { 22: says("220 ftp ready\r\n") } },
  "ssh-mute": { ports: { 22: hangsUp } },
  "ssh-old": {
    ports: {
      22: (listen) => startBannerServer(sshBanner("SSH-2.0-OpenSSH_9.0p1", oldest), listen),
    },
  },
  nginx: server("nginx/1.27.5"),
  "nginx-old": server("nginx/1.14.0"),
  "nginx-ubuntu": server("nginx/1.14.0 (Ubuntu)"),
  "apache-hit": server("Apache/2.4.49 (Unix)"),
  jquery: page('<script src="/js/jquery-1.12.4.min.js"></script>'),
  "jquery-inside": page('<script src="/app.js"></script>', {
    "/app.js": { body: "/*! jQuery v1.12.4 | (c) jQuery Foundation */" },
  }),
  bootstrap: page("<script>/*! Lib v1.0.0 */</script>"),
};
const oldest = {
  kex: ["diffie-hellman-group1-sha1"],
  hostKeys: ["ssh-dss"],
  ciphers: ["none"],
  macs: [],
};

beforeAll(async () => {
  world = await startWorld({
    zones: [
      {
        name: "ports.test",
        records: (at) =>
          Object.keys(machines).map((name) => rr(`${name}.ports.test`, "A", at(name))),
      },
    ],
    machines,
  });
});

async function outcomes(check: Check, machine: string, more: Examination = {}) {
  const findings = await examine(world, check, `${machine}.ports.test`, { data, ...more });
  return findings.map((f) => [f.outcome, f.state, f.severity, f.subject]);
}

describe("port-data", () => {
  it.each([
    ["shut", "closed", "pass", null, null],
    ["elastic", "unauthenticated", "fail", "critical", "9200"],
    ["guarded", "open", "fail", "high", "9200"],
    ["trap", "inconclusive", "inconclusive", null, null],
  ])("%s: %s", async (machine, ...expected) => {
    expect(await outcomes(portData, machine)).toEqual([expected]);
  });
  it("reports each database and sends it not a byte", async () => {
    expect(await outcomes(portData, "databases")).toEqual([
      ["open", "fail", "high", "3306"],
      ["open", "fail", "high", "6379"],
    ]);
    expect(redis.received()).toHaveLength(0);
  });
  it("is inconclusive when the budget is used up", async () => {
    const limits = { targetConnections: 1 };
    expect(await outcomes(portData, "databases", { limits })).toEqual([
      ["inconclusive", "inconclusive", null, null],
    ]);
  });
});

describe("port-admin", () => {
  it("passes when none is open", async () => {
    expect(await outcomes(portAdmin, "shut")).toEqual([["closed", "pass", null, null]]);
  });
  it("reports each open one", async () => {
    expect(await outcomes(portAdmin, "admin")).toEqual([
      ["open", "fail", "high", "23"],
      ["open", "fail", "high", "3389"],
    ]);
  });
  it("does not believe a trap", async () => {
    expect(await outcomes(portAdmin, "trap")).toEqual([
      ["inconclusive", "inconclusive", null, null],
    ]);
  });
});

describe("svc-ssh", () => {
  it.each([
    ["ssh-sound", "modern", "pass", null],
    ["ssh-weak", "weak", "fail", "medium"],
    ["ssh-one", "version-1", "fail", "medium"],
    ["ssh-both", "version-1", "fail", "medium"],
    ["ssh-other", "inconclusive", "inconclusive", null],
    ["ssh-mute", "inconclusive", "inconclusive", null],
    ["shut", "not-applicable", "not-applicable", null],
  ])("%s: %s", async (machine, ...expected) => {
    expect(await outcomes(svcSsh, machine)).toEqual([[...expected, null]]);
  });
  it("names the weak algorithms and no others", async () => {
    const [finding] = await examine(world, svcSsh, "ssh-weak.ports.test", { data });
    expect(finding?.evidence.find(({ name }) => name === "ssh.weak")?.value).toEqual([
      "diffie-hellman-group1-sha1",
      "ssh-dss",
      "ssh-rsa",
      "3des-cbc",
      "arcfour",
      "hmac-md5",
    ]);
  });
});

describe("sw-version", () => {
  const vulnerability = (cvss: number, knownExploited = false) => ({
    vulnerabilities: [
      { product: "nginx", id: "CVE-1", from: null, before: "1.28", cvss, knownExploited },
    ],
  });
  it.each([
    ["nginx", "unremarkable", "pass", null, null],
    ["nginx-ubuntu", "maintained-by-distribution", "info", "info", "nginx 1.14.0"],
    ["apache-hit", "known-exploited", "fail", "critical", "apache 2.4.49"],
    ["silent", "inconclusive", "inconclusive", null, null],
  ])("%s: %s", async (machine, ...expected) => {
    expect(await outcomes(swVersion, machine)).toEqual([expected]);
  });
  it("tells end of life apart from vulnerabilities", async () => {
    expect(await outcomes(swVersion, "nginx-old")).toContainEqual([
      "end-of-life",
      "fail",
      "high",
      "nginx 1.14.0",
    ]);
  });
  it.each([
    [9.1, "cve-critical", "fail", "critical"],
    [7, "cve-high", "fail", "high"],
    [4, "cve-medium", "fail", "medium"],
    [3.9, "cve-low", "warn", "low"],
  ] as const)("CVSS %d: %s", async (cvss, ...expected) => {
    const found = await outcomes(swVersion, "nginx", { data: { ...data, ...vulnerability(cvss) } });
    expect(found).toEqual([[...expected, "nginx 1.27.5"]]);
  });
  it.each(["jquery", "jquery-inside"])("%s: a library by its URL or its text", async (machine) => {
    const found = await outcomes(swVersion, machine);
    expect(found).toEqual([["library-medium", "fail", "medium", "jquery 1.12.4"]]);
  });
  it.each([
    ["critical", "fail"],
    ["high", "fail"],
    ["medium", "fail"],
    ["low", "warn"],
  ] as const)("a library's severity %s", async (severity, state) => {
    const vulnerabilities = [{ from: null, before: "2", severity, ids: ["CVE-2"] }];
    const contents = ["Lib v(\\d+\\.\\d+\\.\\d+)"];
    const libraries = [{ library: "lib", urls: [], contents, vulnerabilities }];
    const found = await outcomes(swVersion, "bootstrap", { data: { ...data, libraries } });
    expect(found).toEqual([[`library-${severity}`, state, severity, "lib 1.0.0"]]);
  });
  it("says of every finding that it is unconfirmed", async () => {
    const findings = await examine(world, swVersion, "apache-hit.ports.test", { data });
    expect(findings.map(({ unconfirmed }) => unconfirmed)).toEqual([true]);
  });
});
