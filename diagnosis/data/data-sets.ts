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
  /**
   * `data`: databases and caches; `admin`: remote administration; `clear`: services that work in the
   * clear unless TLS is added; `tls`: services inside TLS from the first byte; `web`: pages beside the
   * site; `ssh`: SSH elsewhere; `plain`: anything else, which other checks look at.
   */
  readonly kind: "data" | "admin" | "clear" | "tls" | "web" | "ssh" | "plain";
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
  /** Last version that is not affected yet, where only that is known. */
  readonly after: string | null;
  /** First fixed version, exclusive; null where only `through` is known, or all are affected. */
  readonly before: string | null;
  /** Last affected version, inclusive. */
  readonly through: string | null;
  readonly cvss: number;
  readonly knownExploited: boolean;
  /** Probability that it is exploited within 30 days (FIRST EPSS), 0 to 1. */
  readonly epss: number | null;
  /** The only platform it concerns; null for all. */
  readonly platform: "windows" | "unix" | null;
  /** `client`: in a part of the product that no server runs. */
  readonly side: "server" | "client";
}

/** Versions that distributions ship and mend without changing their numbers. */
export interface DistributionBuild {
  readonly product: string;
  readonly version: string;
  /** Where they go on to later versions of this release line ("6.1"), `version` is the first of them. */
  readonly line: string | null;
  /** The last of a range of versions that begins with `version`; null for that one alone, or a line. */
  readonly through: string | null;
  /** Name and release, for example "debian 12". */
  readonly distributions: readonly string[];
}

/** What a distribution's security tracker says of one weakness in one of its packages. */
export interface TrackedPackage {
  readonly product: string;
  /** For example "debian 12". */
  readonly distribution: string;
  readonly id: string;
  readonly status: "fixed" | "open" | "not-affected";
  /** First package version with the fix; null while it is open. */
  readonly fixedIn: string | null;
  /** The distribution holds it for unimportant. */
  readonly minor: boolean;
}

/** How a JavaScript library is recognised, and its vulnerable versions, after retire.js. */
export interface LibrarySignature {
  readonly library: string;
  /** Regular expression sources with one group for the version; tried on a URL without its query. */
  readonly urls: readonly string[];
  /** The same, tried on script text, 64 KB at a time. */
  readonly contents: readonly string[];
  readonly vulnerabilities: readonly {
    readonly from: string | null;
    /** Exclusive; null where no version mends it. */
    readonly before: string | null;
    /** Inclusive: the last version that is known to be affected. */
    readonly through?: string | undefined;
    readonly severity: "low" | "medium" | "high" | "critical";
    readonly ids: readonly string[];
  }[];
}

/** A hosting provider whose unclaimed names can be recognised, by one sign; another sign is another row. */
export interface TakeoverFingerprint {
  readonly provider: string;
  /** Names that aliases point to; `*` stands for any letters and dots, such as a bucket and a region. */
  readonly targets: readonly string[];
  /** Whether a stranger can claim a name that shows the sign, as the source says. */
  readonly claimable: "yes" | "no" | "unknown";
  /**
   * A label at which the owner's TXT record lets nobody else use a host name with the provider; undefined where
   * there is no such thing.
   */
  readonly guard?: string | undefined;
  /** `absent`: DNS does not know the name. Else the page that the provider shows, in all its parts. */
  readonly sign: "absent" | UnclaimedPage;
  readonly source: string;
  /** The day on which the source was read, ISO. */
  readonly day: string;
}

/** A provider's page for names that nobody claimed. An article that quotes it lacks one of its parts. */
export interface UnclaimedPage {
  readonly status: readonly number[];
  /** Header name → regular expression of its value, regardless of case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Where the text stands: in the title, in a heading, or at the start of what a reader sees. */
  readonly place: "title" | "heading" | "start";
}

/** Public suffixes and who may register below them. */
export interface SuffixRule {
  /**
   * `open`: anyone, perhaps with an address in the country; `restricted`: organisations of a certain form
   * or place; `closed`: nobody who is not a school, an authority or the like.
   */
  readonly registration: "open" | "restricted" | "closed";
  /** `*` stands for one label. */
  readonly suffixes: readonly string[];
  /** Where the registry answers by RDAP, from IANA's list (RFC 9224); many have none, that of jp among them. */
  readonly rdap?: string | undefined;
  readonly source: string;
  readonly day: string;
}

/** All data the checks judge by. */
export interface DataSets {
  readonly info: readonly DataSetInfo[];
  readonly ports: readonly PortService[];
  readonly releases: readonly ReleaseCycle[];
  readonly vulnerabilities: readonly Vulnerability[];
  readonly libraries: readonly LibrarySignature[];
  readonly takeovers: readonly TakeoverFingerprint[];
  readonly suffixes: readonly SuffixRule[];
  readonly distributions: readonly DistributionBuild[];
  readonly tracker: readonly TrackedPackage[];
}
