import ipaddr from "ipaddr.js";
import { specialAddressReason } from "../../../net/special-ranges.ts";
import { type Mechanism, parseSpf, type Qualifier, spfRecords } from "../../dns/spf-records.ts";
import { expandMacros } from "./macros.ts";

/** What a domain's SPF amounts to: a receiver's verdict on a stranger's message. */
export type SpfAnalysis =
  | { readonly kind: "absent" | "multiple" }
  /** What follows is another for each message: a redirect to a name that is made from its address or sender. */
  | { readonly kind: "depends"; readonly term: string; readonly at: string }
  /** Everything that makes receivers give up with a permanent error, and the term to blame. */
  | {
      readonly kind:
        | "syntax-error"
        | "too-many-lookups"
        | "too-many-voids"
        | "too-many-mx"
        | "broken-include";
      readonly term: string;
      /** The domain whose record holds the term. */
      readonly at: string;
    }
  | {
      readonly kind: "policy";
      /** What becomes of senders that nothing else matched; `?` when the record does not say. */
      readonly all: Qualifier;
      readonly lookups: number;
      /** Terms that let more addresses pass than any one organisation has. */
      readonly wide: readonly string[];
    };

/** Lookups of mechanisms and modifiers, lookups that find nothing, names of one MX (RFC 7208 §4.6.4). */
const MAX_LOOKUPS = 10;
const MAX_VOIDS = 2;
const MAX_MX = 10;
const LOOKUPS = ["include", "a", "mx", "ptr", "exists"];

/** Wider than a /16 of IPv4 or a /32 of IPv6, which is what a large provider holds. */
const WIDE = { v4: 16, v6: 32 };
/** This share of all IPv4 addresses is everyone, whatever it is called. */
const EVERYONE = 0.25;

/** What the analysis asks DNS. All throw NetError where DNS fails. */
export interface SpfDns {
  /** TXT strings of a name, [] when there are none. */
  readonly texts: (name: string) => Promise<readonly string[]>;
  readonly hasAddress: (name: string) => Promise<boolean>;
  /** An address of IPv4: all that `exists` asks for (§5.7). */
  readonly hasIpv4: (name: string) => Promise<boolean>;
  /** Names of the mail servers, [] when there are none. */
  readonly mailServers: (name: string) => Promise<readonly string[]>;
}

type Tally = { lookups: number; voids: number; share: number; wide: string[] };
type Policy = Extract<SpfAnalysis, { kind: "policy" }>;

/**
 * Judges a domain's SPF as a receiver judges a message from a stranger's address: every term is
 * evaluated, follows `include` and `redirect`, counts lookups and void lookups, and finds records
 * that let everyone pass. Macros that mean a domain are expanded; targets made from the message are counted
 * only.
 */
export function analyseSpf(domain: string, dns: SpfDns): Promise<SpfAnalysis> {
  return new Evaluation(dns, domain).domain(domain);
}

class Evaluation {
  readonly #dns: SpfDns;
  /** The domain of the message that is judged. */
  readonly #sender: string;
  readonly #tally: Tally = { lookups: 0, voids: 0, share: 0, wide: [] };

  constructor(dns: SpfDns, sender: string) {
    this.#dns = dns;
    this.#sender = sender;
  }

