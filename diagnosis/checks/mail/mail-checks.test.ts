import { createHash, generateKeyPairSync, X509Certificate } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { causeKey } from "../../engine/cause.ts";
import type { Check } from "../../engine/check.ts";
import type { CheckOptions } from "../../engine/context.ts";
import { rr, type ZoneRecord } from "../../fixtures/dns/zone.ts";
import { examine } from "../../fixtures/examine.ts";
import { startMailServer } from "../../fixtures/mail/mail-server.ts";
import {
  type ChainOptions,
  chainFor,
  fixtureAuthority,
} from "../../fixtures/pki/fixture-authority.ts";
import { startBannerServer } from "../../fixtures/ports/banner-server.ts";
import { site } from "../../fixtures/site.ts";
import { startTlsServer } from "../../fixtures/tls/tls-server.ts";
import { startWorld, type World, type WorldZone } from "../../fixtures/world.ts";
import { NO_VALIDATION } from "../dns/reasons.texts.ts";
import { mailDane } from "./mail-dane.rule.ts";
import { mailDkim } from "./mail-dkim.rule.ts";
import { mailDmarc } from "./mail-dmarc.rule.ts";
import { mailMtasts } from "./mail-mtasts.rule.ts";
import { mailMx } from "./mail-mx.rule.ts";
import { mailNullmx } from "./mail-nullmx.rule.ts";
import { mailSpf } from "./mail-spf.rule.ts";
import { mailSpoof } from "./mail-spoof.rule.ts";
import { mailStarttls } from "./mail-starttls.rule.ts";
import { mailTlsrpt } from "./mail-tlsrpt.rule.ts";

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

interface DaneZone {
  readonly name: string;
  readonly records: readonly ReturnType<typeof tlsa>[];
  readonly at?: string;
  readonly signing?: "absent";
}

