import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `tls-comp`. */
export const tlsCompTexts = {
  title: {
    ja: "TLSの圧縮と再ネゴシエーションの安全性",
    en: "TLS compression and secure renegotiation",
  },
  looksAt: {
    ja: "TLSの圧縮を受け入れるか、再ネゴシエーションが元の接続に結び付けられているかを調べます。",
    en: "Whether TLS compression is accepted, and whether renegotiation is bound to the connection.",
  },
  explanation: {
    ja: "TLSの圧縮が有効だと、通信の長さからクッキーなどの秘密を推測されます（CRIME）。安全な再ネゴシエーションに対応していないと、通信の先頭に攻撃者のデータを差し込まれます。",
    en: "TLS compression reveals secrets such as cookies through the length of messages (CRIME). Without secure renegotiation, an attacker can insert data ahead of a visitor's.",
  },
  remedy: {
    ja: "TLSの圧縮を無効にし、RFC 5746に対応した版にサーバーソフトウェアを更新してください。",
    en: "Disable TLS compression and update the server software to one that implements RFC 5746.",
  },
  outcomes: {
    sound: {
      ja: "TLSの圧縮は無効で、再ネゴシエーションは保護されています。",
      en: "TLS compression is off and renegotiation is protected.",
    },
    compression: { ja: "TLSの圧縮が有効です。", en: "TLS compression is on." },
    "insecure-renegotiation": {
      ja: "安全な再ネゴシエーション（RFC 5746）に対応していません。",
      en: "Secure renegotiation (RFC 5746) is not supported.",
    },
  },
  facts: {
    "tls.compression": { ja: "TLSの圧縮が有効", en: "TLS compression enabled" },
    "tls.secureRenegotiation": {
      ja: "安全な再ネゴシエーションに対応している",
      en: "Secure renegotiation supported",
    },
  },
  source: [
    { title: "RFC 7457 §2.6", url: "https://www.rfc-editor.org/rfc/rfc7457#section-2.6" },
    { title: "RFC 5746 §3.6", url: "https://www.rfc-editor.org/rfc/rfc5746#section-3.6" },
  ],
} satisfies CheckTexts;
