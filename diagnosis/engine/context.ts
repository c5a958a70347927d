import type { DataSets } from "../data/data-sets.ts";

import type { DnsClient, HttpClient, RawTlsClient, TcpClient, TlsClient } from "../net/clients.ts";
import type { Clock } from "../net/clock.ts";

/** The host under examination. Names are lower-case A-labels without a trailing dot. */
export interface Target {
  readonly host: string;
  /** The registrable domain above it (or itself). */
  readonly domain: string;
  readonly isDomain: boolean;
  /** Every address the guard accepted; empty when the name has none. */
  readonly addresses: readonly string[];
  /** The address this run is pinned to: the first, or for `address` checks each in turn. */
  readonly address: string | null;
}

/** What the owner may tell the engine. */
export interface CheckOptions {
  /** DKIM selectors to ask for, without `._domainkey`. */
  readonly dkimSelectors: readonly string[];
  /** False when the owner says the domain sends and receives no mail. */
  readonly expectsMail: boolean | null;
  /** Ports to look at beside the built-in list; must be in the guard's list. */
  readonly extraPorts: readonly number[];
}

/** What is left of the time and the connections of one target (`net/limits.ts`). */
export interface Budget {
  readonly millisecondsLeft: number;
  readonly connectionsLeft: number;
}

/**
 * Everything a check may use. All clients stand behind the one egress guard, share the target's
 * budget and rate limits, and answer a repeated identical question from the target's cache: ask
 * again instead of passing results around.
 */
export interface CheckContext {
  readonly target: Target;
  readonly options: CheckOptions;
  readonly clock: Clock;
  readonly budget: Budget;
  readonly signal: AbortSignal;
  readonly dns: DnsClient;
  readonly tcp: TcpClient;
  readonly tls: TlsClient;
  readonly rawTls: RawTlsClient;
  readonly http: HttpClient;
  readonly data: DataSets;
  /**
   * Runs `produce` once per target (per address for `address` checks) and key, and gives every
   * later caller the same promise, also when it rejected: a derived fact that several checks need.
   */
  once<T>(key: string, produce: () => Promise<T>): Promise<T>;
}
