import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `mail-dane`. */
export const mailDaneTexts = {
  title: { ja: "DNSSECによる証明書の固定（DANE）", en: "Certificates pinned by DNSSEC (DANE)" },
  looksAt: {
    ja: "メールサーバーのTLSAレコードがDNSSECで保護され、サーバーが示す証明書と一致するかを調べます。",
    en: "Whether TLSA records of the mail servers are protected by DNSSEC and match the certificates that the servers show.",
  },
  explanation: {
    ja: "DANEを設定すると、送信側はDNSSECで守られたDNSから正しい証明書を知ることができ、認証局に頼らずに盗聴やなりすましを防げます。",
    en: "With DANE, senders learn the right certificate from DNS protected by DNSSEC, so they can detect an impostor without relying on a certificate authority.",
  },
  remedy: {
    ja: "MXのゾーンをDNSSECで署名し、_25._tcpにTLSAレコード（推奨は3 1 1）を登録してください。証明書を更新する前に、新しい鍵のTLSAを追加してください。",
    en: "Sign the mail server's zone with DNSSEC and publish TLSA records (3 1 1 is recommended) at _25._tcp; add the new key's record before you renew the certificate.",
  },
  outcomes: {
    matching: {
      ja: "メールサーバー{subject}の証明書はTLSAレコードと一致します。",
      en: "The certificate of mail server {subject} matches its TLSA record.",
    },
    absent: {
      ja: "メールサーバー{subject}にDANE（TLSAレコード）は設定されていません。",
      en: "Mail server {subject} has no DANE (TLSA) records.",
    },
    unsigned: {
      ja: "メールサーバー{subject}のTLSAレコードはDNSSECで守られていないため、効果がありません。",
      en: "The TLSA records of mail server {subject} are not protected by DNSSEC and have no effect.",
    },
    unusable: {
      ja: "メールサーバー{subject}のTLSAレコードは、メールでは使えない種類（用途0や1など）だけのため、証明書を固定する効果がありません。",
      en: "The TLSA records of mail server {subject} are all of kinds that mail cannot use (such as usage 0 or 1), so they do not pin its certificate.",
    },
    unencrypted: {
      ja: "メールサーバー{subject}にはTLSAレコードがありますが、STARTTLSで暗号化できません。DANEを検証する送信元からメールが届きません。",
      en: "Mail server {subject} has TLSA records but cannot be reached with encryption (STARTTLS). Senders that check DANE will not deliver mail.",
    },
    mismatch: {
      ja: "メールサーバー{subject}の証明書がTLSAレコードと一致しません。DANEを検証する送信元からメールが届きません。",
      en: "The certificate of mail server {subject} does not match its TLSA record. Senders that check DANE will not deliver mail.",
    },
  },
  facts: {
    "dane.authenticated": { ja: "TLSAの応答が署名で確認できる", en: "TLSA answer is signed" },
    "dane.present": { ja: "TLSAレコードがある", en: "TLSA record present" },
    "smtp.reply": { ja: "メールサーバーの応答", en: "Reply of the mail server" },
  },
  terms: [
    {
      term: { ja: "DANE", en: "DANE" },
      meaning: {
        ja: "メールサーバーの証明書を、DNSSECで守られたDNSで確かめる仕組みです。",
        en: "Lets senders check a mail server's certificate against DNS protected by DNSSEC.",
      },
    },
  ],
  source: [{ title: "RFC 7672 §2, §3.1", url: "https://www.rfc-editor.org/rfc/rfc7672#section-2" }],
} satisfies CheckTexts;