beforeAll(async () => {
  const { root } = await fixtureAuthority();
  const dnsNames = ["mx.dane.test", "mx.dane-ta.test"];
  const pinned = await chainFor("mx.dane.test", { dnsNames });
  const key = new X509Certificate(pinned.leaf.der).publicKey.export({
    format: "der",
    type: "spki",
  });
  const issuer = createHash("sha256").update(pinned.issuer.der).digest();
  const right = tlsa(3, 1, 1, createHash("sha256").update(key).digest());
  const wrong = Buffer.alloc(32);
  const DANE: readonly DaneZone[] = [
    { name: "dane", records: [right] },
    { name: "dane-ta", records: [tlsa(2, 0, 1, issuer)] },
    { name: "dane-plain", records: [right], signing: "absent" },
    { name: "dane-wrong", records: [tlsa(3, 1, 1, wrong)] },
    { name: "dane-mute", records: [right], at: "mute" },
    { name: "dane-clear", records: [right], at: "clear" },
    { name: "dane-breaking", records: [right], at: "breaking" },
    { name: "dane-pkix", records: [tlsa(0, 1, 1, wrong), tlsa(1, 1, 1, wrong)] },
    { name: "dane-selector", records: [tlsa(3, 2, 1, wrong)] },
    { name: "dane-type", records: [tlsa(3, 1, 3, wrong)] },
    { name: "dane-mixed", records: [tlsa(1, 1, 1, wrong), right] },
    { name: "dane-mixed-wrong", records: [tlsa(1, 1, 1, wrong), tlsa(3, 1, 1, wrong)] },
    { name: "dane-pkix-clear", records: [tlsa(1, 1, 1, wrong)], at: "clear" },
  ];
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
      zone("silent-nop.test", txt("_dmarc.silent-nop.test", "v=DMARC1; p:reject")),
      zone("trial.test", txt("_dmarc.trial.test", "v=DMARC1; p=reject; t=y")),
      zone("subs.test", txt("_dmarc.subs.test", "v=DMARC1; p=reject; sp=none")),
      zone("rejct.test", txt("_dmarc.rejct.test", "v=DMARC1; p=rejct")),
      zone("misspelt-sp.test", txt("_dmarc.misspelt-sp.test", "v=DMARC1; p=reject; sp=all")),
      zone("pct0.test", txt("_dmarc.pct0.test", "v=DMARC1; p=reject; pct=0")),
      zone("np.test", txt("_dmarc.np.test", "v=DMARC1; p=reject; np=none")),
      // Who may send as the domain
      zone(
        "shut.test",
        txt("shut.test", "v=spf1 -all"),
        txt("_dmarc.shut.test", "v=DMARC1; p=reject"),
      ),
      zone(
        "undone.test",
        txt("undone.test", "v=spf1 +all"),
        txt("_dmarc.undone.test", "v=DMARC1; p=reject"),
      ),
      zone(
        "watching.test",
        txt("watching.test", "v=spf1 ~all"),
        txt("_dmarc.watching.test", "v=DMARC1; p=none"),
      ),
      zone("unsaid.test", txt("unsaid.test", "v=spf1 -all")),
      // Mail servers that cannot take mail
      zone("mx-absent.test", mx("mx-absent.test", "gone.mx-absent.test")),
      zone(
        "mx-private.test",
        mx("mx-private.test", "in.mx-private.test"),
        rr("in.mx-private.test", "A", "10.0.0.9"),
      ),
      zone("mx-literal.test", mx("mx-literal.test", "192.0.2.1")),
      {
        name: "mx-alias.test",
        records: (at) => [
          mx("mx-alias.test", "mail.mx-alias.test"),
          rr("mail.mx-alias.test", "CNAME", "real.mx-alias.test"),
          rr("real.mx-alias.test", "A", at("mail")),
        ],
      },
      ...["rejecting", "oldtls"].map((name) => ({
        name: `${name}.test`,
        records: (at: World["at"]) => [
          mx(`${name}.test`, `mx.${name}.test`),
          rr(`mx.${name}.test`, "A", at(name)),
        ],
      })),
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
        txt("dkim.test", "v=spf1 -all"),
        txt("_dmarc.dkim.test", "v=DMARC1; p=reject"),
        chunked("k2048._domainkey.dkim.test", dkim(2048)),
        chunked("k1024._domainkey.dkim.test", dkim(1024)),
        chunked("k512._domainkey.dkim.test", dkim(512)),
        txt(
          "ed._domainkey.dkim.test",
          `v=DKIM1; k=ed25519; p=${Buffer.alloc(32, 7).toString("base64")}`,
        ),
        chunked("trial._domainkey.dkim.test", `${dkim(2048)}; t=y:s`),
        chunked("sha1._domainkey.dkim.test", `${dkim(2048)}; h=sha1`),
        chunked("tls._domainkey.dkim.test", `${dkim(2048)}; s=tlsrpt`),
        chunked("v2._domainkey.dkim.test", dkim(2048).replace("DKIM1", "DKIM2")),
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
      ...DANE.map(({ name, at: machine = "pinned", records, signing = "valid" }) => ({
        name: `${name}.test`,
        signing,
        records: (at: World["at"]) => [
          mx(`${name}.test`, `mx.${name}.test`),
          rr(`mx.${name}.test`, "A", at(machine)),
          ...records.map((record) => rr(`_25._tcp.mx.${name}.test`, "TLSA", record)),
        ],
      })),
      // no mail
      zone(
        "nomail.test",
        rr("nomail.test", "MX", { preference: 0, exchange: "." }),
        txt("nomail.test", "v=spf1 -all"),
      ),
      zone(
        "both.test",
        rr("both.test", "MX", { preference: 0, exchange: "." }),
        mx("both.test", "mx.safe.test"),
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
      rejecting: {
        ports: { 25: (listen) => startBannerServer({ greeting: "554 no mail here\r\n" }, listen) },
      },
      oldtls: mailMachine("mx.oldtls.test", { maxVersion: "TLSv1.1" }),
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
    ["double.test", ["multiple", "fail", "medium"]],
    ["rejct.test", ["invalid-policy", "fail", "medium"]],
    ["misspelt-sp.test", ["invalid-policy", "fail", "medium"]],
    ["pct0.test", ["testing", "warn", "low"]],
    ["np.test", ["open-nonexistent", "warn", "low"]],
    ["watch.test", ["monitoring", "warn", "low"]],
    ["nop.test", ["monitoring", "warn", "low"]],
    ["silent-nop.test", ["invalid-policy", "fail", "medium"]],
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
    ["trial", ["testing", "warn", "low"]],
    ["sha1", ["sha1", "fail", "medium"]],
    ["tls", ["not-mail", "warn", "low"]],
    ["v2", ["malformed", "warn", "low"]],
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
    ["mx-absent.test", NOT_APPLICABLE],
    ["mx-private.test", NOT_APPLICABLE],
    ["nomail.test", NOT_APPLICABLE],
  ])("%s", async (host, expected) => {
    expect(await outcomes(mailStarttls, host)).toEqual([expected]);
  });
});

describe("mail-dane", () => {
  it.each<[string, Expected]>([
    ["dane.test", PASS("matching")],
    ["dane-ta.test", PASS("matching")],
    ["dane-mute.test", SILENT],
    ["dane-clear.test", ["unencrypted", "fail", "high"]],
    ["dane-breaking.test", ["unencrypted", "fail", "high"]],
    ["dane-pkix.test", ["unusable", "info", "info"]],
    ["dane-selector.test", ["unusable", "info", "info"]],
    ["dane-type.test", ["unusable", "info", "info"]],
    ["dane-mixed.test", PASS("matching")],
    ["dane-mixed-wrong.test", ["mismatch", "fail", "high"]],
    ["dane-pkix-clear.test", ["unencrypted", "fail", "high"]],
    ["safe.test", ["absent", "info", "info"]],
    ["dane-plain.test", ["unsigned", "info", "info"]],
    ["dane-wrong.test", ["mismatch", "fail", "high"]],
    ["nomail.test", NOT_APPLICABLE],
    ["bogus.test", SILENT],
  ])("%s", async (host, expected) => {
    expect(await outcomes(mailDane, host)).toEqual([expected]);
  });
});

