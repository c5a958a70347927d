import { defineCheck } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { mailHosts } from "../dns/mail-hosts.ts";
import { spfRecords } from "../dns/spf-records.ts";
import { dmarcTexts } from "./dmarc/record.ts";
import { findDmarc } from "./dmarc/tree-walk.ts";
import { senderPolicy } from "./sender-policy.ts";

/**
 * DMARC: what receivers shall do with mail that only pretends to come from the domain. The record is
 * found by the tree walk of RFC 9989 §4.10 (which replaced RFC 7489 and its public suffix list).
 */
export const mailDmarc = defineCheck({
  id: "mail-dmarc",
  category: "mail",
  scope: "zone",
  title: { ja: "なりすましメールへの方針（DMARC）", en: "Policy for forged mail (DMARC)" },
  explanation: {
    ja: "DMARCは、SPFやDKIMに合格しないメールを受信側でどう扱うかを指定します。方針がないかp=noneの場合、差出人を偽ったメールがそのまま取引先や顧客に届きます。",
    en: "DMARC tells receivers what to do with mail that fails SPF and DKIM. Without it, or with p=none, mail with a forged sender reaches your customers unhindered.",
  },
  remedy: {
    ja: "まずp=noneで集計レポート（rua）を確認し、正規の送信元が合格することを確かめてから、p=quarantine、p=rejectの順に強めてください。",
    en: "Start with p=none and read the aggregate reports (rua); once legitimate mail passes, move to p=quarantine and then p=reject.",
  },
  source: [
    { title: "RFC 9989 §4.7, §4.10", url: "https://www.rfc-editor.org/rfc/rfc9989#section-4.10" },
  ],
  outcomes: {
    enforced: {
      state: "pass",
      severity: null,
      text: {
        ja: "DMARCの方針が適用されています（{dmarc.policy}）。",
        en: "A DMARC policy is enforced ({dmarc.policy}).",
      },
    },
    absent: {
      state: "fail",
      severity: "medium",
      cap: "no-dmarc",
      text: {
        ja: "有効なDMARCレコードがありません。",
        en: "There is no valid DMARC record.",
      },
    },
    multiple: {
      state: "fail",
      severity: "medium",
      cap: "no-dmarc",
      text: {
        ja: "DMARCレコードが複数あるため、受信側ではDMARCなしとして扱われます。",
        en: "There are several DMARC records, so receivers treat the domain as having none.",
      },
    },
    "invalid-policy": {
      state: "fail",
      severity: "medium",
      cap: "no-dmarc",
      text: {
        ja: "DMARCの方針が正しく書かれていません（{dmarc.invalid}）。受信側では方針なしとして扱われます。",
        en: "The DMARC policy is misspelled ({dmarc.invalid}), so receivers treat it as no policy.",
      },
    },
    monitoring: {
      state: "warn",
      severity: "low",
      text: {
        ja: "DMARCはありますが、p=noneのため、なりすましメールは拒否されません。",
        en: "There is a DMARC record, but with p=none, forged mail is not rejected.",
      },
    },
    testing: {
      state: "warn",
      severity: "low",
      text: {
        ja: "DMARCが試験中（t=yまたはpct=0）のため、方針（{dmarc.policy}）がそのままは適用されません。",
        en: "DMARC is in test mode (t=y or pct=0), so the policy ({dmarc.policy}) does not fully apply.",
      },
    },
    "open-subdomains": {
      state: "warn",
      severity: "low",
      text: {
        ja: "サブドメインの方針がsp=noneのため、サブドメインを名乗るなりすましは拒否されません。",
        en: "With sp=none, mail that forges a subdomain is not rejected.",
      },
    },
    "open-nonexistent": {
      state: "warn",
      severity: "low",
      text: {
        ja: "存在しないサブドメインの方針がnp=noneのため、架空の名前を名乗るなりすましは拒否されません。",
        en: "With np=none, mail that forges a nonexistent subdomain is not rejected.",
      },
    },
  },
  cause: senderPolicy,
  async run(context) {
    const { domain } = context.target;
    const found = await findDmarc(domain, (name) => context.dns.texts(name));
    if (found === null) {
      const several = dmarcTexts(await context.dns.texts(`_dmarc.${domain}`));
      const facts = [
        { name: "dmarc.present", value: false },
        { name: "dmarc.record", value: several },
      ];
      const outcome = several.length > 1 ? "multiple" : "absent";
      return { outcome, facts, ...(await limitOf(context)) };
    }
    const { record, at } = found;
    const policy = at === domain ? record.policy : record.subdomains;
    const facts = [
      { name: "dmarc.present", value: true },
      { name: "dmarc.foundAt", value: at },
      { name: "dmarc.record", value: record.text },
      { name: "dmarc.invalid", value: record.invalid },
      { name: "dmarc.policy", value: policy },
      { name: "dmarc.subdomainPolicy", value: record.subdomains },
      { name: "dmarc.reports", value: record.reports.length > 0 },
    ];
    if (record.invalid.length > 0)
      return { outcome: "invalid-policy", facts, ...(await limitOf(context)) };
    if (policy === "none") return { outcome: "monitoring", facts };
    if (record.testing) return { outcome: "testing", facts };
    if (record.subdomains === "none") return { outcome: "open-subdomains", facts };
    return { outcome: record.nonexistent === "none" ? "open-nonexistent" : "enforced", facts };
  },
});

/** A domain that neither receives nor sends mail loses little without DMARC: its grade has no limit. */
async function limitOf(context: CheckContext): Promise<{ readonly cap?: null }> {
  const [{ names }, texts] = await Promise.all([
    mailHosts(context),
    context.dns.texts(context.target.domain),
  ]);
  const sends = spfRecords(texts).some((text) => !/^v=spf1\s+-all\s*$/i.test(text));
  return names.length > 0 || sends ? {} : { cap: null };
}
