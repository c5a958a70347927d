import { createHash, generateKeyPairSync, X509Certificate } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Check } from "../../engine/check.ts";
import type { CheckOptions } from "../../engine/context.ts";
import { rr, type ZoneRecord } from "../../fixtures/dns/zone.ts";
import { examine } from "../../fixtures/examine.ts";
import { site } from "../../fixtures/http/site.ts";
import { startMailServer } from "../../fixtures/mail/mail-server.ts";
import {
  type ChainOptions,
  chainFor,
  fixtureAuthority,
} from "../../fixtures/pki/fixture-authority.ts";
import { startBannerServer } from "../../fixtures/ports/banner-server.ts";
import { startTlsServer } from "../../fixtures/tls/tls-server.ts";
import { startWorld, type World, type WorldZone } from "../../fixtures/world.ts";
import { mailDane } from "./mail-dane.ts";
import { mailDkim } from "./mail-dkim.ts";
import { mailDmarc } from "./mail-dmarc.ts";
import { mailMtasts } from "./mail-mtasts.ts";
import { mailNullmx } from "./mail-nullmx.ts";
import { mailSpf } from "./mail-spf.ts";
import { mailStarttls } from "./mail-starttls.ts";
import { mailTlsrpt } from "./mail-tlsrpt.ts";

let world: World;
afterAll(() => world.stop());

type Expected = [outcome: string, state: string, severity: string | null];
const PASS = (outcome: string): Expected => [outcome, "pass", null];
const SILENT: Expected = ["inconclusive", "inconclusive", null];
const NOT_APPLICABLE: Expected = ["not-applicable", "not-applicable", null];

async function outcomes(check: Check, host: string, options: Partial<CheckOptions> = {}) {
  const limits = host.includes("mute") ? { responseMs: 300 } : {};
  const findings = await examine(world, check, host, { options, limits });
  return findings.map(({ outcome, state, severity }): Expected => [outcome, state, severity]);
}

const mx = (name: string, exchange: string) => rr(name, "MX", { preference: 10, exchange });
const txt = (name: string, text: string) => rr(name, "TXT", text);
const zone = (name: string, ...records: ZoneRecord[]): WorldZone => ({
  name,
  records: () => records,
});

const nested = Array.from({ length: 11 }, (_, n) =>
  txt(`s${n}.deep.test`, n < 10 ? `v=spf1 include:s${n + 1}.deep.test -all` : "v=spf1 -all"),
);

function dkim(bits: number): string {
  const { publicKey } = generateKeyPairSync("rsa", { modulusLength: bits });
  return `v=DKIM1; k=rsa; p=${publicKey.export({ format: "der", type: "spki" }).toString("base64")}`;
}
const chunked = (name: string, text: string) => rr(name, "TXT", text.match(/.{1,200}/g) ?? []);

/** A domain with MTA-STS, whose policy host and mail server are `mta-sts` and `mx` below it. */
function stsZone(name: string): WorldZone {
  return {
    name,
    records: (at) => [
      mx(name, `mx.${name}`),
      rr(`mx.${name}`, "A", at("mail")),
      txt(`_mta-sts.${name}`, "v=STSv1; id=1;"),
      rr(`mta-sts.${name}`, "A", at(name)),
    ],
  };
}
const policy = (mode: string, host: string) =>
  `version: STSv1\nmode: ${mode}\nmx: mx.${host}\nmax_age: 604800\n`;

function stsMachine(host: string, body: string, certificate: ChainOptions = {}) {
  const headers = { "content-type": "text/plain" };
  const pages = site({ paths: { "/.well-known/mta-sts.txt": { body, headers } } });
  const start = (listen: { address?: string }) =>
    startTlsServer(`mta-sts.${host}`, { pages, certificate }, listen);
  return { [host]: { ports: { 443: start } } };
}

const mailMachine = (host: string, options: Parameters<typeof startMailServer>[1]) => ({
  ports: { 25: (listen: { address?: string }) => startMailServer(host, options, listen) },
});

const tlsa = (usage: number, selector: number, matchingType: number, certificate: Buffer) => ({
  usage,
  selector,
  matchingType,
  certificate,
});

