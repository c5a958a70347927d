import type { Check } from "../../engine/check.ts";
import { dnsAlias } from "./dns-alias.ts";
import { dnsAxfr } from "./dns-axfr.ts";
import { dnsCaa } from "./dns-caa.ts";
import { dnsDangling } from "./dns-dangling.ts";
import { dnsDelegation } from "./dns-delegation.ts";
import { dnsDnssec } from "./dns-dnssec.ts";
import { dnsLame } from "./dns-lame.ts";
import { dnsLapsed } from "./dns-lapsed.ts";
import { dnsLookalike } from "./dns-lookalike.ts";
import { dnsNs } from "./dns-ns.ts";
import { dnsPrivate } from "./dns-private.ts";
import { dnsRecursion } from "./dns-recursion.ts";
import { dnsResolves } from "./dns-resolves.ts";
import { dnsWildcard } from "./dns-wildcard.ts";

import { netIpv6 } from "./net-ipv6.ts";

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
