import type { X509Certificate } from "node:crypto";

const DAY_MS = 86_400_000;

/** How a certificate stands in its time; each is an outcome of the checks that judge one. */
export type Validity = "valid" | "not-yet-valid" | "within-30-days" | "within-14-days" | "expired";

/** The period of a certificate (RFC 5280 §4.1.2.5); `now` in milliseconds. */
export function validityOf(leaf: X509Certificate, now: number) {
  const [from, to] = [Date.parse(leaf.validFrom), Date.parse(leaf.validTo)];
  const days = (to - now) / DAY_MS;
  return { from, to, days: Math.floor(days), validity: stand(now < from, days) };
}

/** Renewal usually comes thirty days before the end: two weeks later it can be taken to have failed. */
function stand(isEarly: boolean, days: number): Validity {
  if (days < 0) return "expired";
  if (isEarly) return "not-yet-valid";
  if (days < 14) return "within-14-days";
  return days < 30 ? "within-30-days" : "valid";
}
