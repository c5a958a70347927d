import { randomBytes } from "node:crypto";
import { defineCheck } from "../../engine/check.ts";
import { NetError } from "../../net/net-error.ts";

/**
 * Whether names that nobody registered resolve (wildcards, RFC 4592). Told, not judged: it makes any
 * misspelt or invented subdomain look real, and other tools' subdomain lists unreliable.
 */
export const dnsWildcard = defineCheck({
  id: "dns-wildcard",
  category: "dns",
  scope: "zone",
  title: { ja: "ワイルドカードDNS", en: "Wildcard DNS" },
  explanation: {
    ja: "ワイルドカードがあると、登録していないサブドメイン名もすべて解決されます。意図した設定であれば問題ありませんが、偽のサブドメインを使った詐欺に利用されることがあります。",
    en: "With a wildcard, every made-up subdomain resolves. That may be intended, but it gives phishing plausible names.",
  },
  remedy: {
    ja: "必要がなければワイルドカードを削除し、使う名前だけを登録してください。",
    en: "Unless you need it, remove the wildcard and register only the names in use.",
  },
  source: [{ title: "RFC 4592 §2.1", url: "https://www.rfc-editor.org/rfc/rfc4592#section-2.1" }],
  outcomes: {
    none: {
      state: "pass",
      severity: null,
      text: {
        ja: "登録していない名前は解決されません。",
        en: "Names that are not registered do not resolve.",
      },
    },
    wildcard: {
      state: "info",
      severity: "info",
      text: {
        ja: "登録していないサブドメイン名も解決されます（ワイルドカード）。",
        en: "Unregistered subdomains resolve too (wildcard).",
      },
    },
  },
  async run(context) {
    const name = `${randomBytes(10).toString("hex")}.${context.target.domain}`;
    const answers = await Promise.all([
      context.dns.query(name, "A"),
      context.dns.query(name, "AAAA"),
    ]);
    const failed = answers.find((answer) => !["ok", "nodata", "nxdomain"].includes(answer.status));
    if (failed) throw new NetError("dns", `wildcard: ${failed.rcode}`);
    const wildcard = answers.some((answer) => answer.answers.length > 0);
    const facts = [{ name: "dns.wildcard", value: wildcard }];
    return { outcome: wildcard ? "wildcard" : "none", facts };
  },
});
