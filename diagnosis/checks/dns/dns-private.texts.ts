import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `dns-private`. */
export const dnsPrivateTexts = {
  title: { ja: "公開DNS上の内部アドレス", en: "Internal addresses in public DNS" },
  looksAt: {
    ja: "公開されている名前が、社内向けなどの特別なアドレスを指していないかを調べます。",
    en: "Whether a public name leads to a private address or another one without public meaning.",
  },
  explanation: {
    ja: "公開のDNSに内部ネットワークのアドレスを載せると、社内の構成が外から分かります。利用者の手元にある別の機器へ誘導されるおそれもあります。",
    en: "Internal addresses in public DNS reveal how your network is built, and can lead visitors to whatever has that address in their own network.",
  },
  remedy: {
    ja: "内部向けの名前は社内のDNSだけに登録し、公開ゾーンからは削除してください。",
    en: "Keep internal names in internal DNS only and remove them from the public zone.",
  },
  outcomes: {
    public: {
      ja: "登録されているアドレスはすべて公開アドレスです。",
      en: "All published addresses are public.",
    },
    private: {
      ja: "公開のDNSに内部用のアドレス（{dns.privateAddresses}）が登録されています。",
      en: "Public DNS contains internal addresses ({dns.privateAddresses}).",
    },
  },
  facts: {
    "dns.privateAddresses": {
      ja: "公開DNSにある内部アドレス",
      en: "Private addresses in public DNS",
    },
  },
  source: [{ title: "RFC 1918 §5", url: "https://www.rfc-editor.org/rfc/rfc1918#section-5" }],
} satisfies CheckTexts;
