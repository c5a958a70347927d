import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `cert-chain`. */
export const certChainTexts = {
  title: { ja: "中間証明書の構成", en: "Intermediate certificates" },
  looksAt: {
    ja: "サーバーが送る中間証明書に、不足や順序の誤りがないかを調べます。",
    en: "Whether intermediates that the server sends are missing or out of order.",
  },
  explanation: {
    ja: "中間証明書が足りない、または順序が誤っていると、パソコンのブラウザーでは表示できても、スマートフォンや連携システムでは接続に失敗することがあります。",
    en: "When an intermediate certificate is missing or out of order, desktop browsers may cope while phones and connected systems fail.",
  },
  remedy: {
    ja: "認証局が配布する中間証明書を、サーバー証明書の後に発行順に並べて設定してください（多くの場合fullchain.pemを使います）。",
    en: "Install the authority's intermediate certificates after the server certificate, in order of issue. In most cases that is the file fullchain.pem.",
  },
  outcomes: {
    complete: {
      ja: "必要な中間証明書がそろっています。",
      en: "All intermediate certificates are sent.",
    },
    extra: {
      ja: "必要な証明書のほかに、関係のない証明書も送られています。",
      en: "Unrelated certificates are sent in addition to the required ones.",
    },
    incomplete: { ja: "中間証明書が足りません。", en: "An intermediate certificate is missing." },
    misordered: {
      ja: "証明書の順序が誤っています。",
      en: "The certificates are sent in the wrong order.",
    },
  },
  facts: {
    "cert.chainComplete": { ja: "中間証明書がそろっている", en: "Intermediates complete" },
    "cert.chainLength": { ja: "送られた証明書の数", en: "Certificates sent" },
    "cert.chainOrdered": {
      ja: "証明書が正しい順で送られる",
      en: "Certificates in the right order",
    },
  },
  terms: [
    {
      term: { ja: "中間証明書", en: "intermediate" },
      meaning: {
        ja: "サーバーの証明書と、信頼された認証局とをつなぐ証明書です。",
        en: "A certificate that links a server's own certificate to a trusted authority.",
      },
    },
  ],
  source: [
    { title: "RFC 5246 §7.4.2", url: "https://www.rfc-editor.org/rfc/rfc5246#section-7.4.2" },
    { title: "RFC 8446 §4.4.2", url: "https://www.rfc-editor.org/rfc/rfc8446#section-4.4.2" },
  ],
} satisfies CheckTexts;
