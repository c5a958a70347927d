/**
 * The explicit allow-list that lets tests and demos reach loopback. Production mode refuses to
 * start with one. Names are resolved by `resolver`, never by the machine's own.
 */
export interface FixtureNetwork {
  /** The recursive resolver's loopback endpoint. */
  readonly resolver: { readonly address: string; readonly port: number };
  readonly hosts: readonly FixtureHost[];
  /** PEM certificates that count as trusted roots beside the public ones. */
  readonly trustAnchors: readonly string[];
}

export interface FixtureHost {
  /** The address as the fixture zone publishes it; on loopback unless `reachedAt` is given. */
  readonly address: string;
  /**
   * The loopback address that is really connected to. Given, the published one may be any address,
   * is never contacted and counts as a public one: for systems with a single loopback address.
   */
  readonly reachedAt?: string;
  /**
   * Logical port → port really listened on. Given, any other port counts as closed without a
   * socket; absent, every port is reached as it is.
   */
  readonly ports?: Readonly<Record<number, number>>;
}
