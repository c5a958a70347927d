import { defineCheck, inconclusive, notApplicable } from "../../engine/check.ts";
import { trustOf } from "./certificate/trust.ts";
import { withCertificate } from "./certificate/with-certificate.ts";
import { NO_HANDSHAKE, NOT_PUBLIC } from "./reasons.ts";

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
export const certLife = defineCheck({
  id: "cert-life",
  category: "tls",
  scope: "address",
  title: { ja: "証明書の有効期間の長さ", en: "Certificate lifetime" },
  explanation: {
    ja: "有効期間の長い証明書は、鍵の漏えいや名義の変更の後も長く使われ続けます。認証局の規則を超える期間の証明書は、ブラウザーに拒否されることがあります。",
    en: "A long-lived certificate stays usable long after its key has leaked or its name has changed hands. Browsers may refuse one that exceeds the authorities' rules.",
  },
  remedy: {
    ja: "規則に沿った期間（現在は200日以内）の証明書に替え、更新を自動化してください。",
    en: "Replace it with a certificate within the rules (currently 200 days) and automate renewal.",
  },
  source: [
    {
      title: "CA/Browser Forum SC-081v3, BR §6.3.2",
      url: "https://cabforum.org/working-groups/server/baseline-requirements/requirements/",
    },
  ],
  outcomes: {
    short: {
      state: "pass",
      severity: null,
      text: {
        ja: "証明書の有効期間は{cert.lifetimeDays}日で、上限（{cert.lifetimeLimit}日）以内です。",
        en: "The certificate is valid for {cert.lifetimeDays} days, within the limit of {cert.lifetimeLimit}.",
      },
    },
    long: {
      state: "warn",
      severity: "low",
      text: {
        ja: "証明書の有効期間が{cert.lifetimeDays}日で、上限（{cert.lifetimeLimit}日）を超えています。",
        en: "The certificate is valid for {cert.lifetimeDays} days, more than the limit of {cert.lifetimeLimit}.",
      },
    },
  },
  run: (context) =>
    withCertificate(context, (seen) => {
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
