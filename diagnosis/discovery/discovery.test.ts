import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rr } from "../fixtures/dns/zone.ts";
import { fixtureAuthority } from "../fixtures/pki/fixture-authority.ts";
import { site } from "../fixtures/site.ts";
import { startTlsServer } from "../fixtures/tls/tls-server.ts";
import { startWorld, type World } from "../fixtures/world.ts";
import { systemClock } from "../net/clock.ts";
import { Network, type TargetNetwork } from "../net/network.ts";
import { UNLIMITED_LOAD } from "../net/testing/unlimited.ts";
import { AssetBook } from "./asset-book.ts";
import { jsonCertificateLog } from "./certificate-log.ts";
import type { Found } from "./found.ts";
import { htmlNames, policyNames } from "./page-names.ts";
import { references } from "./references.ts";
import { WORD_LIST } from "./word-list.ts";
import { tryWords } from "./words.ts";
import { zoneNames } from "./zone-file.ts";

describe("zoneNames", () => {
  it.each([
    [
      "absolute and relative names",
      "www IN A 192.0.2.1\nftp.shop.jp. IN A 192.0.2.2",
      ["www.shop.jp", "ftp.shop.jp"],
    ],
    ["the origin", "@ IN MX 10 mail", ["shop.jp"]],
    ["another origin", "$ORIGIN dev.shop.jp.\napi A 192.0.2.1", ["api.dev.shop.jp"]],
    ["a relative origin", "$ORIGIN dev\napi A 192.0.2.1", ["api.dev.shop.jp"]],
    [
      "blank owners and repeats",
      "www A 192.0.2.1\n    AAAA 2001:db8::1\nwww TXT x",
      ["www.shop.jp"],
    ],
    ["comments", "; no A 192.0.2.1\nyes A 192.0.2.1 ; and no", ["yes.shop.jp"]],
    [
      "parentheses",
      "@ SOA ns h (\n1 ; serial\nfake A 1\n)\nreal A 192.0.2.1",
      ["shop.jp", "real.shop.jp"],
    ],
    ["signs inside quotes", 'a TXT "( ; not open"\nb A 192.0.2.1', ["a.shop.jp", "b.shop.jp"]],
    [
      "no service labels or wildcards",
      "_dmarc TXT x\n*.dev A 192.0.2.1\nselector._domainkey TXT y",
      [],
    ],
    ["nothing of another zone", "www.other.jp. A 192.0.2.1", []],
    ["Windows line ends", "www A 192.0.2.1\r\nftp A 192.0.2.1\r\n", ["www.shop.jp", "ftp.shop.jp"]],
  ])("%s", (_what, text, names) => {
    expect(zoneNames(text, "shop.jp").map(({ name }) => name)).toEqual(names);
  });

  it("is bounded", () => {
    const many = Array.from({ length: 9_000 }, (_, at) => `h${at} A 192.0.2.1`).join("\n");
    expect(zoneNames(many, "shop.jp")).toHaveLength(5_000);
  });
});

describe("names in a page", () => {
  it("takes hosts from URLs, once each", () => {
    const html = `<script src="https://cdn.shop.jp/a.js"></script><a href='http://CDN.shop.jp:8080/'>
      <style>@import "https://fonts.elsewhere.com/css"</style><a href="/local">https://no</a>`;
    expect(htmlNames(html)).toEqual(["cdn.shop.jp", "fonts.elsewhere.com"]);
  });

  it("takes hosts from a policy", () => {
    const policy =
      "default-src 'self' *.shop.jp https://api.shop.jp:8443/v1; img-src data: wss://push.shop.jp; report-uri /r";
    expect(policyNames(policy)).toEqual(["shop.jp", "api.shop.jp", "push.shop.jp"]);
  });

  it("is quick and bounded on hostile text", () => {
    // Of the processor, not of the wall: another process may be busy at the same time.
    const before = process.cpuUsage();
    htmlNames("https://".repeat(200_000));
    policyNames("a.".repeat(200_000));
    policyNames("a-".repeat(200_000));
    expect(
      htmlNames(Array.from({ length: 999 }, (_, at) => `http://h${at}.jp`).join(" ")),
    ).toHaveLength(200);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
  });
});

describe("AssetBook", () => {
  const book = new AssetBook({
    domain: "shop.jp",
    fixtures: false,
    approved: new Set(["shop.jp"]),
    ignored: new Set(["old.shop.jp"]),
    optedOut: (host) => host === "closed.shop.jp",
    seenAt: "2026-11-21T00:00:00.000Z",
  });
  const by = (at: string) => ({ source: "html" as const, at, evidence: "x" });

  it.each([
    ["shop.jp", "domain", "approved"],
    ["www.shop.jp", "host", "candidate"],
    ["old.shop.jp", "host", "ignored"],
    ["closed.shop.jp", "host", "ignored"],
    ["notshop.jp", "host", "dependency"],
    ["cdn.elsewhere.com", "host", "dependency"],
  ])("%s is a %s: %s", (name, type, state) => {
    expect(book.found({ name, by: by("a") })).toMatchObject({ type, state });
  });

  it("keeps every path to a known asset and is silent about it", () => {
    expect(book.found({ name: "WWW.shop.jp.", by: by("b") })).toBeNull();
    expect(book.learn("host:www.shop.jp", {})?.foundBy.map(({ at }) => at)).toEqual(["a", "b"]);
  });

  it.each(["127.0.0.1", "localhost", "", "a..b"])("%j is no asset", (name) => {
    expect(book.found({ name, by: by("a") })).toBeNull();
  });
});

