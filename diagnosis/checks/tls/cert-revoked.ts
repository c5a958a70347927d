import type { X509Certificate } from "node:crypto";
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
    en: "A revoked certificate was withdrawn by its authority because its key leaked or it was issued by mistake. Visitors cannot tell a site that uses it from an impostor.",
  },
  remedy: {
    ja: "新しい鍵で証明書を発行し直し、ただちに差し替えてください。",
    en: "Have a certificate issued for a new key, and replace the revoked one immediately.",
  },
  source: [
    { title: "RFC 6960 §4.2.1", url: "https://www.rfc-editor.org/rfc/rfc6960#section-4.2.1" },
    { title: "RFC 7633 §4.2.3.1", url: "https://www.rfc-editor.org/rfc/rfc7633#section-4.2.3" },
  ],
  outcomes: {
    good: {
      state: "pass",
      severity: null,
      text: {
        ja: "添付された失効情報によると、証明書は有効です。",
        en: "According to the stapled revocation information, the certificate is valid.",
      },
    },
    revoked: {
      state: "fail",
      severity: "critical",
      text: { ja: "証明書が失効しています。", en: "The certificate has been revoked." },
    },
    stale: {
      state: "warn",
      severity: "low",
      text: {
        ja: "添付された失効情報の期限が切れています（{cert.stapleUntil}まで）。サーバーの更新が止まっています。",
        en: "The stapled revocation information is out of date (it was valid until {cert.stapleUntil}). The server has stopped renewing it.",
      },
    },
    "must-staple": {
      state: "fail",
      severity: "medium",
      text: {
        ja: "証明書は失効情報の添付を求めていますが（must-staple）、サーバーは添付していません。接続を拒否するブラウザーがあります。",
        en: "The certificate requires stapled revocation information (must-staple), but the server sends none. Some browsers refuse to connect.",
      },
    },
  },
  run: (context) =>
    withCertificate(context, ({ leaf, session }) => {
      if (session === null) return inconclusive(NO_HANDSHAKE);
      const demanded = demandsStaple(leaf);
      const facts = [{ name: "cert.mustStaple", value: demanded }];
      if (session.ocsp === null)
        return demanded ? { outcome: "must-staple", facts } : notApplicable(NOT_STAPLED);
      const answer = read(session.ocsp, leaf.serialNumber);
      if (answer === null || answer.status === "unknown") return inconclusive(STAPLE_UNREADABLE);
      const { status, until } = answer;
      const seen = [
        ...facts,
        { name: "cert.revoked", value: status === "revoked" },
        { name: "cert.stapleUntil", value: until === null ? "" : new Date(until).toISOString() },
      ];
      // What was revoked stays revoked; what was good is not known to be so any more.
      const stale = status === "good" && until !== null && until < context.clock.now();
      return { outcome: stale ? "stale" : status, facts: seen };
    }),
});

/** The TLS feature extension with status_request (RFC 7633 §4.2.3.1), by its object identifier. */
const TLS_FEATURE = Buffer.from("06082b06010505070118", "hex");

function demandsStaple(leaf: X509Certificate): boolean {
  return leaf.raw.includes(TLS_FEATURE);
}

function read(staple: Uint8Array, serial: string) {
  try {
    return ocspStatus(staple, serial);
  } catch (error) {
    if (error instanceof DerError) return null;
    throw error;
  }
}
