import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `dns-resolves`. */
export const dnsResolvesTexts = {
  title: { ja: "ドメインの名前解決", en: "The domain can be resolved" },
  looksAt: {
    ja: "リゾルバーでドメインを引けるかを、DNSSECの検証をする場合としない場合で調べます。引けないときは、上位ゾーンに登録されたネームサーバーに一台ずつ直接問い合わせます。",
    en: "Whether a resolver can look up the domain, with DNSSEC validation and without. Where it cannot, each name server that the parent zone names is asked directly.",
  },
  explanation: {
    ja: "登録されたネームサーバーがどれも答えないと、誰もこのドメインの名前を引けません。サイトもメールも、このドメインを使うものはすべて止まります。",
    en: "When none of the registered name servers answers for the domain, nobody can look it up. The website, mail and everything else under the domain are down.",
  },
  remedy: {
    ja: "レジストラに登録したネームサーバーが動作し、このゾーンを配信しているかを直ちに確認してください。サーバーを移した場合は、登録を新しいサーバーに改めてください。",
    en: "Check right away that the name servers registered with your registrar are running and serve this zone. If you moved to other servers, register those.",
  },
  outcomes: {
    resolves: { ja: "ドメインの名前を引けます。", en: "The domain can be looked up." },
    unresolvable: {
      ja: "誰もこのドメインの名前を引けません。登録されたネームサーバー（{dns.nameServers}）はどれも答えず、検証を行うリゾルバーの応答は{dns.validating}です。",
      en: "Nobody can look up the domain. None of its registered name servers ({dns.nameServers}) answers for it; a validating resolver answers {dns.validating}.",
    },
  },
  facts: {
    "dns.nameServers": { ja: "ネームサーバー", en: "Name servers" },
    "dns.serverAnswers": { ja: "各ネームサーバーの応答", en: "What each name server answers" },
    "dns.unvalidated": { ja: "検証しない場合の応答", en: "Answer without validation" },
    "dns.validating": { ja: "検証を行うリゾルバーの応答", en: "Answer of a validating resolver" },
  },
  source: [
    { title: "RFC 1034 §4.2.1", url: "https://www.rfc-editor.org/rfc/rfc1034#section-4.2.1" },
    { title: "RFC 1912 §2.8", url: "https://www.rfc-editor.org/rfc/rfc1912#section-2.8" },
  ],
} satisfies CheckTexts;
