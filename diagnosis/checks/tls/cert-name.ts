import { defineCheck } from "../../engine/check.ts";
import { withCertificate } from "./certificate/with-certificate.ts";

/** Names shown as evidence. */
const MAX_NAMES = 20;

/**
 * The host is among the certificate's DNS names, with a wildcard for the whole left-most label at most
 * (RFC 9525 §6.3); the common name no longer counts (Appendix A).
 */
export const certName = defineCheck({
  id: "cert-name",
  category: "tls",
  scope: "address",
  title: { ja: "証明書の名前の一致", en: "Certificate name match" },
  explanation: {
    ja: "証明書の名前がサイトの名前と一致しないと、ブラウザーは別のサイトの証明書とみなして警告を表示します。",
    en: "When the certificate does not include the site's name, browsers assume it belongs to someone else and show a warning.",
  },
  remedy: {
    ja: "サイトの名前をすべてサブジェクト代替名（SAN）に含む証明書を発行し直してください。",
    en: "Have the certificate reissued with every name of the site in its subject alternative names (SAN).",
  },
  source: [{ title: "RFC 9525 §6.3", url: "https://www.rfc-editor.org/rfc/rfc9525#section-6.3" }],
  outcomes: {
    matches: {
      state: "pass",
      severity: null,
      text: {
        ja: "証明書の名前（{cert.matchedName}）がホスト名と一致します。",
        en: "The certificate includes this host name ({cert.matchedName}).",
      },
    },
    mismatch: {
      state: "fail",
      severity: "high",
      text: {
        ja: "証明書にこのホスト名がありません（証明書の名前：{cert.names}）。",
        en: "The certificate does not include this host name (it includes: {cert.names}).",
      },
      cap: "misnamed-certificate",
    },
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
