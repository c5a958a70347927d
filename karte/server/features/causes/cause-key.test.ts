import { certificateCause, productCause, serviceCause } from "@sekimori/diagnosis/cause";
import { allChecks } from "@sekimori/diagnosis/checks";
import { describe, expect, test } from "vitest";
import { type Caused, causeOf, checksWithRule } from "./cause-key.ts";

const seen = (check: string, more: Partial<Caused> = {}): Caused => ({
  check,
  subject: null,
  place: { host: "www.example.jp", address: "192.0.2.1" },
  domain: "example.jp",
  fingerprint: null,
  ...more,
});
const at = (port: number) => ({
  place: { host: "www.example.jp", address: "192.0.2.1", port },
});

test("every check of the table is one of the engine's", () => {
  const known = new Set(allChecks.map(({ id }) => id));
  expect(checksWithRule.filter((check) => !known.has(check))).toEqual([]);
});

describe("the twelve findings of the order of work", () => {
  const sender = { kind: "record", name: "sender policy of example.jp" } as const;
  test.each([
    ["Apache", seen("sw-version", { subject: "Apache 2.4.49" }), "product|www.example.jp Apache"],
    ["Redis", seen("port-data", { subject: "6379", ...at(6379) }), "service|192.0.2.1:6379"],
    ["certificate", seen("cert-expiry", { fingerprint: "ab12" }), "certificate|ab12"],
    [
      "subdomain",
      seen("dns-dangling", { cause: { kind: "name", name: "shop.example.net" } }),
      "name|shop.example.net",
    ],
    [
      ".git",
      seen("exp-files", {
        subject: "/.git/config",
        place: { host: "www.example.jp", url: "https://www.example.jp/.git/config" },
      }),
      "files|https://www.example.jp /.git",
    ],
    ["DMARC", seen("mail-dmarc", { cause: sender }), "record|sender policy of example.jp"],
    ["RDP", seen("port-admin", { subject: "3389", ...at(3389) }), "service|192.0.2.1:3389"],
    ["TLS 1.0", seen("tls-old"), "tls|192.0.2.1:443"],
    ["CSP", seen("http-csp"), "headers|https://www.example.jp"],
    ["jQuery", seen("sw-version", { subject: "jquery 1.12.4" }), "product|www.example.jp jquery"],
    ["SSH", seen("svc-ssh", at(22)), "ssh|192.0.2.1:22"],
    ["security.txt", seen("http-sectxt"), "check|http-sectxt|www.example.jp"],
  ])("%s", (_name, finding, key) => {
    expect(causeOf(finding)).toBe(key);
  });
});

describe("one cause", () => {
  test.each([
    [
      "five headers of an origin",
      ["http-csp", "http-hsts", "http-frame", "http-nosniff", "http-referrer"].map((check) =>
        seen(check),
      ),
    ],
    [
      "a port that two names lead to",
      ["www.example.jp", "example.jp"].map((host) =>
        seen("port-data", { place: { host, address: "2001:db8::1", port: 6379 } }),
      ),
    ],
    [
      "a certificate on hosts of two domains",
      ["example.jp", "example.com"].map((domain) =>
        seen("cert-expiry", { domain, place: { host: `www.${domain}` }, fingerprint: "ab12" }),
      ),
    ],
    [
      "a product that is old and has flaws",
      ["nginx 1.18.0", "nginx 1.18.0"].map((subject) => seen("sw-version", { subject })),
    ],
    ["three faults of a cookie", [1, 2, 3].map(() => seen("http-cookie", { subject: "SID" }))],
    [
      "files of one folder",
      ["/.git/config", "/.git/HEAD"].map((subject) => seen("exp-files", { subject })),
    ],
  ])("%s", (_name, findings) => {
    expect(new Set(findings.map(causeOf)).size).toBe(1);
  });
});

describe("two causes", () => {
  test.each([
    [
      "headers of two origins",
      seen("http-csp"),
      seen("http-csp", { place: { host: "www.example.jp", url: "https://www.example.jp:8443/" } }),
    ],
    ["two ports of an address", seen("port-data", at(6379)), seen("port-data", at(9200))],
    ["TLS and SSH of an address", seen("tls-old"), seen("svc-ssh", at(443))],
    [
      "two cookies",
      seen("http-cookie", { subject: "SID" }),
      seen("http-cookie", { subject: "lang" }),
    ],
    ["DNSSEC and the delegation of a zone", seen("dns-dnssec"), seen("dns-ns")],
    [
      "a certificate and another one",
      seen("cert-expiry", { fingerprint: "ab12" }),
      seen("cert-expiry", { fingerprint: "cd34" }),
    ],
  ])("%s", (_name, one, other) => {
    expect(causeOf(one)).not.toBe(causeOf(other));
  });
});

describe("what the engine names has the key that findings of versions before it have", () => {
  const host = "www.example.jp";
  const cert = { fingerprint256: "AB:12" };
  const v6 = { host, address: "2001:db8::1", port: 6379 };
  test.each([
    ["a certificate", seen("cert-trust", { fingerprint: "ab12" }), certificateCause(cert)],
    ["a service", seen("port-data", at(6379)), serviceCause(at(6379).place, 6379)],
    ["a service by IPv6", seen("port-data", { place: v6 }), serviceCause(v6, 6379)],
    ["a product", seen("sw-version", { subject: "nginx 1.18.0" }), productCause(host, "nginx")],
  ])("%s", (_name, before, cause) => {
    expect(causeOf({ ...before, cause })).toBe(causeOf(before));
  });
});
