import type { DnsClient, Endpoint } from "./clients.ts";
import { NetError } from "./net-error.ts";

/** An endpoint with everything filled in. */
export interface FullEndpoint {
  readonly host: string;
  readonly address: string;
  readonly port: number;
}

/**
 * Resolves each host of a scan once and pins it to the address found then: rebinding between two
 * connections cannot happen because there is no second look-up.
 */
export class HostBook {
  readonly #dns: Pick<DnsClient, "addresses">;
  readonly #host: string;
  readonly #pinned: string | null;

  /** @param pinned the address the target's own host stands for, if one was chosen already */
  constructor(dns: Pick<DnsClient, "addresses">, host: string, pinned: string | null) {
    this.#dns = dns;
    this.#host = host;
    this.#pinned = pinned;
  }

  /** Tells the remembered answers of one host and pinned address from those of another. */
  get label(): string {
    return `${this.#host} ${this.#pinned ?? ""}`;
  }

  /** Fills in host and address. Throws `refused` for an address the host does not have. */
  async endpoint(wanted: Endpoint): Promise<FullEndpoint> {
    const host = wanted.host ?? this.#host;
    if (wanted.address === undefined && host === this.#host && this.#pinned !== null)
      return { host, address: this.#pinned, port: wanted.port };
    const addresses = await this.#dns.addresses(host);
    const address = wanted.address ?? addresses[0];
    if (address === undefined) throw new NetError("no-address", host);
    if (!addresses.includes(address))
      throw new NetError("refused", `${address} is not an address of ${host}`);
    return { host, address, port: wanted.port };
  }
}
