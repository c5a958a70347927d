import { canonicalHost, type HostName, HostNameRefused } from "./host-name.ts";

/** Which names this installation examines: plain data, so that a thread can be given it. */
export interface NameRules {
  /** Names under `test` and `example` are allowed: the fixture network lives there. */
  readonly fixtures: boolean;
  /** Domains whose owners do not want to be examined; beats every customer's request. */
  readonly optOut: readonly string[];
}

/** Reads names by the rules of one installation. Each method throws HostNameRefused. */
export interface HostNames {
  readonly rules: NameRules;
  /** Canonical form of a host we want to contact. */
  host(name: string): HostName;
  /** Canonical form of a name met on the way (CNAME, MX, NS), which may be a provider's suffix. */
  passing(name: string): HostName;
  /** True when the name or a domain above it is on the opt-out list. */
  optedOut(host: string): boolean;
}

export function createHostNames(rules: NameRules): HostNames {
  const closed = new Set(rules.optOut.map((name) => name.toLowerCase().replace(/\.$/, "")));
  const optedOut = (host: string): boolean => {
    const labels = host.split(".");
    return labels.some((_, index) => closed.has(labels.slice(index).join(".")));
  };
  const read = (name: string, allowSuffix: boolean): HostName => {
    const result = canonicalHost(name, { fixtures: rules.fixtures, allowSuffix });
    if (optedOut(result.host)) throw new HostNameRefused("opted out");
    return result;
  };
  return {
    rules,
    host: (name) => read(name, false),
    passing: (name) => read(name, true),
    optedOut,
  };
}
