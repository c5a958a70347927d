import type { X509Certificate } from "node:crypto";
import { defineCheck, inconclusive, notApplicable } from "../../engine/check.ts";
import { isSelfSigned, lacksIssuer } from "./certificate/trust.ts";
import { withCertificate } from "./certificate/with-certificate.ts";
import { NO_HANDSHAKE, SELF_SIGNED } from "./reasons.ts";

/**
 * The server sends every intermediate, each certifying the one before (RFC 5246 §7.4.2). TLS 1.3 lets
 * clients cope with another order (RFC 8446 §4.4.2), so a server that speaks nothing else is only asked
 * for completeness.
 */
export const certChain = defineCheck({
  id: "cert-chain",
  category: "tls",
  scope: "address",
  title: { ja: "中間証明書の構成", en: "Intermediate certificates" },
  explanation: {
    ja: "中間証明書が足りない、または順序が誤っていると、パソコンのブラウザーでは表示できても、スマートフォンや連携システムでは接続に失敗することがあります。",
    en: "When an intermediate certificate is missing or out of order, desktop browsers may cope while phones and connected systems fail.",
  },
  remedy: {
    ja: "認証局が配布する中間証明書を、サーバー証明書の後に発行順に並べて設定してください（多くの場合fullchain.pemを使います）。",
    en: "Install the authority's intermediate certificates after the server certificate, in order of issue. In most cases that is the file fullchain.pem.",
  },
  source: [
    { title: "RFC 5246 §7.4.2", url: "https://www.rfc-editor.org/rfc/rfc5246#section-7.4.2" },
    { title: "RFC 8446 §4.4.2", url: "https://www.rfc-editor.org/rfc/rfc8446#section-4.4.2" },
  ],
  outcomes: {
    complete: {
      state: "pass",
      severity: null,
      text: {
        ja: "必要な中間証明書がそろっています。",
        en: "All intermediate certificates are sent.",
      },
    },
    extra: {
      state: "info",
      severity: "info",
      text: {
        ja: "必要な証明書のほかに、関係のない証明書も送られています。",
        en: "Unrelated certificates are sent in addition to the required ones.",
      },
    },
    incomplete: {
      state: "fail",
      severity: "medium",
      text: { ja: "中間証明書が足りません。", en: "An intermediate certificate is missing." },
    },
    misordered: {
      state: "fail",
      severity: "medium",
      text: {
        ja: "証明書の順序が誤っています。",
        en: "The certificates are sent in the wrong order.",
      },
    },
  },
  run: (context) =>
    withCertificate(context, (seen) => {
      if (isSelfSigned(seen.leaf)) return notApplicable(SELF_SIGNED);
      if (seen.session === null) return inconclusive(NO_HANDSHAKE);
      const order = seen.sent === null ? "ordered" : orderOf(seen.sent);
      const complete = !lacksIssuer(seen);
      const facts = [
        { name: "cert.chainComplete", value: complete },
        { name: "cert.chainOrdered", value: order !== "misordered" },
        { name: "cert.chainLength", value: (seen.sent ?? seen.session.certificates).length },
      ];
      if (!complete) return { outcome: "incomplete", facts };
      if (order === "misordered") return { outcome: "misordered", facts };
      return { outcome: order === "extra" ? "extra" : "complete", facts };
    }),
});

/** `extra` when the chain breaks off and nothing after the break belongs to it. */
function orderOf(sent: readonly X509Certificate[]): "ordered" | "extra" | "misordered" {
  const gap = sent.findIndex((certificate, index) => {
    const before = sent[index - 1];
    return before !== undefined && !before.checkIssued(certificate);
  });
  if (gap === -1) return "ordered";
  const last = sent[gap - 1];
  const belongs = sent.slice(gap).some((certificate) => last?.checkIssued(certificate));
  return belongs ? "misordered" : "extra";
}
