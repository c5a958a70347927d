import { defineCheck, inconclusive, notApplicable } from "../../engine/check.ts";
import { DerError } from "./certificate/der-values.ts";
import { ocspStatus } from "./certificate/ocsp-status.ts";
import { withCertificate } from "./certificate/with-certificate.ts";
import { NO_HANDSHAKE, NOT_STAPLED, STAPLE_UNREADABLE } from "./reasons.ts";

/**
 * The OCSP response that the server staples (RFC 6960 §4.2.1, RFC 6066 §8). No responder is asked:
 * authorities are closing theirs, and a question would tell them what is examined.
 */
export const certRevoked = defineCheck({
  id: "cert-revoked",
  category: "tls",
  scope: "address",
  title: { ja: "証明書の失効", en: "Certificate revocation" },
  explanation: {
    ja: "失効した証明書は、鍵の漏えいや誤発行のために認証局が取り消したものです。使い続けると、利用者は偽のサイトと区別できません。",
    en: "A revoked certificate was withdrawn by its authority because its key leaked or it was issued wrongly. Visitors cannot tell its site from an impostor.",
  },
  remedy: {
    ja: "新しい鍵で証明書を発行し直し、ただちに差し替えてください。",
    en: "Have a certificate issued for a new key and replace the revoked one at once.",
  },
  source: [
    { title: "RFC 6960 §4.2.1", url: "https://www.rfc-editor.org/rfc/rfc6960#section-4.2.1" },
  ],
  outcomes: {
    good: {
      state: "pass",
      severity: null,
      text: {
        ja: "添付された失効情報によると、証明書は有効です。",
        en: "By the stapled revocation information, the certificate is good.",
      },
    },
    revoked: {
      state: "fail",
      severity: "critical",
      text: { ja: "証明書が失効しています。", en: "The certificate has been revoked." },
    },
  },
  run: (context) =>
    withCertificate(context, ({ leaf, session }) => {
      if (session === null) return inconclusive(NO_HANDSHAKE);
      if (session.ocsp === null) return notApplicable(NOT_STAPLED);
      const status = read(session.ocsp, leaf.serialNumber);
      if (status === null || status === "unknown") return inconclusive(STAPLE_UNREADABLE);
      const facts = [{ name: "cert.revoked", value: status === "revoked" }];
      return { outcome: status, facts };
    }),
});

function read(staple: Uint8Array, serial: string) {
  try {
    return ocspStatus(staple, serial);
  } catch (error) {
    if (error instanceof DerError) return null;
    throw error;
  }
}
