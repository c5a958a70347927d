import type { LabState, ZoneSpec } from "../state.ts";

/*
 * How zones are signed and how servers deny, each form on a server that has it: algorithms and digests (RFC 8624),
 * rounds and salts (RFC 9276), empty non-terminals and wildcards in every form of denial (RFC 4035 §5.4, RFC 5155
 * §8, RFC 9824), children without DS, aliases that lead nowhere in each of them.
 */

const zone = (
  name: string,
  spec: ZoneSpec,
  finds: readonly string[] = [],
  more: Partial<LabState> = {},
): LabState => ({ name, area: "DNS, DNSSEC", zone: spec, finds, lacks: ["dns-resolves"], ...more });

/** Nothing that is there without a name of its own, and what stands for all that are not there. */
const DEEP = ["a.b.c A {v4}"];
const STAR = ["* A {v4}"];
const DEEP_STAR = ["*.x.y A {v4}"];
const ALIAS_STAR = ["* CNAME {domain}."];
/** Delegated, and not signed. */
const CHILD = ["child NS bind1.dnsya.jp.", "child NS bind2.dnsya.jp."];

const kinds = [
  zone("kind-rsa-sha512", { signing: "rsa-sha512" }),
  zone("kind-ed25519", { signing: "ed25519" }),
  zone("kind-ed448", { signing: "ed448" }),
  zone("kind-p384-nsd", { signing: "p384", servers: "nsd" }),
  zone("kind-two-keys", { signing: "two-keys" }),
  zone("kind-ds-sha384", { signing: "ds-sha384" }),
  zone("kind-ds-sha1", { signing: "ds-sha1" }, ["dns-dnssec:weak-algorithm"]),
  zone("kind-sha1-nsec3", { signing: "sha1-nsec3" }, ["dns-dnssec:weak-algorithm"]),
  zone("kind-nsec3-salted", { signing: "nsec3-salted" }),
  zone("kind-nsec3-one-round", { signing: "nsec3-1" }, ["dns-dnssec:nsec3-rounds"]),
  zone("kind-expired-nsd", { signing: "expired", servers: "nsd" }, ["dns-dnssec:expired"]),
  zone("kind-expired-knot", { signing: "expired", servers: "knot" }, ["dns-dnssec:expired"]),
  zone("kind-wrong-ds-nsd", { signing: "wrong-ds", servers: "nsd" }, ["dns-dnssec:ds-mismatch"]),
];

const denials = [
  zone("deep-nsec", { records: DEEP }),
  zone("deep-nsec-nsd", { records: DEEP, servers: "nsd" }),
  zone("deep-nsec3-nsd", { records: DEEP, signing: "nsec3", servers: "nsd" }),
  zone("deep-nsec3-knot", { records: DEEP, signing: "nsec3", servers: "knot" }),
  zone("deep-nsec3-powerdns", { records: DEEP, signing: "nsec3", servers: "powerdns" }),
  zone("deep-compact", { records: DEEP, signing: "online", servers: "knot" }),
  zone("deep-narrow", { records: DEEP, signing: "narrow", servers: "powerdns" }),
  zone("star-nsec-nsd", { records: STAR, servers: "nsd" }),
  zone("star-nsec3-knot", { records: STAR, signing: "nsec3", servers: "knot" }),
  zone("star-compact", { records: STAR, signing: "online", servers: "knot" }),
  zone("star-narrow", { records: STAR, signing: "narrow", servers: "powerdns" }),
  zone("star-opt-out", { records: STAR, signing: "opt-out" }),
  zone("star-below-nothing", { records: DEEP_STAR }),
  zone("star-below-nothing-nsec3", { records: DEEP_STAR, signing: "nsec3" }),
  zone("star-of-aliases", { records: ALIAS_STAR }),
  zone("star-of-aliases-nsec3", { records: ALIAS_STAR, signing: "nsec3", servers: "nsd" }),
  zone("child-unsigned", { records: CHILD }),
  zone("child-unsigned-nsec3", { records: CHILD, signing: "nsec3" }),
  zone("child-unsigned-opt-out", { records: CHILD, signing: "opt-out" }),
  zone("child-unsigned-nsd", { records: CHILD, signing: "nsec3", servers: "nsd" }),
];

const lost = (name: string, spec: ZoneSpec) =>
  zone(name, { ...spec, records: ["www CNAME gone"] }, ["dns-dangling:gone"], { hosts: ["www"] });

const aliases = [
  lost("lost-nsec3", { signing: "nsec3" }),
  lost("lost-nsec3-nsd", { signing: "nsec3", servers: "nsd" }),
  lost("lost-opt-out", { signing: "opt-out" }),
  lost("lost-narrow", { signing: "narrow", servers: "powerdns" }),
  lost("lost-unsigned", { signing: "none", servers: "knot" }),
  zone(
    "alias-across-zones",
    { records: ["www CNAME step", "step CNAME mx.yubin.jp."], signing: "nsec3" },
    [],
    {
      hosts: ["www"],
      lacks: ["dns-dangling", "dns-lapsed", "dns-dnssec"],
    },
  ),
  // An NSEC at the name, without the mark of RFC 9824: whether it is there cannot be told.
  zone("lost-compact", { records: ["www CNAME gone"], signing: "online", servers: "knot" }, [], {
    hosts: ["www"],
    lacks: ["dns-lapsed", "dns-dnssec"],
    tolerates: ["dns-dangling:gone"],
  }),
].map((state) =>
  state.name === "lost-unsigned" ? { ...state, tolerates: ["dns-dnssec:unsigned"] } : state,
);

export const denialStates: readonly LabState[] = [...kinds, ...denials, ...aliases];
