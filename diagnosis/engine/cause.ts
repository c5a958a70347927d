/**
 * What has to be mended for a finding to end: a record (or the few records that make one statement together),
 * a name that others point to, a certificate, a service, or a product in its version.
 */
export interface Cause {
  readonly kind: "record" | "name" | "certificate" | "service" | "product";
  /**
   * Which one: equal in every check that sees it, stable across scans, and readable. `sender policy of
   * example.jp`, `shop.example.net`, a certificate's fingerprint, `example.jp:6379`, `nginx 1.18.0 at
   * example.jp`.
   */
  readonly name: string;
}

/**
 * The cause of a finding as one key: findings with the same key end together, and the worst of them counts.
 * A finding that names no cause shares one with the other findings of its check at its host.
 */
export function causeKey({ cause, check, place }: Caused): string {
  return cause === undefined ? `check|${check}|${place.host}` : `${cause.kind}|${cause.name}`;
}

/** As much of a finding as tells its cause. */
interface Caused {
  readonly cause?: Cause;
  readonly check: string;
  readonly place: { readonly host: string };
}
