import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Check } from "../../engine/check.ts";
import { examine, examineAll } from "../../fixtures/examine.ts";
import type { Fixture } from "../../fixtures/fixture.ts";
import { startFleet } from "../../fixtures/fleet.ts";
import { startBannerServer } from "../../fixtures/ports/banner-server.ts";
import { site } from "../../fixtures/site.ts";
import { legacyFixtures } from "../../fixtures/tls/legacy-fixtures.ts";
import { startLegacyServer } from "../../fixtures/tls/legacy-server.ts";
import { protocolFixtures } from "../../fixtures/tls/tls-fixtures.ts";
import { startHttpServer } from "../../fixtures/tls/tls-server.ts";
import type { World } from "../../fixtures/world.ts";
import { tlsChecks } from "./index.ts";
import { tlsAead } from "./tls-aead.rule.ts";
import { tlsComp } from "./tls-comp.rule.ts";
import { tlsDh } from "./tls-dh.rule.ts";
import { tlsEms } from "./tls-ems.rule.ts";
import { tlsFs } from "./tls-fs.rule.ts";
import { tlsNew } from "./tls-new.rule.ts";
import { tlsNull } from "./tls-null.rule.ts";
import { tlsOld } from "./tls-old.rule.ts";
import { tlsPq } from "./tls-pq.rule.ts";
import { tlsSsl } from "./tls-ssl.rule.ts";
import { tlsWeak } from "./tls-weak.rule.ts";

function extra(name: string, start: Fixture["start"], port = 443): Fixture {
  const host = `${name}.odd.test`;
  return { name, host, service: "tcp", port, facts: {}, problems: [], start };
}

const GCM = 0xc02f;
const odd: readonly Fixture[] = [
  // Port 443 is closed.
  extra("web-less", (listen) => startHttpServer(site({}), listen), 80),
  extra("mute", (listen) => startBannerServer({}, listen)),
  extra("plain-http-on-443", (listen) => startHttpServer(site({}), listen)),
  extra("refusing", (listen) =>
    startLegacyServer("refusing.odd.test", { versions: [], ciphers: [] }, listen),
  ),
  extra("des", (listen) =>
    startLegacyServer("des.odd.test", { versions: ["tls1.2"], ciphers: [GCM, 0x0009] }, listen),
  ),
  extra("both", (listen) =>
    startLegacyServer(
      "both.odd.test",
      { versions: ["ssl3"], ciphers: [0x0005, 0x000a], ssl2: [0x010080] },
      listen,
    ),
  ),
  extra("compressed-and-unbound", (listen) =>
    startLegacyServer(
      "compressed-and-unbound.odd.test",
      { versions: ["tls1.2"], ciphers: [GCM], compression: true, secureRenegotiation: false },
      listen,
    ),
  ),
];

let world: World;
beforeAll(async () => {
  world = await startFleet([...protocolFixtures, ...legacyFixtures, ...odd], []);
});
afterAll(() => world.stop());

type Expected = [outcome: string, state: string, severity: string | null, cap: string | null];
const PASS = (outcome: string): Expected => [outcome, "pass", null, null];
const SILENT: Expected = ["inconclusive", "inconclusive", null, null];
const NOT_APPLICABLE: Expected = ["not-applicable", "not-applicable", null, null];

async function outcomes(check: Check, host: string): Promise<Expected[]> {
  const limits = host.startsWith("mute") ? { responseMs: 200 } : {};
  const findings = await examine(world, check, host, { limits });
  return findings.map(({ outcome, state, severity, cap }) => [outcome, state, severity, cap]);
}

function table(check: Check, rows: readonly [host: string, ...expected: Expected[]][]) {
  describe(check.id, () => {
    it.each(rows.map(([host, ...expected]) => [host, expected] as const))(
      "%s",
      async (host, expected) => {
        expect(await outcomes(check, host)).toEqual(expected);
      },
    );
  });
}

