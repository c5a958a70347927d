import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `cert-name`. */
export const certNameTexts = {
  title: { ja: "証明書の名前の一致", en: "Certificate name match" },
  looksAt: {
    ja: "証明書に、このホスト名が含まれているかを調べます。",
    en: "Whether the certificate names this host.",
  },
  explanation: {
    ja: "証明書の名前がサイトの名前と一致しないと、ブラウザーは別のサイトの証明書とみなして警告を表示します。",
    en: "When the certificate does not include the site's name, browsers assume it belongs to someone else and show a warning.",
  },
  remedy: {
    ja: "サイトの名前をすべてサブジェクト代替名（SAN）に含む証明書を発行し直してください。",
    en: "Have the certificate reissued with every name of the site in its subject alternative names (SAN).",
  },
  outcomes: {
    matches: {
      ja: "証明書の名前（{cert.matchedName}）がホスト名と一致します。",
      en: "The certificate includes this host name ({cert.matchedName}).",
    },
    mismatch: {
      ja: "証明書にこのホスト名がありません（証明書の名前：{cert.names}）。",
      en: "The certificate does not include this host name (it includes: {cert.names}).",
    },
  },
  facts: {
    "cert.matchedName": { ja: "一致した証明書の名前", en: "Matching name in the certificate" },
    "cert.nameMatches": {
      ja: "証明書の名前がホストと一致する",
      en: "Certificate matches the host name",
    },
    "cert.names": { ja: "証明書の名前", en: "Names in the certificate" },
  },
  source: [{ title: "RFC 9525 §6.3", url: "https://www.rfc-editor.org/rfc/rfc9525#section-6.3" }],
} satisfies CheckTexts;
