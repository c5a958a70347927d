import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `mail-mtasts`. */
export const mailMtastsTexts = {
  title: {
    ja: "メール配送の暗号化の強制（MTA-STS）",
    en: "Enforced encryption of mail delivery (MTA-STS)",
  },
  looksAt: {
    ja: "MTA-STSのTXTレコードと、HTTPSで公開された方針を取得し、内容と証明書、メールサーバーとの一致を調べます。",
    en: "The TXT record of MTA-STS and the policy published by HTTPS are fetched: contents, certificate, and whether the mail servers match.",
  },
  explanation: {
    ja: "メールサーバー間の暗号化は、通信に割り込む者が外せてしまいます。MTA-STSを設定すると、暗号化できない場合に送信側が配送を止めるため、盗聴を防げます。",
    en: "Someone in the middle can strip the encryption between mail servers. With MTA-STS, senders refuse to deliver without it.",
  },
  remedy: {
    ja: "_mta-stsのTXTレコードとhttps://mta-sts.<ドメイン>/.well-known/mta-sts.txtを用意し、testingで確認した後にmode: enforceにしてください。",
    en: "Publish the _mta-sts TXT record and https://mta-sts.<domain>/.well-known/mta-sts.txt, test with mode: testing, then switch to mode: enforce.",
  },
  outcomes: {
    enforced: {
      ja: "MTA-STSが有効で、暗号化が強制されます。",
      en: "MTA-STS is on, and encryption is enforced.",
    },
    absent: { ja: "MTA-STSは設定されていません。", en: "MTA-STS is not set up." },
    "policy-missing": {
      ja: "MTA-STSの宣言はありますが、ポリシーを取得できません（{mtasts.problem}）。",
      en: "MTA-STS is announced, but its policy cannot be fetched ({mtasts.problem}).",
    },
    "policy-invalid": {
      ja: "MTA-STSのポリシーの書き方に誤りがあります。",
      en: "The MTA-STS policy is not well-formed.",
    },
    "not-enforced": {
      ja: "MTA-STSのポリシーのモードが「{mtasts.mode}」のため、暗号化は強制されません。",
      en: "The MTA-STS policy is in mode “{mtasts.mode}”, so encryption is not enforced.",
    },
    "not-kept": {
      ja: "MTA-STSのポリシーの有効期間（max_age）が{mtasts.maxAge}のため、送信側に保持されず、割り込みを防げません。",
      en: "The MTA-STS policy is kept for {mtasts.maxAge} only (max_age), so senders forget it before it can protect anything.",
    },
    "mx-mismatch": {
      ja: "MTA-STSのポリシーに含まれないメールサーバー（{mtasts.unlisted}）があり、メールが届かなくなるおそれがあります。",
      en: "Mail servers missing from the MTA-STS policy ({mtasts.unlisted}) may receive no mail.",
    },
  },
  facts: {
    "mtasts.id": { ja: "MTA-STSのレコードのid", en: "id of the MTA-STS record" },
    "mtasts.listed": {
      ja: "ポリシーにあるメールサーバー",
      en: "Mail servers in the policy",
    },
    "mtasts.maxAge": {
      ja: "MTA-STSのポリシーの有効期間",
      en: "How long the MTA-STS policy is kept",
    },
    "mtasts.mode": { ja: "MTA-STSのモード", en: "MTA-STS mode" },
    "mtasts.policy": { ja: "MTA-STSのポリシー", en: "MTA-STS policy" },
    "mtasts.problem": { ja: "MTA-STSのポリシーの問題", en: "Problem with the MTA-STS policy" },
    "mtasts.unlisted": {
      ja: "ポリシーにないメールサーバー",
      en: "Mail servers missing from the policy",
    },
  },
  terms: [
    {
      term: { ja: "MTA-STS", en: "MTA-STS" },
      meaning: {
        ja: "そのドメイン宛てのメールを、必ず暗号化して届けるよう送信側に求める仕組みです。",
        en: "Asks senders to deliver a domain's mail only over encrypted connections.",
      },
    },
  ],
  source: [{ title: "RFC 8461 §3", url: "https://www.rfc-editor.org/rfc/rfc8461#section-3" }],
} satisfies CheckTexts;
