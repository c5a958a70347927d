import type { X509Certificate } from "node:crypto";
import type { Target } from "./context.ts";

/**
 * What has to be mended for a finding to end: a record (or the few records that make one statement together),
 * a name that others point to, a certificate, a service, or a product in its version.
 */
export interface Cause {
  readonly kind: "record" | "name" | "certificate" | "service" | "product";
  /**
   * Which one: equal in every check that sees it, stable across scans, and readable. `sender policy of
   * example.jp`, `shop.example.net`, a certificate's fingerprint, `192.0.2.1:6379`, `example.jp nginx`.
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

/** What mends everything that is wrong with a certificate is another one, wherever it is shown. */
export function certificateCause(leaf: Pick<X509Certificate, "fingerprint256">): Cause {
  return { kind: "certificate", name: fingerprintOf(leaf) };
}

/** As inventories write it: small letters without colons. */
export function fingerprintOf({ fingerprint256 }: Pick<X509Certificate, "fingerprint256">): string {
  return fingerprint256.replaceAll(":", "").toLowerCase();
}

/** A service that should not be there, or not like this: by its address, which several hosts may share. */
export function serviceCause(
  { host, address }: Pick<Target, "host" | "address">,
  port: number,
): Cause {
  const where = address ?? host;
  return { kind: "service", name: `${where.includes(":") ? `[${where}]` : where}:${port}` };
}

/** A product on a host, whatever is wrong with its version. */
export function productCause(host: string, product: string): Cause {
  return { kind: "product", name: `${host} ${product}` };
}

/** As much of a finding as tells its cause. */
interface Caused {
  readonly cause?: Cause;
  readonly check: string;
  readonly place: { readonly host: string };
}
