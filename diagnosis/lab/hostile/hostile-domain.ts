import type { ChainOptions } from "../../fixtures/pki/fixture-authority.ts";

/** What a hostile domain's server does with a connection, by its name in one of the tables of manners. */
export type Act = { readonly port: number; readonly manner: string; readonly tls?: true };

/** A domain whose owner means harm to whoever examines it. */
export type HostileDomain = {
  readonly name: string;
  /** Lines of its zone, `{domain}`, `{v4}` and `{v6}` filled in. */
  readonly records?: readonly string[];
  /** How the lying name server answers for it, in place of a zone. */
  readonly lie?: string;
  readonly delegation?: readonly string[];
  readonly acts?: readonly Act[];
  readonly certificate?: ChainOptions;
};

/** Special addresses at which something listens in the lab, and nobody may come. */
export const BAIT_ADDRESSES: readonly string[] = [
  "10.0.0.1",
  "100.64.0.1",
  "127.0.0.2",
  "127.0.0.3",
  "169.254.169.254",
  "172.16.0.1",
  "192.168.0.1",
  "198.18.0.1",
  "::1",
  "64:ff9b::7f00:1",
  "fd00:ec2::254",
];

export const BAIT_PORTS: readonly number[] = [22, 25, 80, 443, 6379, 8080, 9200];
