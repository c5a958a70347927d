import { ALLOWED_PORTS } from "./allowed-ports.ts";
import type { FixtureHost, FixtureNetwork } from "./fixture-network.ts";
import type { HostName } from "./host-name.ts";
import { createHostNames, type HostNames } from "./host-names.ts";
import { NetError } from "./net-error.ts";
import { canonicalAddress, specialAddressReason } from "./special-ranges.ts";

/** How the guard is set up, once per process. */
export interface EgressPolicy {
  /** Production refuses to be built with a fixture network. */
  readonly production: boolean;
  readonly fixtures?: FixtureNetwork | undefined;
  /** Domains whose owners do not want to be examined; beats every customer's request. */
  readonly optOut?: readonly string[] | undefined;
}

/** The socket address a logical endpoint stands for, or `closed` without opening a socket. */
export type Route =
  | {
      readonly address: string;
      readonly port: number;
      /** The address that names publish; the same unless a fixture listens elsewhere. */
      readonly published: string;
    }
  | "closed";

/**
 * Decides what the engine may contact. Every name, address and port passes here, and every socket
 * is checked again after it connected; nothing outside `net/` opens sockets (a repository law).
 */
export class EgressGuard {
  readonly #fixtures: ReadonlyMap<string, FixtureHost> | null;
  /** Which names may be contacted. */
  readonly names: HostNames;

  /** Throws when production is combined with fixtures, or a fixture is not on loopback. */
  constructor(policy: EgressPolicy) {
    if (policy.production && policy.fixtures !== undefined)
      throw new Error("a fixture network is never allowed in production");
    this.#fixtures = policy.fixtures ? fixtureTable(policy.fixtures) : null;
    this.names = createHostNames({
      fixtures: this.#fixtures !== null,
      optOut: policy.optOut ?? [],
    });
  }

  /** True when only the fixture allow-list can be reached. */
  get hasFixtures(): boolean {
    return this.#fixtures !== null;
  }

  /** Canonical form of a host we want to contact. Throws HostNameRefused. */
  host(name: string): HostName {
    return this.names.host(name);
  }

  /** Canonical form of a name met on the way (CNAME, MX, NS), which may be a provider's suffix. */
  passing(name: string): HostName {
    return this.names.passing(name);
  }

  /** True when the name or a domain above it is on the opt-out list. */
  optedOut(host: string): boolean {
    return this.names.optedOut(host);
  }

  /** Canonical form of an address that may be contacted. Throws `refused`. */
  address(text: string): string {
    // Written as we write it ourselves: the usual case, since addresses are resolved once.
    if (this.#fixtures?.has(text)) return text;
    const address = canonicalAddress(text);
    if (address === null) throw new NetError("refused", "not an IP address");
    if (this.#fixtures !== null) {
      if (!this.#fixtures.has(address))
        throw new NetError("refused", `${address} is not on the fixture allow-list`);
      return address;
    }
    const reason = specialAddressReason(address);
    if (reason !== null) throw new NetError("refused", `address refused: ${reason}`);
    return address;
  }

  /** Where a connection to an allowed address and port really goes. Throws `refused`. */
  route(text: string, port: number): Route {
    const address = this.address(text);
    if (!ALLOWED_PORTS.includes(port)) throw new NetError("refused", `port ${port} refused`);
    const { ports, reachedAt = address } = this.#fixtures?.get(address) ?? {};
    if (ports === undefined) return { address: reachedAt, port, published: address };
    const real = ports[port];
    if (real === undefined) return "closed";
    return { address: reachedAt, port: real, published: address };
  }

  /** Whether an address is one of the public Internet's, as far as the engine is concerned. */
  isPublic(text: string): boolean {
    if (this.#fixtures?.get(text)?.reachedAt !== undefined) return true;
    return specialAddressReason(text) === null;
  }
}

function fixtureTable(network: FixtureNetwork): ReadonlyMap<string, FixtureHost> {
  const table = new Map<string, FixtureHost>();
  for (const host of network.hosts) {
    const address = canonicalAddress(host.address);
    const real = host.reachedAt === undefined ? address : canonicalAddress(host.reachedAt);
    if (address === null || real === null || !(real.startsWith("127.") || real === "::1"))
      throw new Error(`fixture address ${host.reachedAt ?? host.address} is not on loopback`);
    table.set(address, host);
  }
  return table;
}
