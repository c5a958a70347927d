import type { Check } from "../../engine/check.ts";
import { dnsAlias } from "./dns-alias.rule.ts";
import { dnsAxfr } from "./dns-axfr.rule.ts";
import { dnsCaa } from "./dns-caa.rule.ts";
import { dnsDangling } from "./dns-dangling.rule.ts";
import { dnsDelegation } from "./dns-delegation.rule.ts";
import { dnsDnssec } from "./dns-dnssec.rule.ts";
import { dnsLame } from "./dns-lame.rule.ts";
import { dnsLapsed } from "./dns-lapsed.rule.ts";
import { dnsLookalike } from "./dns-lookalike.rule.ts";
import { dnsNs } from "./dns-ns.rule.ts";
import { dnsPrivate } from "./dns-private.rule.ts";
import { dnsRecursion } from "./dns-recursion.rule.ts";
import { dnsResolves } from "./dns-resolves.rule.ts";
import { dnsWildcard } from "./dns-wildcard.rule.ts";

import { netIpv6 } from "./net-ipv6.rule.ts";

/** The checks of this category, in the catalogue's order. */
export const dnsChecks: readonly Check[] = [
  dnsResolves,
  dnsNs,
  dnsLame,
  dnsDnssec,
  dnsCaa,
  dnsAxfr,
  dnsRecursion,
  dnsAlias,
  dnsDangling,
  dnsPrivate,
  dnsWildcard,
  dnsDelegation,
  dnsLapsed,
  dnsLookalike,
  netIpv6,
];
