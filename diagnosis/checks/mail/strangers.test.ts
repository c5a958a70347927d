import { createHash, X509Certificate } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Check } from "../../engine/check.ts";
import type { CheckOptions } from "../../engine/context.ts";
import { rr } from "../../fixtures/dns/zone.ts";
import { examine } from "../../fixtures/examine.ts";
import { startMailServer } from "../../fixtures/mail/mail-server.ts";
import { type SmtpScript, startSmtpScript } from "../../fixtures/mail/smtp-script.ts";
import { chainFor, fixtureAuthority } from "../../fixtures/pki/fixture-authority.ts";
import { site } from "../../fixtures/site.ts";
import { startTlsServer } from "../../fixtures/tls/tls-server.ts";
import { startWorld, type World } from "../../fixtures/world.ts";
import { mailDane } from "./mail-dane.rule.ts";
import { mailDkim } from "./mail-dkim.rule.ts";
import { mailDmarc } from "./mail-dmarc.rule.ts";
import { mailMtasts } from "./mail-mtasts.rule.ts";
import { mailMx } from "./mail-mx.rule.ts";
import { mailSpf } from "./mail-spf.rule.ts";
import { mailSpoof } from "./mail-spoof.rule.ts";
import { mailStarttls } from "./mail-starttls.rule.ts";

/* What a mail server says to a stranger, and what records say to the letter. */

const EHLO = "250-mx\r\n250 STARTTLS";
/** Servers that turn a stranger away; none of them shows what it does for others. */
const TURNING_AWAY: Readonly<Record<string, SmtpScript>> = {
  "greeting-421": { greeting: "421 4.7.0 try again later" },
  "greeting-450": { greeting: "450 4.7.1 greylisted" },
  "greeting-550": { greeting: "550 5.7.1 blocked by a list" },
  "greeting-554": { greeting: "554 5.7.1 your address is listed" },
  "ehlo-421": { greeting: "220 mx", EHLO: "421 4.3.2 too many connections" },
  "ehlo-501": { greeting: "220 mx", EHLO: "501 5.5.4 invalid domain name" },
  "ehlo-550": { greeting: "220 mx", EHLO: "550 5.7.1 your name is not yours" },
  "ehlo-then-helo-550": { greeting: "220 mx", EHLO: "502 no", HELO: "550 not you" },
  "starttls-554": { greeting: "220 mx", EHLO, STARTTLS: "554 5.7.1 your address is listed" },
  "starttls-550": { greeting: "220 mx", EHLO, STARTTLS: "550 5.7.0 not for you" },
  "greeting-521": { greeting: "521 5.3.2 mx does not accept mail from you" },
  "greeting-553": { greeting: "553 5.7.1 no PTR for your address" },
  "greeting-lines": { greeting: "554-5.7.1 Service unavailable\r\n554 5.7.1 listed by zen" },
  "greeting-451": { greeting: "451 4.3.0 come back in five minutes" },
  "ehlo-452": { greeting: "220 mx", EHLO: "452 4.4.5 too many of you" },
  "ehlo-lines": { greeting: "220 mx", EHLO: "550-5.7.1 refused\r\n550 5.7.1 see our page" },
  "ehlo-503": { greeting: "220 mx", EHLO: "503 5.5.1 not now" },
  "ehlo-521": { greeting: "220 mx", EHLO: "521 5.5.1 protocol error" },
  "starttls-421": { greeting: "220 mx", EHLO, STARTTLS: "421 4.7.0 too fast" },
  "starttls-530": { greeting: "220 mx", EHLO, STARTTLS: "530 5.7.0 not yours" },
  "starttls-452": { greeting: "220 mx", EHLO, STARTTLS: "452 4.3.1 no memory" },
  "starttls-454": { greeting: "220 mx", EHLO, STARTTLS: "454 4.7.0 TLS not available" },
};
const OLD_SERVER: SmtpScript = { greeting: "220 mx", EHLO: "500 what", HELO: "250 mx" };