table(tlsSsl, [
  ["modern.tls.test", PASS("refused")],
  ["ssl2.legacy.test", ["ssl2", "fail", "critical", "sslv2"]],
  ["ssl3.legacy.test", ["ssl3", "fail", "high", "sslv3"]],
  ["both.odd.test", ["ssl2", "fail", "critical", "sslv2"], ["ssl3", "fail", "high", "sslv3"]],
]);
table(tlsOld, [
  ["modern.tls.test", PASS("refused")],
  ["tls10-to-13.tls.test", ["accepted", "fail", "medium", "old-tls"]],
  ["tls10-only.tls.test", ["accepted", "fail", "medium", "old-tls"]],
]);
table(tlsNew, [
  ["modern.tls.test", PASS("modern")],
  ["tls12-only.tls.test", ["no-tls13", "warn", "low", null]],
  ["tls10-only.tls.test", ["neither", "fail", "high", "no-modern-tls"]],
]);
table(tlsNull, [
  ["modern.tls.test", PASS("refused")],
  ["null-cipher.tls.test", ["accepted", "fail", "critical", "null-or-export"]],
  ["anonymous.tls.test", ["accepted", "fail", "critical", "null-or-export"]],
  ["export.legacy.test", ["accepted", "fail", "critical", "null-or-export"]],
]);
table(tlsWeak, [
  ["modern.tls.test", PASS("refused")],
  ["rc4.legacy.test", ["rc4", "fail", "high", "rc4"]],
  ["3des.legacy.test", ["short-block", "fail", "medium", null]],
  ["des.odd.test", ["short-block", "fail", "medium", null]],
  ["both.odd.test", ["rc4", "fail", "high", "rc4"], ["short-block", "fail", "medium", null]],
]);
table(tlsAead, [
  ["modern.tls.test", PASS("offered")],
  ["tls13-only.tls.test", PASS("offered")],
  ["no-aead.tls.test", ["missing", "fail", "medium", "no-aead"]],
]);
table(tlsFs, [
  ["modern.tls.test", PASS("always")],
  ["tls13-only.tls.test", PASS("always")],
  ["static-rsa.tls.test", ["static-offered", "warn", "low", null]],
  ["static-rsa-only.tls.test", ["never", "fail", "medium", "no-forward-secrecy"]],
]);
table(tlsDh, [
  ["dhe-auto.tls.test", PASS("strong")],
  ["dhe-1024.legacy.test", ["short", "fail", "medium", "short-key"]],
  ["dhe-512.legacy.test", ["breakable", "fail", "high", null]],
  ["modern.tls.test", NOT_APPLICABLE],
]);
table(tlsComp, [
  ["modern.tls.test", PASS("sound")],
  ["compression.legacy.test", ["compression", "fail", "medium", null]],
  ["insecure-renegotiation.legacy.test", ["insecure-renegotiation", "fail", "medium", null]],
  [
    "compressed-and-unbound.odd.test",
    ["compression", "fail", "medium", null],
    ["insecure-renegotiation", "fail", "medium", null],
  ],
  ["tls13-only.tls.test", NOT_APPLICABLE],
]);
table(tlsEms, [
  ["modern.tls.test", PASS("supported")],
  ["no-extended-master-secret.legacy.test", ["missing", "warn", "low", null]],
  ["tls13-only.tls.test", NOT_APPLICABLE],
]);
table(tlsPq, [
  ["modern.tls.test", PASS("offered")],
  ["no-post-quantum.tls.test", ["absent", "info", "info", null]],
  ["tls12-only.tls.test", ["absent", "info", "info", null]],
]);

describe("every protocol and cipher check", () => {
  // tls-service looks at what is beside the site, and has a test of its own.
  const checks = tlsChecks.filter(({ id }) => id.startsWith("tls-") && id !== "tls-service");

  it.each(checks.map((check) => [check.id, check] as const))(
    "%s does not apply without HTTPS and decides nothing in silence",
    async (_id, check) => {
      expect(await outcomes(check, "web-less.odd.test")).toEqual([NOT_APPLICABLE]);
      for (const name of ["mute", "plain-http-on-443", "refusing"])
        expect([name, await outcomes(check, `${name}.odd.test`)]).toEqual([name, [SILENT]]);
    },
  );
});

describe("facts", () => {
  const checks = tlsChecks.filter(({ id }) => id.startsWith("tls-"));

  it.each([...protocolFixtures, ...legacyFixtures].map((one) => [one.name, one] as const))(
    "%s: what the checks saw is what the manifest says",
    async (_name, fixture) => {
      const findings = await examineAll(world, checks, fixture.host);
      const seen = new Map(
        findings.flatMap(({ evidence }) => evidence.map(({ name, value }) => [name, value])),
      );
      const said = Object.entries(fixture.facts).filter(([name]) => seen.has(name));
      expect(said.length).toBeGreaterThan(10);
      expect(said.map(([name]) => [name, seen.get(name)])).toEqual(said);
    },
  );

  it("rates the strength of keys and ciphers for the score", async () => {
    const facts = async (host: string) => {
      const findings = await examineAll(world, [tlsFs, tlsWeak], host);
      const all = findings.flatMap(({ evidence }) => evidence);
      return Object.fromEntries(
        all.filter(({ unit }) => unit === "bits").map(({ name, value }) => [name, value]),
      );
    };
    const strong = { "keyExchange.weakestBits": 3072, "keyExchange.strongestBits": 3072 };
    const mixed = { "cipher.weakestBits": 128, "cipher.strongestBits": 256 };
    expect(await facts("modern.tls.test")).toEqual({ ...strong, ...mixed });
    expect(await facts("null-cipher.tls.test")).toMatchObject({ "cipher.weakestBits": 0 });
    expect(await facts("anonymous.tls.test")).toMatchObject({ "keyExchange.weakestBits": 0 });
    expect(await facts("export.legacy.test")).toMatchObject({
      "keyExchange.weakestBits": 512,
      "cipher.weakestBits": 40,
    });
    expect(await facts("dhe-1024.legacy.test")).toMatchObject({
      "keyExchange.strongestBits": 1024,
    });
    expect(await facts("static-rsa-only.tls.test")).toMatchObject({
      "keyExchange.weakestBits": 2048,
    });
  });
});