it("mail-dane says when its resolver is the reason that nothing is known", async () => {
  const blind = await startWorld({
    resolver: { validates: false },
    zones: [
      {
        name: "blind.test",
        signing: "valid",
        records: (at) => [
          mx("blind.test", "mx.blind.test"),
          rr("mx.blind.test", "A", at("mail")),
          rr("_25._tcp.mx.blind.test", "TLSA", tlsa(3, 1, 1, Buffer.alloc(32))),
        ],
      },
    ],
    machines: { mail: mailMachine("mx.blind.test", {}) },
  });
  const [finding] = await examine(blind, mailDane, "blind.test");
  expect(finding).toMatchObject({ state: "inconclusive", summary: NO_VALIDATION });
  await blind.stop();
});

describe("mail-mx", () => {
  it.each<[string, Expected]>([
    ["safe.test", PASS("answers")],
    ["clear.test", PASS("answers")],
    ["mx-absent.test", ["absent", "fail", "high"]],
    ["mx-private.test", ["private", "fail", "high"]],
    ["mx-literal.test", ["literal", "fail", "medium"]],
    ["mx-alias.test", ["alias", "warn", "low"]],
    ["closed.test", ["refuses", "fail", "medium"]],
    ["rejecting.test", SILENT],
    ["oldtls.test", ["old-tls", "fail", "high"]],
    ["mute.test", SILENT],
    ["nomail.test", NOT_APPLICABLE],
    ["bogus.test", SILENT],
  ])("%s", async (host, expected) => {
    expect(await outcomes(mailMx, host)).toEqual([expected]);
  });
});

describe("mail-spoof", () => {
  it.each<[string, Expected]>([
    ["shut.test", PASS("protected")],
    ["house.bank", PASS("protected")],
    ["undone.test", ["passes-all", "fail", "high"]],
    ["watching.test", ["watched", "warn", "medium"]],
    ["watch.test", ["open", "fail", "high"]],
    ["unsaid.test", ["open", "fail", "high"]],
    ["nomail.test", ["watched", "warn", "medium"]],
    ["none.test", ["open", "fail", "high"]],
    ["bogus.test", SILENT],
  ])("%s", async (host, expected) => {
    expect(await outcomes(mailSpoof, host)).toEqual([expected]);
  });

  it.each<[string, Expected]>([
    ["k512", ["signs-all", "fail", "high"]],
    ["k1024", PASS("protected")],
    ["gone", PASS("protected")],
  ])("judges the DKIM key of %s too", async (selector, expected) => {
    const options = { dkimSelectors: [selector] };
    expect(await outcomes(mailSpoof, "dkim.test", options)).toEqual([expected]);
  });

  it("shows the records that it speaks of", async () => {
    const evidence = async (host: string) => {
      const [finding] = await examine(world, mailSpoof, host);
      return Object.fromEntries(finding?.evidence.map(({ name, value }) => [name, value]) ?? []);
    };
    expect(await evidence("watching.test")).toMatchObject({
      "dmarc.foundAt": "watching.test",
      "dmarc.record": expect.stringContaining("p=none"),
      "spf.record": [expect.stringContaining("v=spf1")],
    });
    expect(await evidence("nomail.test")).toMatchObject({ "mx.hosts": ["."] });
    expect(await evidence("none.test")).toEqual({
      "spoof.policy": "absent",
      "spoof.spf": "absent",
      "spf.record": [],
      "mx.hosts": [],
    });
  });
});

it("SPF, DMARC and spoofing are one thing to mend", async () => {
  const checks = [mailSpf, mailDmarc, mailSpoof];
  const found = (
    await Promise.all(checks.map((check) => examine(world, check, "none.test")))
  ).flat();
  expect(found.map(({ state }) => state)).toEqual(["fail", "fail", "fail"]);
  expect(new Set(found.map(causeKey))).toEqual(new Set(["record|sender policy of none.test"]));
});

describe("mail-nullmx", () => {
  it.each<[string, boolean | null, Expected]>([
    ["nomail.test", null, PASS("declared")],
    ["nomail.test", false, PASS("declared")],
    ["halfmail.test", null, ["undeclared", "warn", "low"]],
    ["both.test", null, ["contradicted", "warn", "low"]],
    ["none.test", null, ["undeclared", "warn", "low"]],
    ["safe.test", false, ["still-receives", "warn", "low"]],
    ["safe.test", null, NOT_APPLICABLE],
    ["none.test", true, NOT_APPLICABLE],
    ["bogus.test", null, SILENT],
  ])("%s, expects mail: %s", async (host, expectsMail, expected) => {
    expect(await outcomes(mailNullmx, host, { expectsMail })).toEqual([expected]);
  });
});
