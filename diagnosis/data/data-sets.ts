/** Where a data set comes from and how old it is; results show both. */
export interface DataSetInfo {
  readonly name: string;
  /** ISO date of the data, not of the import. */
  readonly date: string;
  readonly source: string;
}

/** A port worth knowing and what usually listens there. */
export interface PortService {
  readonly port: number;
  readonly service: string;
  /** `data`: databases and caches; `admin`: remote administration; `plain`: anything else. */
  readonly kind: "data" | "admin" | "plain";
}

/** One release line of a product and the day its support ends. */
export interface ReleaseCycle {
  readonly product: string;
  /** Version prefix on dot boundaries: "1.22" matches 1.22.1. */
  readonly cycle: string;
  /** ISO date, or null while supported without a date. */
  readonly endOfLife: string | null;
}

/** A published weakness of a product's versions. */
export interface Vulnerability {
  readonly product: string;
  readonly id: string;
  /** First affected version, inclusive; null from the beginning. */
  readonly from: string | null;
  /** First fixed version, exclusive. */
  readonly before: string;
  readonly cvss: number;
  readonly knownExploited: boolean;
}

/** How a JavaScript library is recognised, and its vulnerable versions, after retire.js. */
export interface LibrarySignature {
  readonly library: string;
  /** Regular expression sources with one group for the version; tried on a URL without its query. */
  readonly urls: readonly string[];
  /** The same, tried on at most 64 KB of script text. */
  readonly contents: readonly string[];
  readonly vulnerabilities: readonly {
    readonly from: string | null;
    readonly before: string;
    readonly severity: "low" | "medium" | "high" | "critical";
    readonly ids: readonly string[];
  }[];
}

/** A hosting provider whose unclaimed names can be recognised. */
export interface TakeoverFingerprint {
  readonly provider: string;
  /** CNAME target suffixes, without leading dot. */
  readonly targets: readonly string[];
  /** Text of the page for unclaimed names; null when NXDOMAIN is the sign. */
  readonly text: string | null;
  /** True when names of this provider are known to be claimable by others. */
  readonly vulnerable: boolean;
}

/** All data the checks judge by. */
export interface DataSets {
  readonly info: readonly DataSetInfo[];
  readonly ports: readonly PortService[];
  readonly releases: readonly ReleaseCycle[];
  readonly vulnerabilities: readonly Vulnerability[];
  readonly libraries: readonly LibrarySignature[];
  readonly takeovers: readonly TakeoverFingerprint[];
}
