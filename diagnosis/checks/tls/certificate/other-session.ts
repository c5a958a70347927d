import type { X509Certificate } from "node:crypto";
import type { CheckContext } from "../../../engine/context.ts";
import type { TlsOptions, TlsSession } from "../../../net/clients.ts";
import { on, recover } from "../../../net/recover.ts";
import { keyOf } from "../../tls-survey/key-exchange.ts";
import { surveyTls } from "../../tls-survey/survey.ts";

/** What asks for the other kind: suites up to TLS 1.2, signature algorithms in TLS 1.3. */
const OFFERS: Readonly<Record<"RSA" | "EC", TlsOptions>> = {
  RSA: {
    signatures:
      "rsa_pss_rsae_sha256:rsa_pss_rsae_sha384:rsa_pss_rsae_sha512:RSA+SHA256:RSA+SHA384:RSA+SHA512:RSA+SHA1",
    ciphers: "aRSA:@SECLEVEL=0",
  },
  EC: {
    signatures: "ECDSA+SHA256:ECDSA+SHA384:ECDSA+SHA512:ECDSA+SHA1",
    ciphers: "aECDSA:@SECLEVEL=0",
  },
};

/** A handshake in which the address shows the certificate that is not `leaf`; null when it has no other. */
export async function otherSession(
  context: CheckContext,
  leaf: X509Certificate,
): Promise<TlsSession | null> {
  const { classic } = await surveyTls(context);
  const other = keyOf(leaf).type === "RSA" ? "EC" : "RSA";
  const shown = classic.some(
    ({ certificates: [first] }) => first !== undefined && !leaf.raw.equals(first),
  );
  // Up to TLS 1.2 the survey saw every certificate; in TLS 1.3 they are encrypted.
  if (classic.length > 0 && !shown) return null;
  const options = shown ? { ...OFFERS[other], maxVersion: "TLSv1.2" as const } : OFFERS[other];
  const session = await recover(
    context.tls.handshake(options),
    on(["tls", "reset", "closed"], null),
  );
  const [first] = session?.certificates ?? [];
  return first && !first.raw.equals(leaf.raw) ? session : null;
}
