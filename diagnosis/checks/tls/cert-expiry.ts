import { defineCheck } from "../../engine/check.ts";
import { validityOf } from "./certificate/validity.ts";
import { withCertificate } from "./certificate/with-certificate.ts";

/** The certificate is valid today (RFC 5280 §4.1.2.5) and for long enough to be renewed in peace. */
export const certExpiry = defineCheck({
  id: "cert-expiry",
  category: "tls",
  scope: "address",
  title: { ja: "証明書の有効期限", en: "Certificate expiry" },
  explanation: {
    ja: "有効期限が切れると、ブラウザーはサイトへの接続を警告で止めます。期限が近いことは、自動更新が止まっている兆しかもしれません。",
    en: "Once a certificate expires, browsers stop visitors with a warning. If expiry is near, automatic renewal may have stopped working.",
  },
  remedy: {
    ja: "証明書を更新し、自動更新と期限の監視を設定してください。",
    en: "Renew the certificate, and set up automatic renewal and an expiry alarm.",
  },
  source: [
    { title: "RFC 5280 §4.1.2.5", url: "https://www.rfc-editor.org/rfc/rfc5280#section-4.1.2.5" },
  ],
  outcomes: {
    valid: {
      state: "pass",
      severity: null,
      text: {
        ja: "証明書は有効です（残り{cert.daysLeft}日、{cert.notAfter}まで）。",
        en: "The certificate is valid ({cert.daysLeft} days left, until {cert.notAfter}).",
      },
    },
    "within-30-days": {
      state: "warn",
      severity: "medium",
      text: {
        ja: "証明書の有効期限まで残り{cert.daysLeft}日です（{cert.notAfter}）。",
        en: "The certificate expires in {cert.daysLeft} days ({cert.notAfter}).",
      },
    },
    "within-14-days": {
      state: "fail",
      severity: "high",
      text: {
        ja: "証明書の有効期限が迫っています。残り{cert.daysLeft}日です（{cert.notAfter}）。",
        en: "The certificate is about to expire: {cert.daysLeft} days left ({cert.notAfter}).",
      },
    },
    expired: {
      state: "fail",
      severity: "critical",
      text: {
        ja: "証明書の有効期限が{cert.notAfter}に切れています。",
        en: "The certificate expired on {cert.notAfter}.",
      },
      cap: "expired-certificate",
    },
    "not-yet-valid": {
      state: "fail",
      severity: "critical",
      text: {
        ja: "証明書はまだ有効ではありません（{cert.notBefore}から）。",
        en: "The certificate is not valid yet (from {cert.notBefore}).",
      },
      cap: "expired-certificate",
    },
  },
  run: (context) =>
    withCertificate(context, ({ leaf }) => {
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
