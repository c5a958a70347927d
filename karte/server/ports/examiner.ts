import type { ConsentRecord } from "@sekimori/diagnosis/consent";
import type { ScanEvent } from "@sekimori/diagnosis/events";
import type { HostName } from "@sekimori/diagnosis/host-name";
import type { NameRules } from "@sekimori/diagnosis/host-names";
import type { OwnershipProof } from "@sekimori/diagnosis/ownership";

/** What one examination is about. */
export interface Examination {
  readonly target: string;
  /** The domain that the token was given out for. */
  readonly domain: string;
  readonly scanId: string;
  readonly token: string;
  readonly consent: ConsentRecord;
  readonly approvedHosts: readonly string[];
  readonly ignoredHosts: readonly string[];
  /** Only this check, for a re-check of one finding; all unless given. */
  readonly check?: string;
  readonly signal: AbortSignal;
}

/** The diagnosis engine as karte uses it. */
export interface Examiner {
  /** Reads a host name. @throws HostNameRefused with the reason when it may not be examined. */
  name(text: string): HostName;
  /** What `name` goes by: threads read names by the same rules. */
  readonly nameRules: NameRules;
  /** Looks for the token by all three ways. */
  prove(target: string, token: string, signal?: AbortSignal): Promise<OwnershipProof>;
  /** Streams what is found. @throws ScanRefusedError before anything was sent. */
  examine(examination: Examination): AsyncIterable<ScanEvent>;
}
