import type { Asset } from "@sekimori/diagnosis/asset";
import type { ScanResult } from "@sekimori/diagnosis/events";
import type { Finding } from "@sekimori/diagnosis/finding";
import type { KnownPerson } from "../features/principals/person.ts";
import type { ContractAnswer } from "../ports/contracts.ts";

/** A domain of the workspace, and whether it was proved and may be examined. */
export interface SampleDomain {
  readonly name: string;
  readonly label: string;
  /** The group it belongs to. */
  readonly group: string;
  /** What its owner published to prove it. */
  readonly token: string;
  readonly isProved: boolean;
  /** Further hosts that were approved for examination. */
  readonly hosts: readonly string[];
}

/** One diagnosis of the past, as the engine streamed it. */
export interface SampleRun {
  readonly domain: string;
  readonly at: Date;
  readonly result: ScanResult;
  readonly findings: readonly Finding[];
  readonly assets: readonly Asset[];
}

export type SamplePerson = Pick<KnownPerson, "id" | "name" | "givenName" | "email">;

export interface SampleWorkspace {
  readonly name: string;
  readonly owner: SamplePerson;
  /** Sees only the domains of one group. */
  readonly viewer: SamplePerson & { readonly group: string };
  /** Gets an invitation by mail. */
  readonly guestEmail: string;
  readonly contract: ContractAnswer;
  readonly domains: readonly SampleDomain[];
  /** Oldest first. */
  readonly runs: readonly SampleRun[];
}
