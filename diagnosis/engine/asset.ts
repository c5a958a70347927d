import type { Grade } from "./grades.ts";

/**
 * - `candidate` found below the domain, not yet agreed to be examined
 * - `approved` covered by proof and consent: examined
 * - `dependency` somebody else's host that the domain relies on: listed, never examined
 * - `monitor-only` listed and watched in DNS, not examined
 * - `ignored` the customer or its owner does not want to see it
 */
export type AssetState = "candidate" | "approved" | "dependency" | "monitor-only" | "ignored";

export type AssetType = "domain" | "host" | "ip" | "service";

/** One step of the path that led to an asset. */
export interface FoundBy {
  readonly source:
    | "target"
    | "approved-list"
    | "certificate"
    | "mx"
    | "ns"
    | "cname"
    | "srv"
    | "word-list"
    | "csp"
    | "html"
    | "redirect"
    | "zone-file"
    | "certificate-log"
    | "address"
    | "open-port";
  /** The name or address it was found at. */
  readonly at: string;
  /** The record, attribute or label that named it. */
  readonly evidence: string;
}

export interface AssetCertificate {
  /** SHA-256 in lower-case hexadecimal. */
  readonly fingerprint: string;
  readonly subject: string;
  readonly issuer: string;
  /** ISO 8601. */
  readonly notAfter: string;
  /** The hosts that it is for, as it has them; what was stored before they were kept has none. */
  readonly names?: readonly string[] | undefined;
}

/** Something of the organisation that the public can see. */
export interface Asset {
  /** `type:name`, stable across scans. */
  readonly id: string;
  readonly type: AssetType;
  readonly name: string;
  readonly addresses: readonly string[];
  readonly ports: readonly number[];
  readonly product: string | null;
  readonly version: string | null;
  readonly certificate: AssetCertificate | null;
  readonly state: AssetState;
  readonly foundBy: readonly FoundBy[];
  /** ISO 8601; the engine knows one scan, so both are its time. */
  readonly firstSeen: string;
  readonly lastSeen: string;
  readonly grade: Grade | null;
  /** The customer's own words about it; null from the engine. */
  readonly owner: string | null;
  readonly group: string | null;
  readonly label: string | null;
}
