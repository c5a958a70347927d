import type { Category } from "../engine/finding.ts";

/**
 * What is recorded before anything is sent to a target. Japan's Unauthorized Computer Access Act
 * and good practice ask for the owner's consent; this is its proof.
 */
export interface ConsentRecord {
  /** Account or person who agreed. */
  readonly who: string;
  readonly organisation: string;
  /** The statement of authority that was shown and agreed to. */
  readonly statement: { readonly version: string; readonly text: string };
  /** Domains (with everything below) and hosts the consent covers. */
  readonly scope: readonly string[];
  readonly methods: readonly Category[];
  /** ISO 8601. */
  readonly at: string;
  /** Where the consent came from; null on the command line. */
  readonly ip: string | null;
  /** Whether somebody else runs the host, who may have rules of their own. */
  readonly thirdPartyHosting: "yes" | "no" | "unknown";
  /** How the scan can be stopped and its sender reached. */
  readonly contact: string;
}

/** True when the consent names the host or a domain above it. */
export function consentCovers(consent: ConsentRecord, host: string): boolean {
  return consent.scope.some((name) => {
    const covered = name.toLowerCase().replace(/\.$/, "");
    return host === covered || host.endsWith(`.${covered}`);
  });
}
