import { describe, expect, test } from "vitest";
import { readMailDomain } from "./mail-domain.ts";

const served = { allowsReserved: false };

describe("a domain of mail addresses", () => {
  test.each([
    ["example.co.jp", "example.co.jp"],
    ["Mail.Example.CO.JP.", "mail.example.co.jp"],
    [" ｅｘａｍｐｌｅ．ｃｏ．ｊｐ ", "example.co.jp"],
    ["日本語.jp", "xn--wgv71a119e.jp"],
    ["XN--WGV71A119E.JP", "xn--wgv71a119e.jp"],
    ["city.chiyoda.tokyo.jp", "city.chiyoda.tokyo.jp"],
  ])("is read as the DNS has it: %s", (text, domain) => {
    expect(readMailDomain(text, served)).toEqual({ domain });
  });

  test.each([
    "",
    "localhost",
    "user@example.jp",
    "https://example.jp/",
    "example..jp",
    "-example.jp",
    "example_.jp",
    "192.0.2.1",
    "[2001:db8::1]",
    "example.jp:443",
    "example.nosuchtop",
    `${"a".repeat(64)}.jp`,
    `${"a.".repeat(127)}jp`,
    "seki.example",
    "seki.test",
  ])("is refused where it is none: %s", (text) => {
    expect(readMailDomain(text, served)).toEqual({ problem: "DomainNameInvalid" });
  });

  test.each(["co.jp", "jp", "tokyo.jp", "com.", "github.io", "azurewebsites.net", "ＣＯ．ＪＰ"])(
    "is refused where everybody registers below it: %s",
    (text) => {
      const { problem } = readMailDomain(text, served) as { problem?: string };
      // A top level has one label and is no domain of mail addresses at all.
      expect(problem).toBe(
        text === "jp" || text === "com." ? "DomainNameInvalid" : "DomainIsPublicSuffix",
      );
    },
  );

  test.each([
    "gmail.com",
    "GMail.com",
    "docomo.ne.jp",
    "ezweb.ne.jp",
    "mc1.ezweb.ne.jp",
    "softbank.ne.jp",
    "yahoo.co.jp",
    "nifty.com",
    "icloud.com",
    "outlook.com",
    "outlook.jp",
    "tenant.onmicrosoft.com",
  ])("is refused where anybody gets a mailbox: %s", (text) => {
    expect(readMailDomain(text, served)).toEqual({ problem: "DomainOfMailProvider" });
  });

  test("may be one of tests where nobody is served", () => {
    expect(readMailDomain("seki.example", { allowsReserved: true })).toEqual({
      domain: "seki.example",
    });
  });
});
