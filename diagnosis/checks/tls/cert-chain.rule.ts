import type { X509Certificate } from "node:crypto";
import { defineCheck, inconclusive, notApplicable } from "../../engine/check.ts";
import { certChainTexts } from "./cert-chain.texts.ts";
import { isSelfSigned, lacksIssuer } from "./certificate/trust.ts";
import { withCertificate } from "./certificate/with-certificate.ts";
import { NO_HANDSHAKE, SELF_SIGNED } from "./reasons.texts.ts";

/**
 * The server sends every intermediate, each certifying the one before (RFC 5246 §7.4.2). TLS 1.3 lets
 * clients cope with another order (RFC 8446 §4.4.2), so a server that speaks nothing else is only asked
 * for completeness.
 */
export const certChain = defineCheck(certChainTexts, {
  id: "cert-chain",
  category: "tls",
  scope: "address",
  outcomes: {
    complete: { state: "pass", severity: null },
    extra: { state: "info", severity: "info" },
    incomplete: { state: "fail", severity: "medium" },
    misordered: { state: "fail", severity: "medium" },
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
