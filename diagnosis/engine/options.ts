import type { DataSets } from "../data/data-sets.ts";
import type { CertificateLog } from "../discovery/certificate-log.ts";
import type { Network } from "../net/network.ts";
import type { Check } from "./check.ts";
import type { ConsentRecord } from "./consent.ts";
import type { CheckOptions } from "./context.ts";
import type { ProofMethod } from "./ownership.ts";
import type { FaultListener } from "./run-check.ts";

/** Why this scan may be made. Ownership is proved again before every scan, never remembered. */
export type Authorisation =
  | {
      readonly kind: "proof";
      readonly token: string;
      readonly methods: readonly ProofMethod[];
      readonly consent: ConsentRecord;
    }
  /** The caller answers for the authority itself: the command line's `--i-am-authorised`. */
  | { readonly kind: "statement"; readonly consent: ConsentRecord };

/** Which ways of finding hosts are used; all but the certificate log need no third party. */
export interface DiscoveryOptions {
  /** Look at certificate, mail, name server and alias targets, CSP and HTML (default true). */
  readonly references?: boolean;
  /** Try the word list against DNS (default true; about 200 questions). */
  readonly words?: boolean;
  /** Text of a zone file the owner handed in. */
  readonly zoneFile?: string;
  /** Certificate transparency; off by default because it tells a third party of the scan. */
  readonly certificateLog?: CertificateLog;
}

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
