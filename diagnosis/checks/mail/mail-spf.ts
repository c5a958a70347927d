import { defineCheck } from "../../engine/check.ts";
import { analyseSpf } from "./spf/analyse.ts";

/**
 * SPF: one record, at most ten look-ups, and an end that stops strangers (RFC 7208 §4.5, §4.6.4, §5.1).
 */
export const mailSpf = defineCheck({
  id: "mail-spf",
  category: "mail",
  scope: "zone",
  title: { ja: "送信元サーバーの宣言(SPF)", en: "Permitted senders (SPF)" },
  explanation: {
    ja: "SPFは、このドメインを名乗って送信してよいサーバーを宣言します。ない場合や誰でも許可する設定の場合、なりすましメールを見分ける手がかりがなくなります。",
    en: "SPF states which servers may send as this domain. Without it, or with one that lets everyone pass, receivers cannot tell forged mail by its origin.",
  },
  remedy: {
    ja: "送信に使うサーバーを列挙し、末尾を-all(移行中は~all)にしたSPFレコードを一つだけ登録してください。参照(include等)は合計10回以内に収めてください。",
    en: "Publish exactly one SPF record that lists your senders and ends in -all (or ~all while migrating), with at most ten look-ups in total.",
  },
  source: [
    { title: "RFC 7208 §4.5, §4.6.4", url: "https://www.rfc-editor.org/rfc/rfc7208#section-4.5" },
  ],
  outcomes: {
    restrictive: {
      state: "pass",
      severity: null,
      text: {
        ja: "SPFが正しく設定されています({spf.all}all、参照{spf.lookups}回)。",
        en: "SPF is set up ({spf.all}all, {spf.lookups} look-ups).",
      },
    },
    absent: {
      state: "fail",
      severity: "medium",
      text: { ja: "SPFレコードがありません。", en: "There is no SPF record." },
    },
    "pass-all": {
      state: "fail",
      severity: "high",
      text: {
        ja: "SPFがすべての送信元を許可しています(+all、またはそれと同じ意味の範囲)。",
        en: "SPF lets every sender pass (+all or a range that means the same).",
      },
    },
    neutral: {
      state: "warn",
      severity: "low",
      text: {
        ja: "SPFの末尾が?all、または指定なしのため、許可していない送信元を拒否しません。",
        en: "SPF ends in ?all or does not end at all, so unlisted senders are not refused.",
      },
    },
    multiple: {
      state: "fail",
      severity: "medium",
      text: {
        ja: "SPFレコードが複数あるため、受信側では設定誤りとして扱われます。",
        en: "There are several SPF records, which receivers treat as an error.",
      },
    },
    "syntax-error": {
      state: "fail",
      severity: "medium",
      text: {
        ja: "SPFレコードの書き方に誤りがあり、受信側で評価できません。",
        en: "The SPF record has a syntax error, so receivers cannot evaluate it.",
      },
    },
    "too-many-lookups": {
      state: "fail",
      severity: "medium",
      text: {
        ja: "SPFの参照が10回を超えるため、受信側では設定誤りとして扱われます。",
        en: "SPF needs more than ten look-ups, which receivers treat as an error.",
      },
    },
    "broken-include": {
      state: "fail",
      severity: "medium",
      text: {
        ja: "SPFが参照する{spf.target}にSPFレコードがないため、受信側では設定誤りとして扱われます。",
        en: "SPF refers to {spf.target}, which has no SPF record; receivers treat that as an error.",
      },
    },
  },
  async run(context) {
    const { domain } = context.target;
    const result = await analyseSpf(domain, (name) => context.dns.texts(name));
    const facts = [{ name: "spf.present", value: result.kind !== "absent" }];
    if (result.kind === "broken-include") {
      return {
        outcome: result.kind,
        facts: [...facts, { name: "spf.target", value: result.target }],
      };
    }
    const counted =
      "lookups" in result ? [...facts, { name: "spf.lookups", value: result.lookups }] : facts;
    if (result.kind !== "policy") return { outcome: result.kind, facts: counted };
    const seen = [...counted, { name: "spf.all", value: result.all }];
    if (result.all === "+") return { outcome: "pass-all", facts: seen };
    return { outcome: result.all === "?" ? "neutral" : "restrictive", facts: seen };
  },
});
