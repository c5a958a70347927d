import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `mail-starttls`. */
export const mailStarttlsTexts = {
  title: { ja: "メール受信時の暗号化（STARTTLS）", en: "Encrypted mail reception (STARTTLS)" },
  looksAt: {
    ja: "各メールサーバーに接続し、STARTTLSを提示するか、その証明書がサーバー名に対して有効かを調べます。メールは送りません。",
    en: "Each mail server is asked whether it offers STARTTLS, and its certificate must be valid for its name. No mail is sent.",
  },
  explanation: {
    ja: "メールサーバーがSTARTTLSに対応していないと、受信するメールは平文で流れ、経路上で読まれたり書き換えられたりします。証明書が不正な場合は、なりすましに気づけません。",
    en: "Without STARTTLS, mail to you crosses the Internet in the clear. With a bad certificate, senders cannot tell your server from an impostor.",
  },
  remedy: {
    ja: "すべてのメールサーバーでSTARTTLSを有効にし、MXのホスト名を含む有効な証明書を設定してください。",
    en: "Enable STARTTLS on every mail server with a valid certificate that covers the MX host name.",
  },
  outcomes: {
    encrypted: {
      ja: "メールサーバー{subject}は有効な証明書で暗号化します（{starttls.protocol}）。",
      en: "Mail server {subject} encrypts with a valid certificate ({starttls.protocol}).",
    },
    pinned: {
      ja: "メールサーバー{subject}は、TLSAレコード（DANE）と一致する証明書で暗号化します（{starttls.protocol}）。",
      en: "Mail server {subject} encrypts with the certificate that its TLSA record (DANE) names ({starttls.protocol}).",
    },
    "not-offered": {
      ja: "メールサーバー{subject}はSTARTTLSに対応していません。",
      en: "Mail server {subject} does not offer STARTTLS.",
    },
    failed: {
      ja: "メールサーバー{subject}はSTARTTLSを提示しますが、暗号化に失敗しました（{starttls.reason}）。",
      en: "Mail server {subject} offers STARTTLS, but encryption failed ({starttls.reason}).",
    },
    certificate: {
      ja: "メールサーバー{subject}の証明書が有効ではありません（{starttls.trustError}）。",
      en: "The certificate of mail server {subject} is not valid ({starttls.trustError}).",
    },
  },
  facts: {
    "starttls.offered": { ja: "STARTTLSに対応している", en: "STARTTLS offered" },
    "starttls.protocol": { ja: "STARTTLSで使うTLSのバージョン", en: "TLS version after STARTTLS" },
    "starttls.reason": { ja: "STARTTLSが失敗した理由", en: "Why STARTTLS failed" },
    "starttls.trustError": {
      ja: "メールサーバーの証明書の問題",
      en: "Problem with the mail server's certificate",
    },
  },
  terms: [
    {
      term: { ja: "STARTTLS", en: "STARTTLS" },
      meaning: {
        ja: "暗号化せずに始めた接続を、途中から暗号化に切り替える手順です。",
        en: "Switches a connection that started unencrypted to encryption.",
      },
    },
  ],
  source: [
    { title: "RFC 3207", url: "https://www.rfc-editor.org/rfc/rfc3207" },
    { title: "RFC 8461 §4.1", url: "https://www.rfc-editor.org/rfc/rfc8461#section-4.1" },
    { title: "RFC 7672 §3.1", url: "https://www.rfc-editor.org/rfc/rfc7672#section-3.1" },
  ],
} satisfies CheckTexts;
