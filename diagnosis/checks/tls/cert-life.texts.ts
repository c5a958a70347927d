import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `cert-life`. */
export const certLifeTexts = {
  title: { ja: "証明書の有効期間の長さ", en: "Certificate lifetime" },
  looksAt: {
    ja: "証明書の有効期間が、発行時に認められていた長さを超えていないかを調べます。",
    en: "Whether the certificate lives longer than was allowed when it was issued.",
  },
  explanation: {
    ja: "有効期間の長い証明書は、鍵の漏えいや名義の変更の後も長く使われ続けます。認証局の規則を超える期間の証明書は、ブラウザーに拒否されることがあります。",
    en: "A long-lived certificate stays usable long after its key has leaked or its name has changed hands. Browsers may refuse one that exceeds the authorities' rules.",
  },
  remedy: {
    ja: "規則に沿った期間（現在は200日以内）の証明書に替え、更新を自動化してください。",
    en: "Replace it with a certificate within the rules (currently 200 days) and automate renewal.",
  },
  outcomes: {
    short: {
      ja: "証明書の有効期間は{cert.lifetimeDays}日で、上限（{cert.lifetimeLimit}日）以内です。",
      en: "The certificate is valid for {cert.lifetimeDays} days, within the limit of {cert.lifetimeLimit}.",
    },
    long: {
      ja: "証明書の有効期間が{cert.lifetimeDays}日で、上限（{cert.lifetimeLimit}日）を超えています。",
      en: "The certificate is valid for {cert.lifetimeDays} days, more than the limit of {cert.lifetimeLimit}.",
    },
  },
  facts: {
    "cert.lifetimeDays": { ja: "証明書の有効期間", en: "Certificate lifetime" },
    "cert.lifetimeLimit": { ja: "有効期間の上限", en: "Longest lifetime allowed" },
  },
  source: [
    {
      title: "CA/Browser Forum SC-081v3, BR §6.3.2",
      url: "https://cabforum.org/working-groups/server/baseline-requirements/requirements/",
    },
  ],
} satisfies CheckTexts;