describe("sources on the wire", () => {
  let world: World;
  let target: TargetNetwork;

  beforeAll(async () => {
    const { root } = await fixtureAuthority();
    const log = JSON.stringify([{ name_value: "a.shop.test\n*.b.shop.test" }, { other: 1 }]);
    const pages = site({
      headers: { "content-security-policy": "script-src cdn.shop.test" },
      html: '<a href="https://blog.shop.test/">',
      paths: { "/log": { body: log }, "/broken": { body: "<html>" }, "/down": { status: 503 } },
    });
    const certificate = { dnsNames: ["shop.test", "*.san.shop.test", "ct.test"] };
    world = await startWorld({
      trustAnchors: [root.certificate],
      zones: [
        {
          name: "shop.test",
          records: (at) => [
            rr("shop.test", "A", at("web")),
            rr("shop.test", "MX", { preference: 1, exchange: "mx.shop.test" }),
            rr("_sip._tls.shop.test", "SRV", { port: 443, target: "sip.shop.test" }),
            rr("_imaps._tcp.shop.test", "SRV", { port: 993, target: "imap.shop.test" }),
            rr("www.shop.test", "CNAME", "shop.test"),
            rr("v6.shop.test", "AAAA", "2001:db8::1"),
            rr("empty.shop.test", "TXT", "x"),
          ],
        },
        {
          name: "wild.test",
          records: (at) => [
            rr("*.wild.test", "A", at("web")),
            rr("www.wild.test", "A", "192.0.2.7"),
          ],
        },
        { name: "ct.test", records: (at) => [rr("ct.test", "A", at("web"))] },
      ],
      machines: {
        web: {
          ports: { 443: (listen) => startTlsServer("shop.test", { pages, certificate }, listen) },
        },
      },
    });
    const network = new Network({
      production: false,
      fixtures: world.network,
      clock: systemClock,
      load: UNLIMITED_LOAD,
      limits: { connectMs: 500, responseMs: 1_000 },
    });
    target = network.open({ userAgent: "test", inScope: () => false });
  });
  afterAll(async () => {
    target.close();
    await world.stop();
  });

  async function all(found: AsyncIterable<Found>) {
    const list: string[] = [];
    for await (const { name, by } of found) list.push(`${by.source} ${name}`);
    return list;
  }

  it("follows records, certificate, policy and page", async () => {
    const found = await all(references("shop.test", target.clients("shop.test", null)));
    expect(found).toEqual(
      expect.arrayContaining([
        "mx mx.shop.test",
        "ns ns1.shop.test",
        "srv sip.shop.test",
        "srv imap.shop.test",
        "certificate shop.test",
        "certificate san.shop.test",
        "csp cdn.shop.test",
        "html blog.shop.test",
      ]),
    );
  });

  it("looks for no service below a name that does not exist", async () => {
    const { queries } = target.session;
    await all(references("ct.test", target.clients("ct.test", null)));
    // One for all services of TCP, and those for the domain itself.
    expect(target.session.queries - queries).toBeLessThan(10);
  });

  it("tries words, and knows which names a wildcard made up", async () => {
    const words = ["www", "v6", "empty", "missing"];
    expect(await all(tryWords("shop.test", target.dns, words))).toEqual([
      "word-list www.shop.test",
      "word-list v6.shop.test",
    ]);
    expect(await all(tryWords("wild.test", target.dns, ["www", "mail", "vpn"]))).toEqual([
      "word-list www.wild.test",
    ]);
  });

  it("reads a certificate log through the same guard", async () => {
    const { http } = target.clients("shop.test", null);
    const names = await jsonCertificateLog("https://ct.test/log?q={domain}").names(
      "shop.test",
      http,
    );
    expect(names).toEqual(["a.shop.test", "*.b.shop.test"]);
    for (const path of ["broken", "down"])
      await expect(
        jsonCertificateLog(`https://ct.test/${path}`).names("shop.test", http),
      ).rejects.toMatchObject({
        code: "malformed",
      });
    await expect(
      jsonCertificateLog("https://127.0.0.1/log").names("shop.test", http),
    ).rejects.toMatchObject({ code: "refused" });
  });
});

it("has about 200 different labels that DNS can carry", () => {
  expect(new Set(WORD_LIST).size).toBe(WORD_LIST.length);
  expect(WORD_LIST.length).toBeGreaterThanOrEqual(200);
  for (const word of WORD_LIST) expect(word).toMatch(/^[a-z0-9][a-z0-9-]*$/);
});
