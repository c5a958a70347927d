import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `mail-spf`. */
export const mailSpfTexts = {
  title: { ja: "送信元サーバーの宣言（SPF）", en: "Permitted senders (SPF)" },
  looksAt: {
    ja: "SPFレコードを受信側と同じように読み、文法、問い合わせの回数（10回まで）、空振りの回数、参照先、広すぎる範囲、最後の判定を調べます。",
    en: "The SPF record is read as a receiver reads it: syntax of every term, lookups (ten at most), void ones, includes, ranges that are too wide, and its final verdict.",
  },
  explanation: {
    ja: "SPFは、このドメインを名乗って送信してよいサーバーを宣言します。ない場合や誰でも許可する設定の場合、なりすましメールを見分ける手がかりがなくなります。",
    en: "SPF states which servers may send as this domain. Without it, or with a record that lets everyone pass, receivers cannot recognize forged mail by its origin.",
  },
  remedy: {
    ja: "送信に使うサーバーを列挙し、末尾を-all（移行中は~all）にしたSPFレコードを一つだけ登録してください。参照（include等）は合計10回以内に収めてください。",
    en: "Publish exactly one SPF record that lists your senders and ends in -all (or ~all while migrating), with at most ten lookups in total.",
  },
  outcomes: {
    restrictive: {
      ja: "SPFが正しく設定されています（{spf.all}all、参照{spf.lookups}回）。",
      en: "SPF is set up ({spf.all}all, {spf.lookups} lookups).",
    },
    absent: { ja: "SPFレコードがありません。", en: "There is no SPF record." },
    "pass-all": {
      ja: "SPFがすべての送信元を許可しています（+all、またはそれと同じ意味の範囲）。",
      en: "SPF lets every sender pass (+all or an equivalent range).",
    },
    neutral: {
      ja: "SPFの末尾が?all、または指定なしのため、許可していない送信元を拒否しません。",
      en: "SPF ends in ?all or does not end at all, so unlisted senders are not rejected.",
    },
    multiple: {
      ja: "SPFレコードが複数あるため、受信側では設定誤りとして扱われます。",
      en: "There are several SPF records, which receivers treat as an error.",
    },
    wide: {
      ja: "SPFが、一つの組織では使い切れない広い範囲（{spf.wide}）を許可しています。",
      en: "SPF allows address ranges larger than any single organization uses ({spf.wide}).",
    },
    "syntax-error": {
      ja: "SPFレコードの「{spf.term}」の書き方に誤りがあり、受信側で評価できません。",
      en: "The SPF record has an error in “{spf.term}”, so receivers cannot evaluate it.",
    },
    "too-many-lookups": {
      ja: "SPFの参照が「{spf.term}」で10回を超えるため、受信側では設定誤りとして扱われます。",
      en: "SPF needs more than ten lookups (exceeded at “{spf.term}”), which receivers treat as an error.",
    },
    "too-many-voids": {
      ja: "SPFが参照する名前のうち三つ以上（「{spf.term}」まで）が存在しないため、受信側では設定誤りとして扱われます。",
      en: "SPF refers to more than two names that lead nowhere (the last is “{spf.term}”), which receivers treat as an error.",
    },
    "too-many-mx": {
      ja: "SPFの「{spf.term}」が10を超えるメールサーバーを指すため、受信側では設定誤りとして扱われます。",
      en: "SPF's “{spf.term}” stands for more than ten mail servers, which receivers treat as an error.",
    },
    "broken-include": {
      ja: "SPFの「{spf.term}」の参照先に有効なSPFレコードがないため、受信側では設定誤りとして扱われます。",
      en: "SPF's “{spf.term}” refers to a domain without a valid SPF record; receivers treat that as an error.",
    },
  },
  facts: {
    "spf.all": { ja: "SPFに一致しない送信元の扱い", en: "SPF's answer for other senders" },
    "spf.at": { ja: "SPFのその記述がある名前", en: "Name with that SPF term" },
    "spf.lookups": { ja: "SPFのDNS参照回数", en: "SPF DNS lookups" },
    "spf.present": { ja: "SPFレコードがある", en: "SPF record present" },
    "spf.record": { ja: "SPFレコード", en: "SPF record" },
    "spf.term": { ja: "SPFの該当箇所", en: "SPF term" },
    "spf.wide": { ja: "SPFで許可している広い範囲", en: "Wide ranges allowed by SPF" },
  },
  terms: [
    {
      term: { ja: "SPF", en: "SPF" },
      meaning: {
        ja: "そのドメインのメールを送ってよいサーバーを、DNSで宣言する仕組みです。",
        en: "Declares in DNS which servers may send a domain's mail.",
      },
    },
  ],
  source: [
    { title: "RFC 7208 §4.5, §4.6.4", url: "https://www.rfc-editor.org/rfc/rfc7208#section-4.5" },
  ],
} satisfies CheckTexts;
