import { defineCheck, notApplicable } from "../../engine/check.ts";
import { NetError } from "../../net/net-error.ts";
import { NO_ADDRESS_RECORDS } from "./reasons.ts";

/**
 * A public name that leads to an address of no public meaning (RFC 1918 §5 asks that such names stay
 * inside; the list of ranges is IANA's special-purpose registry, RFC 6890). Asks DNS only.
 */
export const dnsPrivate = defineCheck({
  id: "dns-private",
  category: "dns",
  scope: "host",
  title: { ja: "公開DNS上の内部アドレス", en: "Internal addresses in public DNS" },
  explanation: {
    ja: "公開のDNSに内部ネットワークのアドレスを載せると、社内の構成が外から分かります。利用者の手元にある別の機器へ誘導されるおそれもあります。",
    en: "Internal addresses in public DNS reveal how your network is built, and can lead visitors to whatever has that address in their own network.",
  },
  remedy: {
    ja: "内部向けの名前は社内のDNSだけに登録し、公開ゾーンからは削除してください。",
    en: "Keep internal names in internal DNS only and remove them from the public zone.",
  },
  source: [{ title: "RFC 1918 §5", url: "https://www.rfc-editor.org/rfc/rfc1918#section-5" }],
  outcomes: {
    public: {
      state: "pass",
      severity: null,
      text: {
        ja: "登録されているアドレスはすべて公開アドレスです。",
        en: "All published addresses are public.",
      },
    },
    private: {
      state: "warn",
      severity: "low",
      text: {
        ja: "公開のDNSに内部用のアドレス（{dns.privateAddresses}）が登録されています。",
        en: "Public DNS contains internal addresses ({dns.privateAddresses}).",
      },
    },
  },
  async run(context) {
    const { host } = context.target;
    const answers = await Promise.all([
      context.dns.query(host, "A"),
      context.dns.query(host, "AAAA"),
    ]);
    const failed = answers.find((answer) => !["ok", "nodata", "nxdomain"].includes(answer.status));
    if (failed) throw new NetError("dns", `${host}: ${failed.rcode}`);
    const addresses = answers.flatMap((answer) =>
      answer.answers.flatMap((r) => (r.type === "A" || r.type === "AAAA" ? [r.data] : [])),
    );
    const hidden = addresses.filter((address) => !context.dns.isPublic(address));
    const facts = [{ name: "dns.privateAddresses", value: hidden }];
    if (addresses.length === 0) return notApplicable(NO_ADDRESS_RECORDS);
    return { outcome: hidden.length > 0 ? "private" : "public", facts };
  },
});
