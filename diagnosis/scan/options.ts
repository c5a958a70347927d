import type { DataSets } from "../data/data-sets.ts";
import type { DiscoveryOptions } from "../discovery/discover.ts";
import type { Check } from "../engine/check.ts";
import type { CheckOptions } from "../engine/context.ts";
import type { FaultListener } from "../engine/run-check.ts";
import type { Network } from "../net/network.ts";
import type { ConsentRecord } from "./consent.ts";
import type { ProofMethod } from "./ownership.ts";

/** Why this scan may be made. Ownership is proved again before every scan, never remembered. */
export type Authorisation =
  | {
      readonly kind: "proof";
      readonly token: string;
      readonly methods: readonly ProofMethod[];
      /** The name whose owner was given the token, where that is not the target. */
      readonly name?: string;
      readonly consent: ConsentRecord;
    }
  /** The caller answers for the authority itself: the command line's `--i-am-authorised`. */
  | { readonly kind: "statement"; readonly consent: ConsentRecord };

export interface DiagnoseOptions {
  readonly network: Network;
  readonly authorisation: Authorisation;
  readonly data: DataSets;
  /** Defaults to the whole catalogue. */
  readonly checks?: readonly Check[];
  /** Further hosts of the same domain that the customer approved. */
  readonly approvedHosts?: readonly string[];
  /** Hosts the customer wants left alone; they are listed with that state. */
  readonly ignoredHosts?: readonly string[];
  readonly discovery?: DiscoveryOptions;
  readonly check?: Partial<CheckOptions>;
  /** Names this scan in the User-Agent and the result. */
  readonly scanId: string;
  /** A page that explains who scans and how to stop it; part of the User-Agent. */
  readonly aboutUrl: string | null;
  readonly signal?: AbortSignal;
  /** Checks of one host that run at once (default 8); load limits hold on top of it. */
  readonly concurrency?: number;
  /** Hosts examined at once (default 2). */
  readonly hostConcurrency?: number;
  /** Hears of faults in checks; they become inconclusive findings either way. */
  readonly onFault?: FaultListener;
}
