import { parse } from "tldts";
import type { SuffixRule } from "../../../data/data-sets.ts";

/** The domain that somebody registered, or could, above a name. */
export interface Registrable {
  readonly domain: string;
  /** Who may register it, by the suffix rules; `unknown` where they do not say. */
  readonly registration: SuffixRule["registration"] | "unknown";
  /** Where its registry answers by RDAP, if it does. */
  readonly rdap: string | null;
}

/**
 * What is for sale above a name: the domain right below its ICANN suffix. Names below a private suffix
 * (`elb.amazonaws.com`) are the business of the company that has it; nobody sells them. null for names outside
 * the public DNS.
 */
export function registrableOf(name: string, rules: readonly SuffixRule[]): Registrable | null {
  const { domain, publicSuffix, isIcann } = parse(name);
  if (domain === null || publicSuffix === null) return null;
  // Fixtures live there (RFC 6761 §6.2); the guard of production refuses such names.
  if (/(^|\.)(test|example)$/.test(publicSuffix))
    return { domain, registration: "open", rdap: null };
  if (!isIcann) return null;
  const rule = rules.find(({ suffixes }) => suffixes.some((one) => fits(one, publicSuffix)));
  return { domain, registration: rule?.registration ?? "unknown", rdap: rule?.rdap ?? null };
}

function fits(pattern: string, suffix: string): boolean {
  const [wanted, labels] = [pattern.split("."), suffix.split(".")];
  return (
    wanted.length === labels.length &&
    wanted.every((label, at) => label === "*" || label === labels[at])
  );
}
