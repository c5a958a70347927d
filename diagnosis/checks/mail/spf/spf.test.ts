import { describe, expect, it } from "vitest";
import { parseSpf } from "../../dns/spf-records.ts";
import { analyseSpf, type SpfDns } from "./analyse.ts";

/** Terms that receivers accept, and terms over which they refuse the whole record (RFC 7208 §12). */
describe("parseSpf", () => {
  it.each([
    ...["all", "-all", "~ALL", "a", "a/24", "a//64", "a/24//64", "a:www.x.test", "a:www.x.test/28"],
    ...["mx", "mx:x.test//48", "ptr", "ptr:x.test", "include:x.test", "exists:%{i}.x.test"],
    ...["ip4:192.0.2.1", "ip4:192.0.2.0/24", "ip4:0.0.0.0/0", "ip6:2001:db8::/32", "ip6:::1"],
    ...["redirect=x.test", "redirect=%{d}.x.test", "exp=why.x.test", "unknown=%{c}", "x-y.z="],
    ...["exists:%{ir}.%{l1r+-}._spf.x.test", "include:_spf.x.test.", "a:%{d}", "a:x.%%.test"],
  ])("accepts %s", (term) => {
    expect(parseSpf(`v=spf1 ${term}`)).not.toHaveProperty("faulty");
  });

  it.each([
    ...["ipv4:192.0.2.1", "ip4:192.0.2", "ip4:192.0.2.0/33", "ip4:192.0.2.256", "ip4:192.0.2.0/"],
    ...["ip4:192.0.2.0/024", "ip4:192.0.2.0//24", "ip4:2001:db8::1", "ip4", "ip4:", "ip4:x.test"],
    ...["ip6:2001:db8::/129", "ip6:192.0.2.1", "ip6:2001:db8::g", "ip6:fe80::1%eth0", "ip6"],
    ...["include", "include:", "include:x", "include:x.test/24", "exists:", "exists:x.test/8"],
    ...["all:x", "all/8", "a:", "a/33", "a//129", "a/24/64", "a/", "a:x.123", "mx:x.test/a"],
    ...["include:%{x}.test", "exists:%{c}.x.test", "a:%x.test", "a:x.test%", "a:%{d", "redirect="],
    ...[
      "-",
      "--all",
      "foo",
      "foo:bar",
      "=x",
      "redirect=x",
      "exp=%(d)",
      "unknown=%{z}",
      "a:x.t\u00e4st",
    ],
    ...["redirect=x.test redirect=x.test", "exp=x.test exp=y.test"],
  ])("refuses %s", (term) => {
    expect(parseSpf(`v=spf1 ${term}`)).toMatchObject({ faulty: term.split(" ").at(-1) });
  });
});

const records: Readonly<Record<string, string>> = {
  "open.test": "v=spf1 +all",
  "closed.test": "v=spf1 -all",
  "twice.test": "v=spf1 -all",
};

function dns(record: string): SpfDns {
  return {
    texts: async (name) => (name === "x.test" ? [record] : records[name] ? [records[name]] : []),
    hasAddress: async (name) => !name.startsWith("void"),
    hasIpv4: async (name) => !/^(?:void|v6)/.test(name),
    mailServers: async (name) =>
      Array.from({ length: name === "many.test" ? 11 : name.startsWith("void") ? 0 : 2 }, (_, at) =>
        String(at),
      ),
  };
}

describe("analyseSpf", () => {
  it.each([
    ["-all", { kind: "policy", all: "-" }],
    ["a mx -all", { kind: "policy", all: "-", lookups: 2 }],
    ["a:void1.test a:void2.test -all", { kind: "policy", all: "-" }],
    [
      "a:void1.test a:void2.test exists:void3.test -all",
      { kind: "too-many-voids", term: "exists:void3.test", at: "x.test" },
    ],
    ["mx:void1.test mx:void2.test mx:void3.test -all", { kind: "too-many-voids" }],
    ["mx:many.test -all", { kind: "too-many-mx", term: "mx:many.test" }],
    ["include:none.test -all", { kind: "broken-include", term: "include:none.test" }],
    ["redirect=none.test", { kind: "broken-include", term: "redirect=none.test" }],
    ["redirect=closed.test", { kind: "policy", all: "-", lookups: 1 }],
    ["-all ip4:bad", { kind: "syntax-error", term: "ip4:bad" }],
    // An include of a record that passes everyone matches everyone: its qualifier decides.
    ["include:open.test -all", { kind: "policy", all: "+" }],
    ["?include:open.test -all", { kind: "policy", all: "?" }],
    ["-include:open.test ~all", { kind: "policy", all: "-" }],
    ["include:closed.test ~all", { kind: "policy", all: "~" }],
    // Ranges.
    ["ip4:192.0.0.0/16 -all", { kind: "policy", all: "-", wide: [] }],
    ["ip4:11.0.0.0/8 -all", { kind: "policy", all: "-", wide: ["ip4:11.0.0.0/8"] }],
    ["-ip4:11.0.0.0/8 -all", { kind: "policy", all: "-", wide: [] }],
    // Of private ranges no mail comes out, however wide they are.
    ["ip4:10.0.0.0/8 ip4:172.16.0.0/12 -all", { kind: "policy", all: "-", wide: [] }],
    ["ip6:fc00::/7 -all", { kind: "policy", all: "-", wide: [] }],
    ["ip4:0.0.0.0/0 -all", { kind: "policy", all: "+" }],
    ["ip4:10.0.0.0/7 -all", { kind: "policy", all: "-", wide: ["ip4:10.0.0.0/7"] }],
    // What exists for one message exists for all, unless the name is made from it.
    ["exists:there.test -all", { kind: "policy", all: "+" }],
    ["?exists:%{d} -all", { kind: "policy", all: "?" }],
    ["exists:%{i}.there.test -all", { kind: "policy", all: "-" }],
    ["exists:void.test -all", { kind: "policy", all: "-" }],
    ["exists:v6.test -all", { kind: "policy", all: "-" }],
    ["a/4 -all", { kind: "policy", all: "-", wide: ["a/4"] }],
    ["ip4:0.0.0.0/2 -all", { kind: "policy", all: "+" }],
    ["ip4:0.0.0.0/3 ip4:32.0.0.0/3 -all", { kind: "policy", all: "+" }],
    ["ip6:2000::/3 -all", { kind: "policy", all: "+" }],
    ["ip6:2001:db8::/32 -all", { kind: "policy", all: "-", wide: [] }],
    [
      Array.from({ length: 11 }, (_, at) => `exists:%{i}.${at}.test`).join(" "),
      { kind: "too-many-lookups", term: "exists:%{i}.10.test" },
    ],
  ])("%s", async (terms, expected) => {
    expect(await analyseSpf("x.test", dns(`v=spf1 ${terms}`))).toMatchObject(expected);
  });
});
