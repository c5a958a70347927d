import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Check } from "../../engine/check.ts";
import { examine, examineAll } from "../../fixtures/examine.ts";
import type { Fixture } from "../../fixtures/fixture.ts";
import { startFleet } from "../../fixtures/fleet.ts";
import { issue } from "../../fixtures/pki/authority.ts";
import { chainFor, fixtureAuthority } from "../../fixtures/pki/fixture-authority.ts";
import { startBannerServer } from "../../fixtures/ports/banner-server.ts";
import { site } from "../../fixtures/site.ts";
import { startLegacyServer } from "../../fixtures/tls/legacy-server.ts";
import { certificateFixtures, protocolFixtures } from "../../fixtures/tls/tls-fixtures.ts";
import {
  LEVEL_0,
  startHttpServer,
  startTlsServer,
  type TlsServerOptions,
} from "../../fixtures/tls/tls-server.ts";
import type { World } from "../../fixtures/world.ts";
import { certChain } from "./cert-chain.rule.ts";
import { certEach } from "./cert-each.rule.ts";
import { certExpiry } from "./cert-expiry.rule.ts";
import { certKey } from "./cert-key.rule.ts";
import { certLife, lifetimeLimit } from "./cert-life.rule.ts";
import { certName } from "./cert-name.rule.ts";
import { certRevoked } from "./cert-revoked.rule.ts";
import { certSig } from "./cert-sig.rule.ts";
import { certTrust } from "./cert-trust.rule.ts";
import { tlsChecks } from "./index.ts";

function extra(name: string, start: Fixture["start"], port = 443): Fixture {
  const host = `${name}.odd.test`;
  return { name, host, service: "tcp", port, facts: {}, problems: [], start };
}

function https(name: string, options: () => TlsServerOptions | Promise<TlsServerOptions>): Fixture {
  return extra(name, async (listen) => startTlsServer(`${name}.odd.test`, await options(), listen));
}

/** A leaf whose intermediate is past its own date. */
async function expiredIssuer(): Promise<TlsServerOptions> {
  const { root } = await fixtureAuthority();
  const old = await issue(root, {
    name: "Old Intermediate",
    isAuthority: true,
    fromDay: -90,
    toDay: -1,
  });
  const name = "expired-issuer.odd.test";
  const leaf = await issue(old, { name, dnsNames: [name] });
  return { tls: { cert: leaf.certificate + old.certificate, key: leaf.key } };
}

/** ecdsa-with-SHA256 turned into a neighbour that nobody has registered. */
async function unknownSignature(): Promise<TlsServerOptions> {
  const { leaf } = await chainFor("unknown-signature.odd.test");
  const der = Buffer.from(leaf.der);
  const algorithm = Buffer.from("2a8648ce3d040302", "hex");
  for (let at = der.indexOf(algorithm); at !== -1; at = der.indexOf(algorithm, at + 1))
    der[at + 7] = 0x7f;
  const body = (der.toString("base64").match(/.{1,64}/g) ?? []).join("\n");
  const cert = `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`;
  return { tls: { cert, key: leaf.key, ciphers: `DEFAULT:${LEVEL_0}` } };
}

