import { domainToUnicode } from "node:url";
import { parse } from "tldts";
import { disallowedIn } from "./idna-2008.ts";
import { NetError } from "./net-error.ts";
import { canonicalAddress } from "./special-ranges.ts";

/** Names that never belong to the public DNS (RFC 6761 and its registry, RFC 7686, RFC 9476). */
const SPECIAL_USE = [
  "alt",
  "arpa",
  "example",
  "home.arpa",
  "internal",
  "invalid",
  "lan",
  "local",
  "localdomain",
  "localhost",
  "onion",
  "test",
];

const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;
/** The special-use names under which fixtures live (RFC 6761 §6.2, RFC 2606). */
const FIXTURE_TOPS = /\.(test|example)$/;

/** Anything that would make a URL parser see more than a host. */
const NOT_A_NAME = /[\s\p{Cc}/\\@:?#[\]%<>|^`{}"]/u;

/** Why a text is no host name that may be examined. */
export type HostNameProblem =
  | "length"
  | "not a plain host name"
  | "not valid under IDNA"
  | "character not allowed in names"
  | "IP literal"
  | "single label"
  | "label syntax"
  | "numeric top level"
  | "special-use name"
  | "unknown top level"
  | "public suffix"
  /** The owner does not want to be examined. */
  | "opted out";

/** The refusal of a host name, with its reason for whoever asked for it. */
export class HostNameRefused extends NetError {
  readonly why: HostNameProblem;

  constructor(why: HostNameProblem) {
    super("refused", `host name refused: ${why}`);
    this.why = why;
  }
}

/** What kind of host name is asked for. */
export interface HostNameRules {
  /** Names under `test` and `example` are allowed: the fixture network lives there. */
  readonly fixtures?: boolean;
  /** A CNAME, MX or NS target may itself be a provider's suffix (s3.amazonaws.com). */
  readonly allowSuffix?: boolean;
}

/** A canonical host name: A-labels, lower case, no trailing dot. */
export interface HostName {
  readonly host: string;
  /** Registrable domain by the public suffix list, private section included. */
  readonly domain: string;
}

/**
 * Canonicalises what a person typed or a record said into a public host name (mapped as the URL
 * standard says, with the characters of IDNA 2008). Throws HostNameRefused for IP literals in any spelling, single labels, public
 * suffixes, special-use names and anything that is more than a name.
 */
export function canonicalHost(input: string, rules: HostNameRules = {}): HostName {
  const refuse = (why: HostNameProblem): never => {
    throw new HostNameRefused(why);
  };
  if (input.length === 0 || input.length > 1000) return refuse("length");
  if (NOT_A_NAME.test(input)) return refuse("not a plain host name");
  const host = idna(input) ?? refuse("not valid under IDNA");
  if (host.includes("xn--") && disallowedIn(domainToUnicode(host)) !== undefined) {
    return refuse("character not allowed in names");
  }
  if (host.length > 253) return refuse("length");
  if (canonicalAddress(host) !== null || canonicalAddress(host.replace(/^\[|\]$/g, "")) !== null)
    return refuse("IP literal");
  const labels = host.split(".");
  if (labels.length < 2) return refuse("single label");
  if (!labels.every((label) => LABEL.test(label))) return refuse("label syntax");
  if (/^\d+$/.test(labels.at(-1) ?? "")) return refuse("numeric top level");
  const special = SPECIAL_USE.some((name) => host === name || host.endsWith(`.${name}`));
  if (special && !(rules.fixtures && FIXTURE_TOPS.test(host))) return refuse("special-use name");
  const parsed = parse(host, { allowPrivateDomains: true });
  if (!special && !parsed.isIcann && !parsed.isPrivate) return refuse("unknown top level");
  const domain = parsed.domain ?? (rules.allowSuffix ? host : null);
  if (domain === null) return refuse("public suffix");
  return { host, domain };
}

function idna(input: string): string | null {
  try {
    const host = new URL(`http://${input}/`).hostname.replace(/\.$/, "");
    // A-labels that stand for nothing pass the URL parser unchanged; RFC 5891 §5.4 forbids them.
    return host.includes("xn--") && domainToUnicode(host).includes("xn--") ? null : host;
  } catch {
    return null;
  }
}
