import { defineCheck } from "../../engine/check.ts";
import { certExpiryTexts } from "./cert-expiry.texts.ts";
import { validityOf } from "./certificate/validity.ts";
import { judgeCertificate } from "./certificate/with-certificate.ts";

/** The certificate is valid today (RFC 5280 §4.1.2.5) and for long enough to be renewed in peace. */
export const certExpiry = defineCheck(certExpiryTexts, {
  id: "cert-expiry",
  category: "tls",
  scope: "address",
  outcomes: {
    valid: { state: "pass", severity: null },
    "within-30-days": { state: "warn", severity: "medium" },
    "within-14-days": { state: "fail", severity: "high" },
    expired: { state: "fail", severity: "critical", cap: "expired-certificate" },
    "not-yet-valid": { state: "fail", severity: "critical", cap: "expired-certificate" },
  },
  run: (context) =>
    judgeCertificate(context, ({ leaf }) => {
      const { from, to, days, validity } = validityOf(leaf, context.clock.now());
      const facts = [
        { name: "cert.expired", value: validity === "expired" },
        { name: "cert.daysLeft", value: days, unit: "days" },
        { name: "cert.notBefore", value: new Date(from).toISOString() },
        { name: "cert.notAfter", value: new Date(to).toISOString() },
      ] as const;
      return { outcome: validity, facts };
    }),
});