beforeAll(async () => {
  const { root } = await fixtureAuthority();
  const pinned = await chainFor("mx.dane.test");
  const key = new X509Certificate(pinned.leaf.der).publicKey.export({
    format: "der",
    type: "spki",
  });
  const issuer = createHash("sha256").update(pinned.issuer.der).digest();
  world = await startWorld({
    trustAnchors: [root.certificate],
    zones: [
      // SPF
      zone(
        "strict.test",
        txt("strict.test", "v=spf1 ip4:192.0.2.0/24 mx include:inc.test -all"),
        txt("strict.test", "other"),
      ),
      zone("inc.test", txt("inc.test", "v=spf1 a ~all")),
      zone("soft.test", txt("soft.test", "v=spf1 a:www.soft.test ~all")),
      zone("redirect.test", txt("redirect.test", "v=spf1 redirect=strict.test")),
      zone("plusall.test", txt("plusall.test", "v=spf1 mx +all")),
      zone("range.test", txt("range.test", "v=spf1 ip4:0.0.0.0/0 -all")),
      zone("incall.test", txt("incall.test", "v=spf1 include:plusall.test -all")),
      zone("neutral.test", txt("neutral.test", "v=spf1 a ?all")),
      zone("endless.test", txt("endless.test", "v=spf1 a")),
      zone("twice.test", txt("twice.test", "v=spf1 -all"), txt("twice.test", "v=spf1 mx -all")),
      zone("typo.test", txt("typo.test", "v=spf1 ipv4:192.0.2.1 -all")),
      zone("badinc.test", txt("badinc.test", "v=spf1 include:none.test -all")),
      zone("deep.test", txt("deep.test", "v=spf1 include:s0.deep.test -all"), ...nested),
      zone("loop.test", txt("loop.test", "v=spf1 include:loop.test -all")),
      zone("none.test"),
      { name: "bogus.test", signing: "expired" },
      // DMARC
      zone(
        "reject.test",
        txt("_dmarc.reject.test", "v=DMARC1; p=reject; rua=mailto:d@reject.test"),
      ),
      zone("watch.test", txt("_dmarc.watch.test", "v=DMARC1; p=none")),
      zone("nop.test", txt("_dmarc.nop.test", "v=DMARC1; rua=mailto:d@nop.test")),
      zone("trial.test", txt("_dmarc.trial.test", "v=DMARC1; p=reject; t=y")),
      zone("subs.test", txt("_dmarc.subs.test", "v=DMARC1; p=reject; sp=none")),
      zone(
        "double.test",
        txt("_dmarc.double.test", "v=DMARC1; p=reject"),
        txt("_dmarc.double.test", "v=DMARC1; p=none"),
      ),
      {
        name: "bank",
        signing: "valid",
        records: () => [txt("_dmarc.bank", "v=DMARC1; p=reject; psd=y")],
      },
      zone("house.bank"),
      // DKIM
      zone(
        "dkim.test",
        chunked("k2048._domainkey.dkim.test", dkim(2048)),
        chunked("k1024._domainkey.dkim.test", dkim(1024)),
        chunked("k512._domainkey.dkim.test", dkim(512)),
        txt(
          "ed._domainkey.dkim.test",
          `v=DKIM1; k=ed25519; p=${Buffer.alloc(32, 7).toString("base64")}`,
        ),
        txt("gone._domainkey.dkim.test", "v=DKIM1; p="),
        txt("junk._domainkey.dkim.test", "v=DKIM1; p=AAAA"),
      ),
      // MTA-STS and TLS-RPT
      ...[
        "enforce.test",
        "testing.test",
        "garbled.test",
        "other-mx.test",
        "old-cert.test",
        "nofile.test",
      ].map(stsZone),
      zone("nosts.test", mx("nosts.test", "mx.nosts.test")),
      zone(
        "report.test",
        mx("report.test", "mx.report.test"),
        txt("_smtp._tls.report.test", "v=TLSRPTv1; rua=mailto:t@report.test"),
      ),
      zone(
        "misreport.test",
        mx("misreport.test", "mx.misreport.test"),
        txt("_smtp._tls.misreport.test", "v=TLSRPTv1; rua=nobody"),
      ),
      // mail servers
      ...["safe", "clear", "stale", "misnamed", "mute", "closed", "breaking"].map((name) => ({
        name: `${name}.test`,
        records: (at: World["at"]) => [
          mx(`${name}.test`, `mx.${name}.test`),
          rr(`mx.${name}.test`, "A", at(name)),
        ],
      })),
      ...(["dane", "dane-plain", "dane-wrong", "dane-ta", "dane-mute"] as const).map((name) => ({
        name: `${name}.test`,
        signing: name === "dane-plain" ? ("absent" as const) : ("valid" as const),
        records: (at: World["at"]) => [
          mx(`${name}.test`, `mx.${name}.test`),
          rr(`mx.${name}.test`, "A", at(name === "dane-mute" ? "mute" : "pinned")),
          rr(
            `_25._tcp.mx.${name}.test`,
            "TLSA",
            name === "dane-ta"
              ? tlsa(2, 0, 1, issuer)
              : tlsa(
                  3,
                  1,
                  1,
                  name === "dane-wrong"
                    ? Buffer.alloc(32)
                    : createHash("sha256").update(key).digest(),
                ),
          ),
        ],
      })),
      // no mail
      zone(
        "nomail.test",
        rr("nomail.test", "MX", { preference: 0, exchange: "." }),
        txt("nomail.test", "v=spf1 -all"),
      ),
      zone("halfmail.test", rr("halfmail.test", "MX", { preference: 0, exchange: "." })),
    ],
    machines: {
      mail: mailMachine("mx.any.test", {}),
      ...stsMachine("enforce.test", policy("enforce", "enforce.test")),
      ...stsMachine("testing.test", policy("testing", "testing.test")),
      ...stsMachine("garbled.test", "version: 1\n"),
      ...stsMachine("other-mx.test", policy("enforce", "elsewhere.test")),
      ...stsMachine("old-cert.test", policy("enforce", "old-cert.test"), {
        fromDay: -90,
        toDay: -1,
      }),
      "nofile.test": {},
      safe: mailMachine("mx.safe.test", {}),
      clear: mailMachine("mx.clear.test", { startTls: false }),
      stale: mailMachine("mx.stale.test", { certificate: { fromDay: -90, toDay: -1 } }),
      misnamed: mailMachine("mx.misnamed.test", { certificate: { dnsNames: ["mx.other.test"] } }),
      mute: { ports: { 25: (listen) => startBannerServer({}, listen) } },
      closed: {},
      // Offers STARTTLS, then answers it like any other command.
      breaking: {
        ports: {
          25: (listen) =>
            startBannerServer({ greeting: "220 mx\r\n", reply: "250 STARTTLS\r\n" }, listen),
        },
      },
      pinned: mailMachine("mx.dane.test", { chain: pinned }),
    },
  });
});

