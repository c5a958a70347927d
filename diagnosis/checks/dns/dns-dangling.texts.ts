import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `dns-dangling`. */
export const dnsDanglingTexts = {
  title: { ja: "行き先を失った別名（CNAME）", en: "Dangling alias (CNAME)" },
  looksAt: {
    ja: "ホスト名の別名（CNAME）をたどり、行き先が存在するか、サービス事業者の「未登録」のページ（状態コード、ヘッダー、文の位置が一致するもの）を示していないかを調べます。第三者が取得できるかどうかは、事業者ごとの出典付きのデータによります。",
    en: "The aliases (CNAME) of a host are followed: does the target exist, or does its provider show the page for names that nobody has claimed, with its status, headers and sentence in place? Whether a stranger can claim it is looked up for each provider, with the source.",
  },
  explanation: {
    ja: "解約したクラウドサービスを指したままの別名は、第三者がそのサービスで同じ名前を取得するだけで乗っ取れます。正規のドメインのまま偽サイトを公開されます。",
    en: "An alias that still points to a canceled service can be taken over by anyone who claims that name there. They can then show a fake site under your own domain.",
  },
  remedy: {
    ja: "使っていない別名のレコードを削除してください。サービスを解約するときは、先にDNSのレコードを消してください。",
    en: "Delete aliases that are no longer used; when ending a service, remove the DNS record first.",
  },
  outcomes: {
    alive: {
      ja: "別名の行き先（{dns.aliasTarget}）は存在します。",
      en: "The alias's target ({dns.aliasTarget}) exists.",
    },
    claimable: {
      ja: "別名の行き先（{dns.aliasTarget}）は{dns.aliasProvider}で未使用の状態にあり、第三者が取得できます。",
      en: "The alias's target ({dns.aliasTarget}) is unclaimed at {dns.aliasProvider}, and a stranger can claim it there.",
    },
    unclaimed: {
      ja: "別名の行き先（{dns.aliasTarget}）は、{dns.aliasProvider}で未使用の状態にあります。",
      en: "The alias's target ({dns.aliasTarget}) is unclaimed at {dns.aliasProvider}.",
    },
    gone: {
      ja: "別名の行き先（{dns.aliasTarget}）は存在しません。",
      en: "The alias's target ({dns.aliasTarget}) does not exist.",
    },
  },
  facts: {
    "dns.aliasClaimable": { ja: "第三者が取得できる", en: "Can be claimed by a stranger" },
    "dns.aliasSource": {
      ja: "取得できるかどうかの出典",
      en: "Source for whether it can be claimed",
    },
    "dns.aliasProvider": { ja: "別名の行き先のサービス", en: "Service of the alias target" },
  },
  source: [
    { title: "can-i-take-over-xyz", url: "https://github.com/EdOverflow/can-i-take-over-xyz" },
    { title: "RFC 1912 §2.4", url: "https://www.rfc-editor.org/rfc/rfc1912#section-2.4" },
  ],
} satisfies CheckTexts;
