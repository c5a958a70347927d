import { defineCheck, inconclusive, notApplicable } from "../../engine/check.ts";
import { certLifeTexts } from "./cert-life.texts.ts";
import { trustOf } from "./certificate/trust.ts";
import { judgeCertificate } from "./certificate/with-certificate.ts";
import { NO_HANDSHAKE, NOT_PUBLIC } from "./reasons.texts.ts";

const FIRST_LIMIT_DAYS = 825;
const DAY_SECONDS = 86_400;

/** Longest validity in days for certificates issued since, newest first (CA/B Forum ballot SC-081v3). */
const LIMITS: readonly (readonly [since: number, days: number])[] = [
  [Date.UTC(2029, 2, 15), 47],
  [Date.UTC(2027, 2, 15), 100],
  [Date.UTC(2026, 2, 15), 200],
  [Date.UTC(2020, 8, 1), 398],
];

/**
 * Public certificates live no longer than the Baseline Requirements allow: 200 days when issued since
 * 2026-03-15 (CA/B Forum ballot SC-081v3, Baseline Requirements §6.3.2), where both ends count.
 */
export const certLife = defineCheck(certLifeTexts, {
  id: "cert-life",
  category: "tls",
  scope: "address",
  outcomes: {
    short: { state: "pass", severity: null },
    long: { state: "warn", severity: "low" },
  },
  run: (context) =>
    judgeCertificate(context, (seen) => {
      const trust = trustOf(seen, context.clock.now());
      if (trust === "unknown") return inconclusive(NO_HANDSHAKE);
      if (trust === "self-signed" || trust === "unknown-root") return notApplicable(NOT_PUBLIC);
      const issued = Date.parse(seen.leaf.validFrom);
      const seconds = (Date.parse(seen.leaf.validTo) - issued) / 1000 + 1;
      const limit = lifetimeLimit(issued);
      const facts = [
        { name: "cert.lifetimeDays", value: Math.ceil((seconds - 1) / DAY_SECONDS), unit: "days" },
        { name: "cert.lifetimeLimit", value: limit, unit: "days" },
      ] as const;
      // Authorities end a certificate one second early, but not all of them; that second is forgiven.
      return { outcome: seconds - 1 > limit * DAY_SECONDS ? "long" : "short", facts };
    }),
});

/** Days that a certificate issued at this time (milliseconds) may live. */
export function lifetimeLimit(issued: number): number {
  return LIMITS.find(([since]) => issued >= since)?.[1] ?? FIRST_LIMIT_DAYS;
}