let world: World;
beforeAll(async () => {
  const { root } = await fixtureAuthority();
  const spki = (der: Buffer) =>
    createHash("sha256")
      .update(new X509Certificate(der).publicKey.export({ format: "der", type: "spki" }))
      .digest();
  const expired = await chainFor("mx.dane-expired.test", { fromDay: -90, toDay: -3 });
  const otherName = await chainFor("mx.dane-name.test", { dnsNames: ["mail.elsewhere.test"] });
  const own = await chainFor("mx.dane-self.test", { signer: "self-signed" });
  const daneChains = { "dane-expired": expired, "dane-name": otherName, "dane-self": own };
  const dane = (name: string, chain: typeof own, usage: 2 | 3) => ({
    name: `${name}.test`,
    signing: "valid" as const,
    records: (at: World["at"]) => [
      rr(`${name}.test`, "MX", { preference: 10, exchange: `mx.${name}.test` }),
      rr(`mx.${name}.test`, "A", at(name.replace(/-ta$/, ""))),
      rr(`_25._tcp.mx.${name}.test`, "TLSA", {
        usage,
        selector: 1,
        matchingType: 1,
        certificate: spki(usage === 3 ? chain.leaf.der : chain.issuer.der),
      }),
    ],
  });
  const tlsa = { usage: 3, selector: 1, matchingType: 1, certificate: Buffer.alloc(32) };
  const scripts = { ...TURNING_AWAY, old: OLD_SERVER };
  world = await startWorld({
    trustAnchors: [root.certificate],
    zones: [
      ...Object.keys(scripts).map((name) => ({
        name: `${name}.test`,
        signing: "valid" as const,
        records: (at: World["at"]) => [
          rr(`${name}.test`, "MX", { preference: 10, exchange: `mx.${name}.test` }),
          rr(`mx.${name}.test`, "A", at(name)),
          rr(`_25._tcp.mx.${name}.test`, "TLSA", tlsa),
        ],
      })),
      dane("dane-expired", expired, 3),
      dane("dane-name", otherName, 3),
      dane("dane-self", own, 3),
      dane("dane-name-ta", otherName, 2),
      {
        name: "spare.test",
        records: (at) => [
          rr("spare.test", "MX", { preference: 10, exchange: "mx.spare.test" }),
          rr("spare.test", "MX", { preference: 20, exchange: "gone.spare.test" }),
          rr("spare.test", "MX", { preference: 30, exchange: "in.spare.test" }),
          rr("mx.spare.test", "A", at("living")),
          rr("in.spare.test", "A", "10.0.0.9"),
        ],
      },
      {
        name: "all-dead.test",
        records: (at) => [
          rr("all-dead.test", "MX", { preference: 10, exchange: "gone.all-dead.test" }),
          rr("all-dead.test", "MX", { preference: 20, exchange: "shut.all-dead.test" }),
          rr("shut.all-dead.test", "A", at("shut")),
        ],
      },
      {
        name: "half-known.test",
        records: (at) => [
          rr("half-known.test", "MX", { preference: 10, exchange: "gone.half-known.test" }),
          rr("half-known.test", "MX", { preference: 20, exchange: "mx.half-known.test" }),
          rr("mx.half-known.test", "A", at("greeting-554")),
        ],
      },
      {
        name: "two-places.test",
        records: (at) => [
          rr("two-places.test", "MX", { preference: 10, exchange: "mx.two-places.test" }),
          rr("mx.two-places.test", "A", at("shut")),
          rr("mx.two-places.test", "A", at("living")),
        ],
      },
      ...Object.entries({
        "macro-domain.test": "v=spf1 redirect=%{d}.macros.test",
        "macro-message.test": "v=spf1 redirect=%{ir}.macros.test",
        "macro-wide.test": "v=spf1 redirect=wide.%{d2}",
        "dotted.test": "v=spf1 include:inc.macros.test. -all",
        "dotted-redirect.test": "v=spf1 redirect=inc.macros.test.",
        "capital-redirect.test": "v=spf1 REDIRECT=inc.macros.test",
        "empty-label.test": "v=spf1 include:a..macros.test -all",
      }).map(([name, spf]) => ({
        name,
        records: () => [rr(name, "TXT", spf), rr(`wide.${name}`, "TXT", "v=spf1 +all")],
      })),
      {
        name: "macros.test",
        records: () => [
          rr("macro-domain.test.macros.test", "TXT", "v=spf1 -all"),
          rr("inc.macros.test", "TXT", "v=spf1 -all"),
        ],
      },
      ...Object.entries({
        "dmarc-capital.test": "V=DMARC1; P=reject",
        "dmarc-lower-value.test": "v=dmarc1; p=reject",
      }).map(([name, text]) => ({ name, records: () => [rr(`_dmarc.${name}`, "TXT", text)] })),
      {
        name: "keys.test",
        records: () => [
          rr("two._domainkey.keys.test", "TXT", "v=DKIM1; p=AAAA"),
          rr("two._domainkey.keys.test", "TXT", "v=DKIM1; p=BBBB"),
          rr("note._domainkey.keys.test", "TXT", "v=DKIM1; p="),
          rr("note._domainkey.keys.test", "TXT", "a note"),
          rr("double._domainkey.keys.test", "TXT", "v=DKIM1; p=; p=AAAA"),
        ],
      },
      ...["0", "3600", "86400", "never", "999999999", "none"].map((age) => ({
        name: `age-${age}.test`,
        records: (at: World["at"]) => [
          rr(`age-${age}.test`, "MX", { preference: 1, exchange: "mx.spare.test" }),
          rr(`_mta-sts.age-${age}.test`, "TXT", "v=STSv1; id=1;"),
          rr(`mta-sts.age-${age}.test`, "A", at(`age-${age}`)),
        ],
      })),
    ],
    machines: {
      ...Object.fromEntries(
        Object.entries(scripts).map(([name, script]) => [
          name,
          { ports: { 25: (listen: { address?: string }) => startSmtpScript(script, listen) } },
        ]),
      ),
      ...Object.fromEntries(
        Object.entries(daneChains).map(([name, chain]) => [
          name,
          {
            ports: {
              25: (listen: { address?: string }) =>
                startMailServer(`mx.${name}.test`, { chain }, listen),
            },
          },
        ]),
      ),
      ...Object.fromEntries(
        ["0", "3600", "86400", "never", "999999999", "none"].map((age) => [
          `age-${age}`,
          {
            ports: {
              443: (listen: { address?: string }) => {
                const rest =
                  age === "none" ? "none\r\nmax_age: 86400" : `enforce\r\nmax_age: ${age}`;
                const body = `version: STSv1\r\nmx: mx.spare.test\r\nmode: ${rest}\r\n`;
                const file = { body, headers: { "content-type": "text/plain" } };
                const pages = site({ paths: { "/.well-known/mta-sts.txt": file } });
                return startTlsServer(`mta-sts.age-${age}.test`, { pages }, listen);
              },
            },
          },
        ]),
      ),
      living: { ports: { 25: (listen) => startMailServer("mx.spare.test", {}, listen) } },
      shut: {},
    },
  });
});
afterAll(() => world.stop());

