import type { CheckTexts } from "../../engine/check.ts";
import type { LocalText } from "../../engine/text.ts";

/** What is said of `dns-lookalike`. */
export const dnsLookalikeTexts = {
  title: { ja: "紛らわしいドメイン名", en: "Look-alike domains" },
  looksAt: {
    ja: "見間違えやすい名前を最大32個作り、それぞれが登録されているか、メールを受け取るかをDNSで調べます。それらのサーバーには接続しません。",
    en: "Up to 32 names that are easily mistaken for the domain are made, and DNS is asked which of them exist and receive mail. Their servers are not contacted.",
  },
  explanation: {
    ja: "よく似たドメイン名は、偽のログイン画面や、取引先をよそおうメールに使われます。登録されているだけでは悪用とは限りませんが、メールを受け取る設定があるものには注意が必要です。",
    en: "Names that look like yours are used for fake login pages and for mail that pretends to come from you. A registered look-alike is not misuse in itself, but one that can receive mail deserves a closer look.",
  },
  remedy: {
    ja: "心当たりのない名前は内容を確かめ、悪用されている場合は登録事業者に停止を申し立ててください。特に紛らわしい名前は、自社で取得しておくことを検討してください。",
    en: "Review the names you do not recognize, ask the registrar to suspend any that are misused, and consider registering the most confusing ones yourself.",
  },
  outcomes: {
    none: {
      ja: "調べた{lookalike.tried}件の紛らわしい名前は、いずれも登録されていません。",
      en: "None of the {lookalike.tried} look-alike names that were checked is registered.",
    },
    own: {
      ja: "紛らわしい名前{lookalike.name}は、このドメイン自身のネームサーバーで管理されています。",
      en: "The look-alike name {lookalike.name} is served by this domain's own name servers.",
    },
    registered: {
      ja: "紛らわしい名前{lookalike.name}が登録されています。メールを受け取る設定はありません。",
      en: "The look-alike name {lookalike.name} is registered. It receives no mail.",
    },
    mail: {
      ja: "紛らわしい名前{lookalike.name}が登録され、メールを受け取る設定があります（{lookalike.mx}）。",
      en: "The look-alike name {lookalike.name} is registered and receives mail ({lookalike.mx}).",
    },
  },
  facts: {
    "lookalike.likeness": { ja: "似せ方", en: "How it resembles yours" },
    "lookalike.mx": { ja: "似た名前のメールサーバー", en: "Mail servers of the look-alike" },
    "lookalike.name": { ja: "似た名前", en: "Look-alike name" },
    "lookalike.servers": { ja: "似た名前のネームサーバー", en: "Name servers of the look-alike" },
    "lookalike.tried": { ja: "調べた名前の数", en: "Names looked up" },
  },
  source: [
    {
      title: "Unicode TS 39 §4",
      url: "https://www.unicode.org/reports/tr39/#Confusable_Detection",
    },
    { title: "ICANN UDRP", url: "https://www.icann.org/resources/pages/help/dndr/udrp-en" },
  ],
} satisfies CheckTexts;

export const TOO_SHORT: LocalText = {
  ja: "名前が短く、紛らわしい名前を挙げても意味がないため、調べていません。",
  en: "The name is too short for look-alikes to be meaningful, so none were checked.",
};

export const NO_ANSWERS: LocalText = {
  ja: "紛らわしい名前をDNSで確認できませんでした。",
  en: "The look-alike names could not be checked in DNS.",
};
