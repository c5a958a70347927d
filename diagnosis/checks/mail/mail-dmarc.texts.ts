import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `mail-dmarc`. */
export const mailDmarcTexts = {
  title: { ja: "なりすましメールへの方針（DMARC）", en: "Policy for forged mail (DMARC)" },
  looksAt: {
    ja: "ドメインから上位へたどってDMARCレコードを探し、方針（p、sp、np、pct、t）が実際に効くものかを調べます。",
    en: "The DMARC record is looked for at the domain and above it, and its policy (p, sp, np, pct, t) must be one that takes effect.",
  },
  explanation: {
    ja: "DMARCは、SPFやDKIMに合格しないメールを受信側でどう扱うかを指定します。方針がないかp=noneの場合、差出人を偽ったメールがそのまま取引先や顧客に届きます。",
    en: "DMARC tells receivers what to do with mail that fails SPF and DKIM. Without it, or with p=none, mail with a forged sender reaches your customers unhindered.",
  },
  remedy: {
    ja: "まずp=noneで集計レポート（rua）を確認し、正規の送信元が合格することを確かめてから、p=quarantine、p=rejectの順に強めてください。",
    en: "Start with p=none and read the aggregate reports (rua); once legitimate mail passes, move to p=quarantine and then p=reject.",
  },
  outcomes: {
    enforced: {
      ja: "DMARCの方針が適用されています（{dmarc.policy}）。",
      en: "A DMARC policy is enforced ({dmarc.policy}).",
    },
    absent: {
      ja: "有効なDMARCレコードがありません。",
      en: "There is no valid DMARC record.",
    },
    multiple: {
      ja: "DMARCレコードが複数あるため、受信側ではDMARCなしとして扱われます。",
      en: "There are several DMARC records, so receivers treat the domain as having none.",
    },
    "invalid-policy": {
      ja: "DMARCの方針が正しく書かれていません（{dmarc.invalid}）。受信側では方針なしとして扱われます。",
      en: "The DMARC policy is misspelled ({dmarc.invalid}), so receivers treat it as no policy.",
    },
    monitoring: {
      ja: "DMARCはありますが、p=noneのため、なりすましメールは拒否されません。",
      en: "There is a DMARC record, but with p=none, forged mail is not rejected.",
    },
    testing: {
      ja: "DMARCが試験中（t=yまたはpct=0）のため、方針（{dmarc.policy}）がそのままは適用されません。",
      en: "DMARC is in test mode (t=y or pct=0), so the policy ({dmarc.policy}) does not fully apply.",
    },
    "open-subdomains": {
      ja: "サブドメインの方針がsp=noneのため、サブドメインを名乗るなりすましは拒否されません。",
      en: "With sp=none, mail that forges a subdomain is not rejected.",
    },
    "open-nonexistent": {
      ja: "存在しないサブドメインの方針がnp=noneのため、架空の名前を名乗るなりすましは拒否されません。",
      en: "With np=none, mail that forges a nonexistent subdomain is not rejected.",
    },
  },
  facts: {
    "dmarc.foundAt": { ja: "DMARCレコードの場所", en: "DMARC record found at" },
    "dmarc.invalid": { ja: "DMARCの誤った指定", en: "Invalid DMARC tags" },
    "dmarc.policy": { ja: "DMARCの方針", en: "DMARC policy" },
    "dmarc.present": { ja: "DMARCレコードがある", en: "DMARC record present" },
    "dmarc.record": { ja: "DMARCレコード", en: "DMARC record" },
    "dmarc.reports": { ja: "DMARCレポートを受け取る", en: "DMARC reports requested" },
    "dmarc.subdomainPolicy": {
      ja: "サブドメインに対するDMARCの方針",
      en: "DMARC policy for subdomains",
    },
  },
  terms: [
    {
      term: { ja: "DMARC", en: "DMARC" },
      meaning: {
        ja: "SPFとDKIMのどちらにも合わないメールを、受信側がどう扱うかを指定する仕組みです。",
        en: "Tells receivers what to do with mail that neither SPF nor DKIM vouches for.",
      },
    },
  ],
  source: [
    { title: "RFC 9989 §4.7, §4.10", url: "https://www.rfc-editor.org/rfc/rfc9989#section-4.10" },
  ],
} satisfies CheckTexts;
