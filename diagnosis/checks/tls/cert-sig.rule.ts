import { defineCheck, inconclusive } from "../../engine/check.ts";
import { certSigTexts } from "./cert-sig.texts.ts";
import { brokenHashes, hashOf, isBroken, isTrustedWithout } from "./certificate/signature-hash.ts";
import { judgeCertificate } from "./certificate/with-certificate.ts";
import { HASH_UNKNOWN } from "./reasons.texts.ts";

/**
 * No certificate of the chain is signed with MD5 or SHA-1 (RFC 6151 §2, RFC 6194 §3;
 * Baseline Requirements §7.1.3.2). A root's own signature proves nothing and is not looked at, nor what is sent
 * beyond a root that clients have.
 */
export const certSig = defineCheck(certSigTexts, {
  id: "cert-sig",
  category: "tls",
  scope: "address",
  outcomes: {
    sound: { state: "pass", severity: null },
    broken: { state: "fail", severity: "high" },
  },
  run: (context) =>
    judgeCertificate(context, async ({ leaf, sent, session }) => {
      const all = brokenHashes(leaf, sent ?? session?.certificates ?? []);
      const isBeyond =
        all.length > 0 && !isBroken(leaf) && session?.trusted && (await isTrustedWithout(context));
      const broken = isBeyond ? [] : all;
      const own = hashOf(leaf);
      const facts = [
        { name: "cert.signatureHash", value: own },
        { name: "cert.brokenHashes", value: broken },
      ];
      if (broken.length > 0) return { outcome: "broken", facts };
      return own === "" ? inconclusive(HASH_UNKNOWN, facts) : { outcome: "sound", facts };
    }),
});
