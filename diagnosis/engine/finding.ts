import type { Cause } from "./cause.ts";
import type { LocalText } from "./text.ts";

/** What one check says about one subject. Inconclusive never counts as pass. */
export type State = "pass" | "fail" | "warn" | "info" | "not-applicable" | "inconclusive";

/** C, H, M, L, I of the catalogue. */
export type Severity = "critical" | "high" | "medium" | "low" | "info";

/** The five parts of the catalogue, which are also the five parts of a host's score. */
export type Category = "dns" | "mail" | "tls" | "http" | "ports";

/** A score cap that an outcome brings with it, besides the deduction of its severity. */
export type Cap =
  | "untrusted-certificate"
  | "expired-certificate"
  | "misnamed-certificate"
  | "sslv2"
  | "sslv3"
  | "null-or-export"
  | "tiny-key"
  | "short-key"
  | "old-tls"
  | "rc4"
  | "no-forward-secrecy"
  | "no-aead"
  | "no-modern-tls"
  | "no-https"
  | "no-redirect"
  | "no-dmarc"
  | "unresolvable";

/**
 * One observed fact. The name is stable and machine-readable (`protocol:tls1.0`, `cert.expired`,
 * `hsts.maxAge`): the comparison with other tools is made over these names. Passing findings
 * carry their facts too.
 */
export interface Fact {
  readonly name: string;
  readonly value: string | number | boolean | readonly string[];
  /** Only for numbers. */
  readonly unit?: "bits" | "days" | "seconds" | "bytes";
}

/** The worst outcomes in a check's table; a severity of null where none of them costs anything. */
export interface AtWorst {
  readonly severity: Severity | null;
  readonly cap: Cap | null;
}

/** Where a fact was observed: a host, and when it matters the address, port or URL. */
export interface Place {
  readonly host: string;
  readonly address?: string;
  readonly port?: number;
  readonly url?: string;
}

/** The result of one check for one subject, as it is streamed, stored and scored. */
export interface Finding {
  /**
   * Stable across scans: check, host, outcome and subject. A finding's life hangs on it, so the
   * address is no part of it: hosts behind a load balancer change theirs every day.
   */
  readonly key: string;
  readonly check: string;
  readonly category: Category;
  /** Id of the asset it is about: `domain:example.jp` or `host:www.example.jp`. */
  readonly asset: string;
  readonly place: Place;
  readonly state: State;
  /** null for pass, not-applicable and inconclusive. */
  readonly severity: Severity | null;
  /** Name of the outcome in the check's table, or `not-applicable` / `inconclusive`. */
  readonly outcome: string;
  /** What the finding is about when a check reports several: a cookie, a name server, a path. */
  readonly subject: string | null;
  readonly summary: LocalText;
  readonly evidence: readonly Fact[];
  /** True when only a version number speaks for it. */
  readonly unconfirmed: boolean;
  /**
   * What has to be mended, where several checks may see one cause. Absent where the finding stands for
   * itself, and in findings kept by versions before it.
   */
  readonly cause?: Cause;
  /**
   * The worst that the check could have found, where the finding is inconclusive: the lower end of the score
   * counts it. Absent in findings kept by versions before it, which counts as anything.
   */
  readonly atWorst?: AtWorst;
  /** Limits the grade, whatever the score. */
  readonly cap: Cap | null;
  /** Points for doing better than asked. */
  readonly bonus: number;
  /** ISO 8601, from the injected clock. */
  readonly observedAt: string;
}
