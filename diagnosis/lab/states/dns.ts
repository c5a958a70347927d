import type { LabState, ZoneSpec } from "../state.ts";

const zone = (
  name: string,
  spec: ZoneSpec,
  finds: readonly string[],
  more: Partial<LabState> = {},
): LabState => ({ name, area: "DNS, DNSSEC", zone: spec, finds, ...more });

const NS_BIND = "bind1.dnsya.jp.";

export const dnsStates: readonly LabState[] = [
  zone("signed-bind", {}, [], { quick: true }),
  zone("signed-nsd", { servers: "nsd" }, []),
  zone("signed-knot", { servers: "knot" }, []),
  zone("signed-powerdns", { servers: "powerdns" }, []),
  zone("signed-nsec3", { signing: "nsec3" }, []),
  zone("unsigned", { signing: "none" }, ["dns-dnssec:unsigned"], { quick: true }),
  zone("unsigned-nsd", { signing: "none", servers: "nsd" }, ["dns-dnssec:unsigned"]),
  zone("unsigned-knot", { signing: "none", servers: "knot" }, ["dns-dnssec:unsigned"]),
  zone("unsigned-powerdns", { signing: "none", servers: "powerdns" }, ["dns-dnssec:unsigned"]),
  zone("no-ds", { signing: "no-ds" }, ["dns-dnssec:no-ds"]),
  zone("wrong-ds", { signing: "wrong-ds" }, ["dns-dnssec:ds-mismatch"], { quick: true }),
  zone("signature-expired", { signing: "expired" }, ["dns-dnssec:expired"], {
    quick: true,
    gradeAtMost: "C",
  }),
  zone("signature-ending", { signing: "ending" }, ["dns-dnssec:ending"]),
  zone(
    "data-altered",
    { signing: "altered", records: ["@ A {v4}", "@ AAAA {v6}"] },
    ["dns-dnssec:bogus-answers"],
    {
      gradeAtMost: "C",
    },
  ),
  zone("ds-without-signature", { signing: "unsigned-data" }, ["dns-dnssec"]),
  zone("signed-sha1", { signing: "sha1" }, ["dns-dnssec"]),
  zone("nsec3-10-rounds", { signing: "nsec3-10" }, ["dns-dnssec:nsec3-rounds"]),
  zone("nsec3-150-rounds", { signing: "nsec3-150" }, ["dns-dnssec:nsec3-unsigned"]),
  zone("no-caa", { without: ["CAA"] }, ["dns-caa:absent"]),
  zone("caa-parent-value", { records: ['@ CAA 0 issue ";"'] }, []),
  zone("one-server", { nameServers: [NS_BIND] }, ["dns-ns:single"]),
  zone(
    "one-network",
    {
      nameServers: [NS_BIND, "ns-beside.{domain}."],
      records: ["ns-beside A 11.1.1.54"],
      delegation: [
        `@ NS ${NS_BIND}`,
        "@ NS ns-beside.{domain}.",
        "ns-beside.{domain}. A 11.1.1.54",
      ],
    },
    ["dns-ns:same-network"],
    { tolerates: ["dns-lame", "dns-delegation"] },
  ),
  zone("lame-server", { nameServers: [NS_BIND, "empty.dnsya.jp."] }, ["dns-lame:lame"], {
    quick: true,
    tolerates: ["dns-delegation:lame"],
  }),
  zone(
    "server-without-address",
    { nameServers: [NS_BIND, "nobody.dnsya.jp."] },
    ["dns-lame:unresolvable"],
    { tolerates: ["dns-delegation", "dns-ns"] },
  ),
  zone(
    "lame-at-parent",
    { delegation: [`@ NS ${NS_BIND}`, "@ NS bind2.dnsya.jp.", "@ NS empty.dnsya.jp."] },
    ["dns-delegation:lame"],
    { tolerates: ["dns-delegation:missing-at-child", "dns-lame"] },
  ),
  zone("missing-at-parent", { delegation: [`@ NS ${NS_BIND}`] }, [
    "dns-delegation:missing-at-parent",
  ]),
  zone(
    "missing-at-child",
    { nameServers: [NS_BIND], delegation: [`@ NS ${NS_BIND}`, "@ NS bind2.dnsya.jp."] },
    ["dns-delegation:missing-at-child"],
    { tolerates: ["dns-ns:single"] },
  ),
  zone("serials-differ", { staleSecond: true, signing: "none" }, ["dns-delegation:serials"], {
    tolerates: ["dns-dnssec:unsigned"],
  }),
  zone("open-transfer", { servers: "loose" }, ["dns-axfr:open", "dns-recursion:open"], {
    quick: true,
  }),
  zone("wildcard", { records: ["* A {v4}"] }, [], { lacks: ["dns-dangling"] }),
  zone("alias-of-an-alias", { records: ["www CNAME middle", "middle CNAME {domain}."] }, [], {
    hosts: ["www"],
    lacks: ["dns-dangling", "dns-lapsed"],
  }),
  zone(
    "alias-of-a-lost-alias",
    { records: ["www CNAME middle", "middle CNAME gone"] },
    ["dns-dangling:gone"],
    { hosts: ["www"] },
  ),
  zone(
    "alias-of-a-lapsed-alias",
    { records: ["www CNAME middle", "middle CNAME shop.nobody-registered-this.jp."] },
    ["dns-lapsed:lapsed"],
    { hosts: ["www"], lacks: ["dns-dangling"], gradeAtMost: "E" },
  ),
  zone("private-address", { without: ["A"], records: ["@ A 10.1.2.3"] }, ["dns-private:private"], {
    tolerates: ["net-ipv6"],
  }),
  zone(
    "lapsed-name-server",
    { nameServers: [NS_BIND, "bind2.dnsya.jp.", "ns.nobody-registered-this.jp."] },
    ["dns-lapsed:lapsed"],
    { tolerates: ["dns-lame:unresolvable", "dns-delegation"] },
  ),
  zone(
    "lapsed-include",
    { records: ['@ TXT "v=spf1 include:spf.nobody-registered-this.jp -all"'] },
    ["dns-lapsed:lapsed"],
    { tolerates: ["mail-spf:broken-include", "mail-spf", "mail-spoof"] },
  ),
  zone(
    "lapsed-mail",
    { records: ["@ MX 10 mx.nobody-registered-this.jp."] },
    ["dns-lapsed:lapsed"],
    { tolerates: ["mail-mx:absent", "mail-spf", "mail-starttls"] },
  ),
];
