import ipaddr from "ipaddr.js";

/** What a matching mechanism means: pass, fail, softfail, neutral. */
export type Qualifier = "+" | "-" | "~" | "?";

/** One mechanism of an SPF record. */
export interface Mechanism {
  readonly qualifier: Qualifier;
  readonly name: "all" | "include" | "a" | "mx" | "ptr" | "ip4" | "ip6" | "exists";
  /** Domain or address after the colon, unexpanded; empty without. */
  readonly value: string;
  /** Prefix lengths after the slashes: IPv4 and IPv6. */
  readonly prefix4: number;
  readonly prefix6: number;
  /** As it is written. */
  readonly term: string;
}

export interface SpfRecord {
  readonly mechanisms: readonly Mechanism[];
  /** Target of `redirect=`, null without. */
  readonly redirect: string | null;
}

/** A record that receivers refuse to evaluate, and the term that is to blame. */
export interface SpfSyntaxError {
  readonly faulty: string;
}

const MECHANISM = /^([+\-~?])?(all|include|a|mx|ptr|ip4|ip6|exists)(?::(.*?))?((?:\/\/?[^/]*)*)$/i;
const MODIFIER = /^([a-z][a-z0-9._-]*)=(.*)$/i;
/** `/24`, `//64`, `/24//64`; no leading zeros (RFC 7208 §12). */
const DUAL_LENGTH = /^(?:\/(0|[1-9]\d?))?(?:\/\/(0|[1-9]\d{0,2}))?$/;
/** A macro expression; the letters c, r and t belong to explanations only (§7.2), a number is none of zero (§7.3). */
const MACRO = /%\{[slodiphv](?:0*[1-9]\d{0,2})?r?[.\-+,/_=]*\}|%%|%_|%-/gi;
const EXPLANATION_MACRO = /%\{[slodiphvcrt](?:0*[1-9]\d{0,2})?r?[.\-+,/_=]*\}|%%|%_|%-/gi;
/** A domain ends in a label that is no number, or in a macro (§7.1, "domain-end"). */
const DOMAIN_END = /\.(?=[a-z0-9-]*[a-z-])[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.?$/i;
const MACRO_END = /%\{[slodiphv](?:0*[1-9]\d{0,2})?r?[.\-+,/_=]*\}$/i;

/** The SPF records among a name's TXT strings (RFC 7208 §4.5). */
export function spfRecords(texts: readonly string[]): string[] {
  return texts.filter((text) => /^v=spf1(?: |$)/i.test(text));
}

/**
 * Parses a record as receivers do (RFC 7208 §4.6.1 and §12): one faulty term anywhere makes the
 * whole record a permanent error.
 */
export function parseSpf(text: string): SpfRecord | SpfSyntaxError {
  const mechanisms: Mechanism[] = [];
  let redirect: string | null = null;
  let explained = false;
  for (const term of text.split(" ").slice(1)) {
    if (term === "") continue;
    if (!/^[\x21-\x7e]+$/.test(term)) return { faulty: term };
    const [, name = "", value = ""] = MODIFIER.exec(term) ?? [];
    if (name === "") {
      const mechanism = mechanismOf(term);
      if (mechanism === null) return { faulty: term };
      mechanisms.push(mechanism);
    } else if (name.toLowerCase() === "redirect") {
      if (redirect !== null || !isDomainSpec(value)) return { faulty: term };
      redirect = value;
    } else if (name.toLowerCase() === "exp") {
      if (explained || !isDomainSpec(value)) return { faulty: term };
      explained = true;
    } else if (value.replaceAll(EXPLANATION_MACRO, "").includes("%")) return { faulty: term };
  }
  return { mechanisms, redirect };
}

function mechanismOf(term: string): Mechanism | null {
  const match = MECHANISM.exec(term);
  if (match === null) return null;
  const name = (match[2] ?? "").toLowerCase() as Mechanism["name"];
  const [value, lengths = ""] = [match[3], match[4]];
  const dual = DUAL_LENGTH.exec(lengths);
  const prefix4 = Number(dual?.[1] ?? 32);
  const prefix6 = Number(dual?.[2] ?? 128);
  const qualifier = (match[1] ?? "+") as Qualifier;
  const read = { qualifier, name, value: value ?? "", prefix4, prefix6, term };
  switch (name) {
    case "all":
      return value === undefined && lengths === "" ? read : null;
    case "include":
    case "exists":
      return isDomainSpec(value ?? "") && lengths === "" ? read : null;
    case "ptr":
      return isOptionalDomain(value) && lengths === "" ? read : null;
    case "a":
    case "mx":
      return isOptionalDomain(value) && dual && prefix4 <= 32 && prefix6 <= 128 ? read : null;
    case "ip4":
      // One slash only, and a whole address: "ip4:192.0.2/24" is an error.
      return ipaddr.IPv4.isValidFourPartDecimal(value ?? "") &&
        !lengths.includes("//") &&
        dual &&
        prefix4 <= 32
        ? read
        : null;
    case "ip6":
      return ip6(read, lengths);
  }
}

function ip6(read: Mechanism, lengths: string): Mechanism | null {
  const length = /^(?:\/(0|[1-9]\d{0,2}))?$/.exec(lengths);
  const prefix6 = Number(length?.[1] ?? 128);
  const plain = ipaddr.IPv6.isValid(read.value) && !read.value.includes("%");
  return plain && length && prefix6 <= 128 ? { ...read, prefix4: 32, prefix6 } : null;
}

function isOptionalDomain(value: string | undefined): boolean {
  return value === undefined || isDomainSpec(value);
}

function isDomainSpec(value: string): boolean {
  if (value.replaceAll(MACRO, "").includes("%")) return false;
  return MACRO_END.test(value) || (DOMAIN_END.test(value) && !value.startsWith("."));
}