describe("mail-spf", () => {
  it.each<[string, Expected]>([
    ["strict.test", PASS("restrictive")],
    ["soft.test", PASS("restrictive")],
    ["redirect.test", PASS("restrictive")],
    ["none.test", ["absent", "fail", "medium"]],
    ["plusall.test", ["pass-all", "fail", "high"]],
    ["range.test", ["pass-all", "fail", "high"]],
    ["incall.test", ["pass-all", "fail", "high"]],
    ["neutral.test", ["neutral", "warn", "low"]],
    ["endless.test", ["neutral", "warn", "low"]],
    ["twice.test", ["multiple", "fail", "medium"]],
    ["typo.test", ["syntax-error", "fail", "medium"]],
    ["badinc.test", ["broken-include", "fail", "medium"]],
    ["deep.test", ["too-many-lookups", "fail", "medium"]],
    ["loop.test", ["too-many-lookups", "fail", "medium"]],
    ["bogus.test", SILENT],
  ])("%s", async (host, expected) => {
    expect(await outcomes(mailSpf, host)).toEqual([expected]);
  });
});

describe("mail-dmarc", () => {
  it.each<[string, Expected]>([
    ["reject.test", PASS("enforced")],
    ["house.bank", PASS("enforced")],
    ["none.test", ["absent", "fail", "medium"]],
    ["double.test", ["absent", "fail", "medium"]],
    ["watch.test", ["monitoring", "warn", "low"]],
    ["nop.test", ["monitoring", "warn", "low"]],
    ["trial.test", ["testing", "warn", "low"]],
    ["subs.test", ["open-subdomains", "warn", "low"]],
    ["bogus.test", SILENT],
  ])("%s", async (host, expected) => {
    expect(await outcomes(mailDmarc, host)).toEqual([expected]);
  });
});

