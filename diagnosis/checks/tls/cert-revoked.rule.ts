import type { X509Certificate } from "node:crypto";
import { defineCheck, inconclusive, notApplicable } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { certRevokedTexts } from "./cert-revoked.texts.ts";
import { DerError } from "./certificate/der-values.ts";
import { ocspStatus } from "./certificate/ocsp-status.ts";
import { judgeCertificate } from "./certificate/with-certificate.ts";
import { NO_HANDSHAKE, NOT_STAPLED, STAPLE_UNREADABLE } from "./reasons.texts.ts";

/**
 * The OCSP response that the server staples (RFC 6960 §4.2.1, RFC 6066 §8). No responder is asked:
 * authorities are closing theirs, and a question would tell them what is examined.
 */
export const certRevoked = defineCheck(certRevokedTexts, {
  id: "cert-revoked",
  category: "tls",
  scope: "address",
  outcomes: {
    good: { state: "pass", severity: null },
    revoked: { state: "fail", severity: "critical" },
    stale: { state: "warn", severity: "low" },
    "must-staple": { state: "fail", severity: "medium" },
  },
  run: (context) =>
    judgeCertificate(context, async ({ leaf, session }) => {
      if (session === null) return inconclusive(NO_HANDSHAKE);
      const demanded = demandsStaple(leaf);
      const facts = [{ name: "cert.mustStaple", value: demanded }];
      const staple = session.ocsp ?? (demanded ? await laterStaple(context, leaf) : null);
      if (staple === null)
        return demanded ? { outcome: "must-staple", facts } : notApplicable(NOT_STAPLED);
      const answer = read(staple, leaf.serialNumber);
      if (answer === null && demanded) return { outcome: "must-staple", facts };
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

/** Each another question: the answer to one that was asked before is remembered. */
const AGAIN = [{ maxVersion: "TLSv1.3" }, { minVersion: "TLSv1", maxVersion: "TLSv1.3" }] as const;
const PAUSE_MS = 1_000;

/** Servers ask for it when a visitor has come (nginx, each of its processes), and have none for that one. */
async function laterStaple(
  { clock, signal, tls }: CheckContext,
  leaf: X509Certificate,
): Promise<Uint8Array | null> {
  for (const options of AGAIN) {
    await clock.sleep(PAUSE_MS, signal);
    const { certificates, ocsp } = await tls.handshake(options);
    if (ocsp !== null && certificates[0]?.raw.equals(leaf.raw)) return ocsp;
  }
  return null;
}

function read(staple: Uint8Array, serial: string) {
  try {
    return ocspStatus(staple, serial);
  } catch (error) {
    if (error instanceof DerError) return null;
    throw error;
  }
}
