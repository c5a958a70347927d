import { domainToASCII } from "node:url";
import type { PortalErrorType } from "@sekimori/portal-contract/errors";
import { parse } from "tldts";
import { publicMailDomains } from "./public-mail-domains.ts";

const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
/** Domains of tests and demonstrations (RFC 2606, RFC 6761), which nobody can register. */
const reserved = /\.(example|test)$/;

/** A domain as the DNS has it: A-labels, lower case, without the root's dot. Undefined where it is none. */
export function domainOf(text: string): string | undefined {
  const ascii = domainToASCII(text.trim().normalize("NFKC").replace(/\.$/, "")).toLowerCase();
  const labels = ascii.split(".");
  const isDomain =
    ascii.length <= 253 &&
    labels.length > 1 &&
    labels.every((one) => label.test(one)) &&
    !/^\d+$/.test(labels.at(-1) ?? "");
  return isDomain ? ascii : undefined;
}

/** The domain of an address as the DNS has it; undefined where there is none. */
export const mailDomainOf = (email: string): string | undefined =>
  domainOf(email.slice(email.lastIndexOf("@") + 1));

/** The domain and every domain above it. */
function upwards(domain: string): readonly string[] {
  const labels = domain.split(".");
  return labels.map((_, place) => labels.slice(place).join("."));
}

export type DomainProblem = Extract<
  PortalErrorType,
  "DomainNameInvalid" | "DomainIsPublicSuffix" | "DomainOfMailProvider"
>;

/**
 * Reads a domain of mail addresses that an organisation claims. Public suffixes, private section
 * included, and the domains of public mail providers are nobody's.
 *
 * @param allowsReserved whether `.example` and `.test` may be claimed: never where customers are served.
 */
export function readMailDomain(
  text: string,
  { allowsReserved }: { readonly allowsReserved: boolean },
): { readonly domain: string } | { readonly problem: DomainProblem } {
  const domain = domainOf(text);
  if (domain === undefined) return { problem: "DomainNameInvalid" };
  if (reserved.test(domain)) {
    return allowsReserved ? { domain } : { problem: "DomainNameInvalid" };
  }
  const { domain: registrable, isIcann, isPrivate } = parse(domain, { allowPrivateDomains: true });
  if (!(isIcann || isPrivate)) return { problem: "DomainNameInvalid" };
  if (registrable === null) return { problem: "DomainIsPublicSuffix" };
  if (upwards(domain).some((one) => publicMailDomains.has(one))) {
    return { problem: "DomainOfMailProvider" };
  }
  return { domain };
}