const issuerUrl = "http://issuer.test/intermediate.cer";
const odd: readonly Fixture[] = [
  extra("web-less", (listen) => startHttpServer(site({}), listen), 80),
  extra("mute", (listen) => startBannerServer({}, listen)),
  extra("no-certificate", (listen) =>
    startLegacyServer("x.test", { versions: ["tls1.2"], ciphers: [0x0034] }, listen),
  ),
  extra("old", (listen) =>
    startLegacyServer("old.odd.test", { versions: ["ssl3"], ciphers: [0x0005] }, listen),
  ),
  https("fetchable", () => ({ certificate: { sends: "leaf-only", issuerUrl } })),
  https("future", () => ({ certificate: { fromDay: 1, toDay: 80 } })),
  https("common-name-only", () => ({ certificate: { dnsNames: [] } })),
  https("half-wildcard", () => ({ certificate: { dnsNames: ["half-*.odd.test"] } })),
  https("expired-issuer", expiredIssuer),
  https("unknown-signature", unknownSignature),
  https("stale-staple", () => ({ staple: "stale" })),
  https("must-staple", () => ({ certificate: { mustStaple: true } })),
  https("must-staple-kept", () => ({ certificate: { mustStaple: true }, staple: "good" })),
  https("must-staple-late", () => ({ certificate: { mustStaple: true }, staple: "late" })),
  https("must-staple-refused", () => ({ certificate: { mustStaple: true }, staple: "refused" })),
  https("refused-staple", () => ({ staple: "refused" })),
  https("two-sound", () => ({ second: { key: "rsa2048" } })),
  https("two-expired", () => ({ second: { key: "rsa2048", fromDay: -90, toDay: -1 } })),
  https("two-early", () => ({ second: { key: "rsa2048", fromDay: 1 } })),
  https("two-in-5-days", () => ({ second: { key: "rsa2048", toDay: 5 } })),
  https("two-in-20-days", () => ({ second: { key: "rsa2048", fromDay: -70, toDay: 20 } })),
  https("six-days-new", () => ({ certificate: { fromDay: -1, toDay: 5 } })),
  https("six-days-ending", () => ({ certificate: { fromDay: -5, toDay: 1 } })),
  https("45-days-half", () => ({ certificate: { fromDay: -25, toDay: 20 } })),
  https("year-below-a-third", () => ({ certificate: { fromDay: -160, toDay: 40 } })),
  https("extra-sha1", () => ({
    certificate: { alsoSends: "sha1-stranger" },
    tls: { ciphers: `DEFAULT:${LEVEL_0}` },
  })),
  https("two-misnamed", () => ({ second: { key: "rsa2048", dnsNames: ["other.test"] } })),
  https("two-unknown", () => ({ second: { key: "rsa2048", signer: "unknown-root" } })),
  https("two-incomplete", () => ({ second: { key: "rsa2048", sends: "leaf-only", issuerUrl } })),
  https("two-weak", () => ({
    second: { key: "rsa1024", hash: "SHA-1" },
    tls: { ciphers: `DEFAULT:${LEVEL_0}` },
  })),
  https("two-on-13", () => ({
    second: { key: "rsa2048", fromDay: -90, toDay: -1 },
    tls: { minVersion: "TLSv1.3" },
  })),
  https("garbled-staple", () => ({ staple: "garbled" })),
  https("extra", async () => {
    const { pem, leaf } = await chainFor("extra.odd.test");
    const stranger = await chainFor("stranger.test", { signer: "self-signed" });
    return { tls: { cert: pem + stranger.pem, key: leaf.key } };
  }),
];

