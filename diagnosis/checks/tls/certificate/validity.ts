import type { X509Certificate } from "node:crypto";

const DAY_MS = 86_400_000;

/** How a certificate stands in its time; each is an outcome of the checks that judge one. */
export type Validity = "valid" | "not-yet-valid" | "within-30-days" | "within-14-days" | "expired";

/** Longer lives than this are renewed by days before the end, shorter ones by their share alone. */
const SHORT_LIFE_DAYS = 60;

/** The period of a certificate (RFC 5280 §4.1.2.5); `now` in milliseconds. */
export function validityOf(leaf: X509Certificate, now: number) {
  const [from, to] = [Date.parse(leaf.validFrom), Date.parse(leaf.validTo)];
  const days = (to - now) / DAY_MS;
  const life = (to - from) / DAY_MS;
  return { from, to, days: Math.floor(days), validity: stand(now < from, days, life) };
}

/**
 * Programs renew when a third of the life is left (RFC 9773 §4.1 leaves it to the authority; certbot and
 * others do so by themselves): a certificate with more is as it must be, if it lives six days or a year.
 * Below a third, a long-lived one warns for the last thirty days and counts as about to end for the last
 * fourteen.
 */
function stand(isEarly: boolean, days: number, life: number): Validity {
  if (days < 0) return "expired";
  if (isEarly) return "not-yet-valid";
  if (days >= life / 3) return "valid";
  if (life <= SHORT_LIFE_DAYS || days < 14) return "within-14-days";
  return days < 30 ? "within-30-days" : "valid";
}
