import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `cert-sig`. */
export const certSigTexts = {
  title: { ja: "証明書の署名方式", en: "Certificate signature algorithm" },
  looksAt: {
    ja: "証明書と、そこから信頼の起点に至る中間証明書の署名に、破られた方式（MD5、SHA-1）が使われていないかを調べます。",
    en: "Whether the certificate or an intermediate that leads from it to a root is signed with a broken algorithm (MD5, SHA-1).",
  },
  explanation: {
    ja: "MD5とSHA-1では、同じ値になる別のデータを作れることが実証されています。この署名の証明書は偽造のおそれがあり、ブラウザーは受け入れません。",
    en: "Different data with the same MD5 or SHA-1 value has been constructed. Certificates signed with these algorithms can be forged, and browsers reject them.",
  },
  remedy: {
    ja: "SHA-256以上で署名された証明書に替えてください。",
    en: "Replace the certificate with one signed with SHA-256 or stronger.",
  },
  outcomes: {
    sound: {
      ja: "証明書は安全な方式で署名されています（{cert.signatureHash}）。",
      en: "The certificate is signed with a strong algorithm ({cert.signatureHash}).",
    },
    broken: {
      ja: "証明書の署名に、破られた方式（{cert.brokenHashes}）が使われています。",
      en: "A certificate is signed with a broken algorithm ({cert.brokenHashes}).",
    },
  },
  facts: {
    "cert.brokenHashes": { ja: "弱いハッシュの署名", en: "Signatures with a weak hash" },
    "cert.signatureHash": {
      ja: "証明書の署名のハッシュ",
      en: "Hash of the certificate's signature",
    },
  },
  source: [
    { title: "RFC 6151", url: "https://www.rfc-editor.org/rfc/rfc6151" },
    { title: "RFC 6194", url: "https://www.rfc-editor.org/rfc/rfc6194" },
    {
      title: "CA/Browser Forum BR §7.1.3.2",
      url: "https://cabforum.org/working-groups/server/baseline-requirements/requirements/",
    },
  ],
} satisfies CheckTexts;