describe("mail-dkim", () => {
  it.each<[string, Expected]>([
    ["k2048", PASS("strong")],
    ["ed", PASS("strong")],
    ["k1024", ["short", "warn", "low"]],
    ["k512", ["tiny", "fail", "high"]],
    ["nothere", ["missing", "warn", "low"]],
    ["junk", ["malformed", "warn", "low"]],
    ["gone", ["revoked", "info", "info"]],
  ])("%s", async (selector, expected) => {
    expect(await outcomes(mailDkim, "dkim.test", { dkimSelectors: [selector] })).toEqual([
      expected,
    ]);
  });
  it("asks nothing without selectors", async () => {
    expect(await outcomes(mailDkim, "dkim.test")).toEqual([NOT_APPLICABLE]);
  });
  it("is inconclusive when DNS fails", async () => {
    expect(await outcomes(mailDkim, "bogus.test", { dkimSelectors: ["a"] })).toEqual([SILENT]);
  });
});

describe("mail-mtasts", () => {
  it.each<[string, Expected]>([
    ["enforce.test", PASS("enforced")],
    ["nosts.test", ["absent", "warn", "low"]],
    ["testing.test", ["not-enforced", "warn", "low"]],
    ["garbled.test", ["policy-invalid", "warn", "low"]],
    ["other-mx.test", ["mx-mismatch", "warn", "low"]],
    ["old-cert.test", ["policy-missing", "warn", "low"]],
    ["nofile.test", ["policy-missing", "warn", "low"]],
    ["nomail.test", NOT_APPLICABLE],
    ["bogus.test", SILENT],
  ])("%s", async (host, expected) => {
    expect(await outcomes(mailMtasts, host)).toEqual([expected]);
  });
});

describe("mail-tlsrpt", () => {
  it.each<[string, Expected]>([
    ["report.test", PASS("present")],
    ["nosts.test", ["absent", "info", "info"]],
    ["misreport.test", ["invalid", "info", "info"]],
    ["nomail.test", NOT_APPLICABLE],
    ["bogus.test", SILENT],
  ])("%s", async (host, expected) => {
    expect(await outcomes(mailTlsrpt, host)).toEqual([expected]);
  });
});

describe("mail-starttls", () => {
  it.each<[string, Expected]>([
    ["safe.test", PASS("encrypted")],
    ["clear.test", ["not-offered", "fail", "medium"]],
    ["stale.test", ["certificate", "fail", "medium"]],
    ["misnamed.test", ["certificate", "fail", "medium"]],
    ["breaking.test", ["failed", "fail", "medium"]],
    ["mute.test", SILENT],
    ["closed.test", SILENT],
    ["nomail.test", NOT_APPLICABLE],
  ])("%s", async (host, expected) => {
    expect(await outcomes(mailStarttls, host)).toEqual([expected]);
  });
});

describe("mail-dane", () => {
  it.each<[string, Expected]>([
    ["dane.test", PASS("matching")],
    ["dane-ta.test", PASS("matching")],
    ["dane-mute.test", PASS("published")],
    ["safe.test", ["absent", "info", "info"]],
    ["dane-plain.test", ["unsigned", "info", "info"]],
    ["dane-wrong.test", ["mismatch", "info", "info"]],
    ["nomail.test", NOT_APPLICABLE],
    ["bogus.test", SILENT],
  ])("%s", async (host, expected) => {
    expect(await outcomes(mailDane, host)).toEqual([expected]);
  });
});

describe("mail-nullmx", () => {
  it.each<[string, boolean | null, Expected]>([
    ["nomail.test", null, PASS("declared")],
    ["nomail.test", false, PASS("declared")],
    ["halfmail.test", null, ["undeclared", "warn", "low"]],
    ["none.test", null, ["undeclared", "warn", "low"]],
    ["safe.test", false, ["still-receives", "warn", "low"]],
    ["safe.test", null, NOT_APPLICABLE],
    ["none.test", true, NOT_APPLICABLE],
    ["bogus.test", null, SILENT],
  ])("%s, expects mail: %s", async (host, expectsMail, expected) => {
    expect(await outcomes(mailNullmx, host, { expectsMail })).toEqual([expected]);
  });
});
