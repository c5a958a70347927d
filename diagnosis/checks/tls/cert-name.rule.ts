import { defineCheck } from "../../engine/check.ts";
import { certNameTexts } from "./cert-name.texts.ts";
import { withCertificate } from "./certificate/with-certificate.ts";

/** Names shown as evidence. */
const MAX_NAMES = 20;

/**
 * The host is among the certificate's DNS names, with a wildcard for the whole left-most label at most
 * (RFC 9525 §6.3); the common name no longer counts (Appendix A).
 */
export const certName = defineCheck(certNameTexts, {
  id: "cert-name",
  category: "tls",
  scope: "address",
  outcomes: {
    matches: { state: "pass", severity: null },
    mismatch: { state: "fail", severity: "high", cap: "misnamed-certificate" },
  },
  run: (context) =>
    withCertificate(context, ({ leaf }) => {
      const matched = leaf.checkHost(context.target.host, {
        subject: "never",
        partialWildcards: false,
      });
      const facts = [
        { name: "cert.nameMatches", value: matched !== undefined },
        { name: "cert.matchedName", value: matched ?? "" },
        { name: "cert.names", value: dnsNames(leaf.subjectAltName).slice(0, MAX_NAMES) },
      ];
      return { outcome: matched === undefined ? "mismatch" : "matches", facts };
    }),
});

/** The DNS names of Node's text form, `DNS:a, DNS:b, IP Address:…`. */
function dnsNames(text: string | undefined): readonly string[] {
  return (text ?? "").split(", ").flatMap((entry) => {
    const name = /^DNS:"?([^"]+)"?$/.exec(entry)?.[1];
    return name === undefined ? [] : [name];
  });
}