let world: World;
beforeAll(async () => {
  world = await startFleet([...certificateFixtures, ...protocolFixtures.slice(0, 2), ...odd], []);
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

function table(check: Check, rows: readonly [host: string, expected: Expected][]) {
  describe(check.id, () => {
    it.each(rows)("%s", async (host, expected) => {
      expect(await outcomes(check, host)).toEqual([expected]);
    });
  });
}

const untrusted = (outcome: string): Expected => [outcome, "fail", "high", "untrusted-certificate"];
table(certTrust, [
  ["modern.tls.test", PASS("trusted")],
  ["expired.tls.test", PASS("dated")],
  ["future.odd.test", PASS("dated")],
  ["self-signed.tls.test", untrusted("self-signed")],
  ["unknown-root.tls.test", untrusted("unknown-root")],
  // Without a place to fetch the issuer from, nobody can ever complete the chain.
  ["missing-intermediate.tls.test", untrusted("unknown-root")],
  ["expired-issuer.odd.test", untrusted("invalid")],
  ["fetchable.odd.test", SILENT],
  ["old.odd.test", SILENT],
]);
const misnamed: Expected = ["mismatch", "fail", "high", "misnamed-certificate"];
table(certName, [
  ["modern.tls.test", PASS("matches")],
  ["wildcard.tls.test", PASS("matches")],
  ["old.odd.test", PASS("matches")],
  ["wrong-name.tls.test", misnamed],
  ["common-name-only.odd.test", misnamed],
  ["half-wildcard.odd.test", misnamed],
]);
table(certExpiry, [
  ["modern.tls.test", PASS("valid")],
  ["expires-in-20-days.tls.test", ["within-30-days", "warn", "medium", null]],
  ["expires-in-7-days.tls.test", ["within-14-days", "fail", "high", null]],
  ["six-days-new.odd.test", PASS("valid")],
  ["six-days-ending.odd.test", ["within-14-days", "fail", "high", null]],
  ["45-days-half.odd.test", PASS("valid")],
  ["year-below-a-third.odd.test", PASS("valid")],
  ["expired.tls.test", ["expired", "fail", "critical", "expired-certificate"]],
  ["future.odd.test", ["not-yet-valid", "fail", "critical", "expired-certificate"]],
]);
table(certLife, [
  ["modern.tls.test", PASS("short")],
  ["long-life.tls.test", ["long", "warn", "low", null]],
  ["self-signed.tls.test", NOT_APPLICABLE],
  ["unknown-root.tls.test", NOT_APPLICABLE],
  ["old.odd.test", SILENT],
]);
table(certKey, [
  ["modern.tls.test", PASS("strong")],
  ["rsa-1024.tls.test", ["short", "fail", "medium", "short-key"]],
  ["rsa-512.tls.test", ["breakable", "fail", "critical", "tiny-key"]],
]);
table(certSig, [
  ["modern.tls.test", PASS("sound")],
  ["sha1.tls.test", ["broken", "fail", "high", null]],
  ["md5.tls.test", ["broken", "fail", "high", null]],
  ["extra-sha1.odd.test", PASS("sound")],
  ["unknown-signature.odd.test", SILENT],
]);
table(certChain, [
  ["modern.tls.test", PASS("complete")],
  ["tls13-only.tls.test", PASS("complete")],
  ["unknown-root.tls.test", PASS("complete")],
  ["missing-intermediate.tls.test", ["incomplete", "fail", "medium", null]],
  ["fetchable.odd.test", ["incomplete", "fail", "medium", null]],
  ["misordered.tls.test", ["misordered", "fail", "medium", null]],
  ["extra.odd.test", ["extra", "info", "info", null]],
  ["self-signed.tls.test", NOT_APPLICABLE],
  ["old.odd.test", SILENT],
]);
table(certRevoked, [
  ["stapled-good.tls.test", PASS("good")],
  ["stapled-revoked.tls.test", ["revoked", "fail", "critical", null]],
  ["modern.tls.test", NOT_APPLICABLE],
  ["stale-staple.odd.test", ["stale", "warn", "low", null]],
  ["must-staple.odd.test", ["must-staple", "fail", "medium", null]],
  ["must-staple-kept.odd.test", PASS("good")],
  ["must-staple-late.odd.test", PASS("good")],
  ["must-staple-refused.odd.test", ["must-staple", "fail", "medium", null]],
  ["refused-staple.odd.test", SILENT],
  ["garbled-staple.odd.test", SILENT],
  ["old.odd.test", SILENT],
]);

describe("cert-each", () => {
  const sigOrKey = (outcome: string, severity: string, cap: string | null = null): Expected => [
    outcome,
    "fail",
    severity,
    cap,
  ];
  it.each<[string, ...Expected[]]>([
    ["modern.tls.test", NOT_APPLICABLE],
    ["tls13-only.tls.test", NOT_APPLICABLE],
    ["two-sound.odd.test", PASS("sound")],
    ["two-expired.odd.test", sigOrKey("expired", "critical", "expired-certificate")],
    ["two-on-13.odd.test", sigOrKey("expired", "critical", "expired-certificate")],
    ["two-early.odd.test", sigOrKey("not-yet-valid", "critical", "expired-certificate")],
    ["two-in-5-days.odd.test", sigOrKey("within-14-days", "high")],
    ["two-in-20-days.odd.test", ["within-30-days", "warn", "medium", null]],
    ["two-misnamed.odd.test", sigOrKey("misnamed", "high", "misnamed-certificate")],
    // As of the first one: clients may fetch what is missing.
    ["two-incomplete.odd.test", sigOrKey("incomplete", "medium")],
    ["two-unknown.odd.test", sigOrKey("untrusted", "high", "untrusted-certificate")],
    [
      "two-weak.odd.test",
      sigOrKey("broken-signature", "high"),
      sigOrKey("short-key", "medium", "short-key"),
    ],
  ])("%s", async (host, ...expected) => {
    expect(await outcomes(certEach, host)).toEqual(expected);
  });
});

describe("every certificate check", () => {
  const checks = tlsChecks.filter(({ id }) => id.startsWith("cert-"));

  it.each(checks.map((check) => [check.id, check] as const))(
    "%s does not apply without HTTPS and decides nothing without a certificate",
    async (_id, check) => {
      expect(await outcomes(check, "web-less.odd.test")).toEqual([NOT_APPLICABLE]);
      for (const name of ["mute", "no-certificate"])
        expect([name, await outcomes(check, `${name}.odd.test`)]).toEqual([name, [SILENT]]);
    },
  );

  it.each(certificateFixtures.map((one) => [one.name, one] as const))(
    "%s: what the checks saw is what the manifest says",
    async (_name, fixture) => {
      const findings = await examineAll(world, checks, fixture.host);
      const seen = new Map(
        findings.flatMap(({ evidence }) => evidence.map(({ name, value }) => [name, value])),
      );
      const said = Object.entries(fixture.facts).filter(([name]) => seen.has(name));
      expect(said.length).toBeGreaterThan(6);
      expect(said.map(([name]) => [name, seen.get(name)])).toEqual(said);
    },
  );
});

describe("the longest lifetime by the date of issue", () => {
  it.each([
    ["2019-05-01", 825],
    ["2020-09-01", 398],
    ["2026-03-14T23:59:59Z", 398],
    ["2026-03-15", 200],
    ["2027-03-15", 100],
    ["2029-03-15", 47],
  ])("%s: %i days", (issued, days) => {
    expect(lifetimeLimit(Date.parse(issued))).toBe(days);
  });
});