const said = async (check: Check, host: string, options: Partial<CheckOptions> = {}) =>
  (await examine(world, check, host, { options })).map((one) => [one.outcome, one.severity]);
const OPEN = [["inconclusive", null]];

describe.each(Object.keys(TURNING_AWAY))("%s is not what the server does for others", (name) => {
  it.each([mailMx, mailStarttls, mailDane])("$id", async (check) => {
    expect(await said(check, `${name}.test`)).toEqual(OPEN);
  });
});

it("says what the server said", async () => {
  const [finding] = await examine(world, mailMx, "greeting-554.test");
  expect(finding?.summary.en).toContain("554 5.7.1 your address is listed");
});

it("a server that knows no EHLO has no STARTTLS", async () => {
  expect(await said(mailStarttls, "old.test")).toEqual([["not-offered", "medium"]]);
  expect(await said(mailDane, "old.test")).toEqual([["unencrypted", "high"]]);
});

describe("mail-mx weighs the servers together", () => {
  it.each([
    [
      "spare.test",
      [
        ["answers", null],
        ["absent", "medium"],
        ["private", "medium"],
      ],
    ],
    [
      "all-dead.test",
      [
        ["absent", "high"],
        ["refuses", "medium"],
      ],
    ],
    [
      "half-known.test",
      [
        ["absent", "medium"],
        ["inconclusive", null],
      ],
    ],
    ["two-places.test", [["answers", null]]],
  ])("%s", async (host, expected) => {
    expect(await said(mailMx, host)).toEqual(expected);
  });
});

describe("a certificate that DANE names", () => {
  it.each([
    ["dane-expired.test", "pinned", "matching"],
    ["dane-name.test", "pinned", "matching"],
    ["dane-self.test", "pinned", "matching"],
    ["dane-name-ta.test", "certificate", "mismatch"],
  ])("%s: %s", async (host, starttls, dane) => {
    const [[one], [other]] = [await said(mailStarttls, host), await said(mailDane, host)];
    expect([one?.[0], other?.[0]]).toEqual([starttls, dane]);
  });
});

describe("SPF, to the letter", () => {
  it.each([
    ["macro-domain.test", [["restrictive", null]]],
    ["macro-message.test", OPEN],
    ["macro-wide.test", [["pass-all", "high"]]],
    ["dotted.test", [["restrictive", null]]],
    ["dotted-redirect.test", [["restrictive", null]]],
    ["capital-redirect.test", [["restrictive", null]]],
    ["empty-label.test", [["broken-include", "medium"]]],
  ])("%s", async (host, expected) => {
    expect(await said(mailSpf, host)).toEqual(expected);
  });
  it("who may send depends on the message too", async () => {
    expect(await said(mailSpoof, "macro-message.test")).toEqual(OPEN);
  });
});

it("DMARC's tags are of either case, its version's value is not", async () => {
  expect(await said(mailDmarc, "dmarc-capital.test")).toEqual([["enforced", null]]);
  expect(await said(mailDmarc, "dmarc-lower-value.test")).toEqual([["absent", "medium"]]);
});

describe("mail-dkim", () => {
  it.each([
    ["two", [["multiple", "medium"]]],
    ["note", [["revoked", "info"]]],
    ["double", [["malformed", "low"]]],
  ])("%s", async (selector, expected) => {
    expect(await said(mailDkim, "keys.test", { dkimSelectors: [selector] })).toEqual(expected);
  });
});

it("an MTA-STS policy of mode none is called none", async () => {
  const [found] = await examine(world, mailMtasts, "age-none.test");
  expect(found).toMatchObject({ outcome: "not-enforced", severity: "low" });
  for (const text of Object.values(found?.summary ?? {})) expect(text).toContain("none");
  expect(found?.summary.en).not.toContain("monitoring");
});

describe("an MTA-STS policy's age", () => {
  it.each([
    ["0", "not-kept"],
    ["3600", "not-kept"],
    ["86400", "enforced"],
    ["never", "policy-invalid"],
    ["999999999", "policy-invalid"],
  ])("%s: %s", async (age, expected) => {
    const [found] = await said(mailMtasts, `age-${age}.test`);
    expect(found?.[0]).toBe(expected);
  });
});
