import { defineCheck, inconclusive } from "../../engine/check.ts";
import type { Fact } from "../../engine/finding.ts";
import { spfRecords } from "../dns/spf-records.ts";
import { SPF_DEPENDS } from "./reasons.ts";
import { senderPolicy } from "./sender-policy.ts";
import { domainSpf } from "./spf/domain-spf.ts";

/**
 * SPF as receivers judge it: one record, every term well-formed, at most ten lookups and two void ones,
 * an end that stops strangers (RFC 7208 §4.5, §4.6.1, §4.6.4, §5.1), and no range that lets half the
 * world pass.
 */
export const mailSpf = defineCheck({
  id: "mail-spf",
  category: "mail",
  scope: "zone",
  title: { ja: "送信元サーバーの宣言（SPF）", en: "Permitted senders (SPF)" },
  explanation: {
    ja: "SPFは、このドメインを名乗って送信してよいサーバーを宣言します。ない場合や誰でも許可する設定の場合、なりすましメールを見分ける手がかりがなくなります。",
    en: "SPF states which servers may send as this domain. Without it, or with a record that lets everyone pass, receivers cannot recognize forged mail by its origin.",
  },
  remedy: {
    ja: "送信に使うサーバーを列挙し、末尾を-all（移行中は~all）にしたSPFレコードを一つだけ登録してください。参照（include等）は合計10回以内に収めてください。",
    en: "Publish exactly one SPF record that lists your senders and ends in -all (or ~all while migrating), with at most ten lookups in total.",
  },
  source: [
    { title: "RFC 7208 §4.5, §4.6.4", url: "https://www.rfc-editor.org/rfc/rfc7208#section-4.5" },
  ],
  outcomes: {
    restrictive: {
      state: "pass",
      severity: null,
      text: {
        ja: "SPFが正しく設定されています（{spf.all}all、参照{spf.lookups}回）。",
        en: "SPF is set up ({spf.all}all, {spf.lookups} lookups).",
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
        ja: "SPFがすべての送信元を許可しています（+all、またはそれと同じ意味の範囲）。",
        en: "SPF lets every sender pass (+all or an equivalent range).",
      },
    },
    neutral: {
      state: "warn",
      severity: "low",
      text: {
        ja: "SPFの末尾が?all、または指定なしのため、許可していない送信元を拒否しません。",
        en: "SPF ends in ?all or does not end at all, so unlisted senders are not rejected.",
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
    wide: {
      state: "fail",
      severity: "medium",
      text: {
        ja: "SPFが、一つの組織では使い切れない広い範囲（{spf.wide}）を許可しています。",
        en: "SPF allows address ranges larger than any single organization uses ({spf.wide}).",
      },
    },
    "syntax-error": permanentError(
      "SPFレコードの「{spf.term}」の書き方に誤りがあり、受信側で評価できません。",
      "The SPF record has an error in “{spf.term}”, so receivers cannot evaluate it.",
    ),
    "too-many-lookups": permanentError(
      "SPFの参照が「{spf.term}」で10回を超えるため、受信側では設定誤りとして扱われます。",
      "SPF needs more than ten lookups (exceeded at “{spf.term}”), which receivers treat as an error.",
    ),
    "too-many-voids": permanentError(
      "SPFが参照する名前のうち三つ以上（「{spf.term}」まで）が存在しないため、受信側では設定誤りとして扱われます。",
      "SPF refers to more than two names that lead nowhere (the last is “{spf.term}”), which receivers treat as an error.",
    ),
    "too-many-mx": permanentError(
      "SPFの「{spf.term}」が10を超えるメールサーバーを指すため、受信側では設定誤りとして扱われます。",
      "SPF's “{spf.term}” stands for more than ten mail servers, which receivers treat as an error.",
    ),
    "broken-include": permanentError(
      "SPFの「{spf.term}」の参照先に有効なSPFレコードがないため、受信側では設定誤りとして扱われます。",
      "SPF's “{spf.term}” refers to a domain without a valid SPF record; receivers treat that as an error.",
    ),
  },
  cause: senderPolicy,
  async run(context) {
    const { domain } = context.target;
    const result = await domainSpf(context);
    const facts: Fact[] = [{ name: "spf.present", value: result.kind !== "absent" }];
    const records = spfRecords(await context.dns.texts(domain));
    if (records.length > 0) facts.push({ name: "spf.record", value: records });
    if ("term" in result)
      facts.push({ name: "spf.term", value: result.term }, { name: "spf.at", value: result.at });
    if (result.kind === "depends") return inconclusive(SPF_DEPENDS, facts);
    if (result.kind !== "policy") return { outcome: result.kind, facts };
    facts.push(
      { name: "spf.lookups", value: result.lookups },
      { name: "spf.all", value: result.all },
      { name: "spf.wide", value: result.wide },
    );
    if (result.all === "+") return { outcome: "pass-all", facts };
    if (result.wide.length > 0) return { outcome: "wide", facts };
    return { outcome: result.all === "?" ? "neutral" : "restrictive", facts };
  },
});

function permanentError(ja: string, en: string) {
  return { state: "fail", severity: "medium", text: { ja, en } } as const;
}