  async domain(at: string): Promise<SpfAnalysis> {
    const records = spfRecords(await this.#dns.texts(at));
    const [text] = records;
    if (text === undefined) return { kind: "absent" };
    if (records.length > 1) return { kind: "multiple" };
    const record = parseSpf(text);
    if ("faulty" in record) return { kind: "syntax-error", term: record.faulty, at };
    for (const mechanism of record.mechanisms) {
      const end = await this.#mechanism(mechanism, at);
      if (end) return end;
    }
    if (record.redirect === null) return this.#policy("?");
    return await this.#redirect(record.redirect, at);
  }

  /** The verdict if the evaluation ends here, null when it goes on. */
  async #mechanism(mechanism: Mechanism, at: string): Promise<SpfAnalysis | null> {
    const { name, qualifier, term } = mechanism;
    if (LOOKUPS.includes(name) && this.#isOverLookups())
      return { kind: "too-many-lookups", term, at };
    if (name === "all") return this.#policy(qualifier);
    if (qualifier === "+") this.#measure(mechanism);
    if (this.#tally.share >= EVERYONE) return this.#policy("+");
    const value = this.#name(mechanism.value, at);
    if (value === null || name === "ptr") return null;
    if (name === "include") return await this.#include({ ...mechanism, value }, at);
    if (name === "mx") {
      const servers = await this.#dns.mailServers(value || at);
      if (servers.length > MAX_MX) return { kind: "too-many-mx", term, at };
      return this.#isVoid(servers.length === 0) ? { kind: "too-many-voids", term, at } : null;
    }
    if (name !== "a" && name !== "exists") return null;
    const found = await (name === "a"
      ? this.#dns.hasAddress(value || at)
      : this.#dns.hasIpv4(value));
    if (this.#isVoid(!found)) return { kind: "too-many-voids", term, at };
    // A name that is the same for every message matches all of them, if it is there.
    return name === "exists" && found ? this.#policy(qualifier) : null;
  }

  /** An include matches where the included record passes (RFC 7208 §5.2): then its qualifier decides. */
  async #include({ value, term, qualifier }: Mechanism, at: string): Promise<SpfAnalysis | null> {
    const before = { share: this.#tally.share, wide: [...this.#tally.wide] };
    const included = await this.domain(value);
    if (included.kind === "absent" || included.kind === "multiple")
      return { kind: "broken-include", term, at };
    // Whether it matches is another for each message, and what comes after it counts for strangers.
    if (included.kind === "depends") return null;
    if (included.kind !== "policy") return included;
    if (qualifier !== "+") Object.assign(this.#tally, before);
    return included.all === "+" ? this.#policy(qualifier) : null;
  }

  async #redirect(target: string, at: string): Promise<SpfAnalysis> {
    const term = `redirect=${target}`;
    if (this.#isOverLookups()) return { kind: "too-many-lookups", term, at };
    const name = this.#name(target, at);
    if (name === null) return { kind: "depends", term, at };
    const found = await this.domain(name);
    const broken = found.kind === "absent" || found.kind === "multiple";
    return broken ? { kind: "broken-include", term, at } : found;
  }

  #name(spec: string, at: string): string | null {
    return expandMacros(spec, { current: at, sender: this.#sender });
  }

  #isOverLookups(): boolean {
    this.#tally.lookups += 1;
    return this.#tally.lookups > MAX_LOOKUPS;
  }

  #isVoid(nothing: boolean): boolean {
    if (nothing) this.#tally.voids += 1;
    return this.#tally.voids > MAX_VOIDS;
  }

  #measure({ name, value, prefix4, prefix6, term }: Mechanism): void {
    if (name === "ip4" && isSpecial(ipaddr.IPv4, `${value}/${prefix4}`)) return;
    if (name === "ip6" && isSpecial(ipaddr.IPv6, `${value}/${prefix6}`)) return;
    const v4 = ["ip4", "a", "mx"].includes(name) && prefix4 < WIDE.v4;
    const v6 = ["ip6", "a", "mx"].includes(name) && prefix6 < WIDE.v6;
    if (v4) this.#tally.share += 2 ** -prefix4;
    // Public IPv6 addresses are an eighth of all: 2000::/3.
    if (v6) this.#tally.share += Math.min(1, 2 ** (3 - prefix6));
    if (v4 || v6) this.#tally.wide.push(term);
  }

  #policy(all: Qualifier): Policy {
    return { kind: "policy", all, lookups: this.#tally.lookups, wide: this.#tally.wide };
  }
}

/** Whether no mail from the Internet comes out of a range: both its ends are private, or otherwise of no use there. */
function isSpecial(kind: typeof ipaddr.IPv4 | typeof ipaddr.IPv6, range: string): boolean {
  // Wider ones begin and end in such ranges, and hold others between.
  if (Number(range.split("/")[1]) < 7) return false;
  const ends = [kind.networkAddressFromCIDR(range), kind.broadcastAddressFromCIDR(range)];
  return ends.every((end) => specialAddressReason(end.toString()) !== null);
}
