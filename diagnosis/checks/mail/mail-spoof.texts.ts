import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `mail-spoof`. */
export const mailSpoofTexts = {
  title: { ja: "第三者によるなりすまし送信", en: "Email spoofing possible" },
  looksAt: {
    ja: "SPF、DKIM、DMARC、MXの結果を合わせて、第三者がこのドメインを差出人として名乗れるかを判定します。",
    en: "SPF, DKIM, DMARC and MX are put together into one verdict: can a stranger send mail that shows this domain as its sender?",
  },
  explanation: {
    ja: "受信者が目にする差出人（From）を第三者が名乗れると、取引先や顧客を狙った詐欺メールが、自社からのメールに見えます。",
    en: "If strangers can use your domain as the sender that readers see, fraud aimed at your customers and partners looks as if it came from you.",
  },
  remedy: {
    ja: "SPFとDKIMを整えたうえで、DMARCをp=quarantine、p=rejectへ強めてください。三つがそろって初めて、なりすましは拒否されます。",
    en: "Set up SPF and DKIM, then raise DMARC to p=quarantine and p=reject: only all three together make receivers reject forged mail.",
  },
  outcomes: {
    protected: {
      ja: "第三者がこのドメインを名乗るメールは、受信側で隔離または拒否されます（DMARCの方針：{spoof.policy}）。",
      en: "Receivers quarantine or reject mail from strangers who use this domain (DMARC: {spoof.policy}).",
    },
    "passes-all": {
      ja: "SPFが誰でも許可しているため、誰でもこのドメインを差出人として名乗れます（DMARC：{spoof.policy}）。",
      en: "SPF lets everyone pass, so anyone can send mail that shows this domain as its sender (DMARC: {spoof.policy}).",
    },
    "signs-all": {
      ja: "DKIMの鍵（{spoof.brokenKeys}）が短く解読できるため、第三者が正規の署名を付けて、このドメインを差出人として名乗れます（DMARC：{spoof.policy}）。",
      en: "The DKIM key of {spoof.brokenKeys} is short enough to be broken, so a stranger can sign mail that shows this domain as its sender (DMARC: {spoof.policy}).",
    },
    open: {
      ja: "誰でもこのドメインを差出人として名乗れます（SPF：{spoof.spf}、DMARC：{spoof.policy}）。",
      en: "Anyone can send mail that shows this domain as its sender (SPF: {spoof.spf}, DMARC: {spoof.policy}).",
    },
    watched: {
      ja: "なりすましメールは検知できても拒否されません（SPF：{spoof.spf}、DMARC：{spoof.policy}）。",
      en: "Forged mail may be noticed but is not rejected (SPF: {spoof.spf}, DMARC: {spoof.policy}).",
    },
  },
  facts: {
    "mx.hosts": { ja: "メールサーバー", en: "Mail servers" },
    "spoof.brokenKeys": { ja: "壊れたDKIMの鍵", en: "Broken DKIM keys" },
    "spoof.policy": { ja: "DMARCの方針", en: "DMARC policy" },
    "spoof.spf": { ja: "SPFに一致しない送信元の扱い", en: "SPF's answer for other senders" },
  },
  source: [
    { title: "RFC 9989 §2.3, §4.7", url: "https://www.rfc-editor.org/rfc/rfc9989#section-4.7" },
    { title: "RFC 7208 §2.4", url: "https://www.rfc-editor.org/rfc/rfc7208#section-2.4" },
    { title: "RFC 8301 §3.2", url: "https://www.rfc-editor.org/rfc/rfc8301#section-3.2" },
  ],
} satisfies CheckTexts;
