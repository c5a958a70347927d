import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `svc-plain`. */
export const svcPlainTexts = {
  title: { ja: "平文のサービス", en: "Services without encryption" },
  looksAt: {
    ja: "FTP、IMAP、POP、LDAP、MQTT、rsyncが、暗号化に切り替えられるかを調べます。ログインは試みません。",
    en: "Whether FTP, IMAP, POP, LDAP, MQTT and rsync can turn to encryption. Nobody signs in.",
  },
  explanation: {
    ja: "暗号化に対応しないサービスでは、利用者のパスワードやデータが通信経路の誰にでも読めます。",
    en: "With services that do not encrypt, anyone along the way can read passwords and data.",
  },
  remedy: {
    ja: "TLSを有効にするか（IMAPS、FTPS、LDAPSなど）、使っていないサービスを停止してください。rsyncはSSH経由で使ってください。",
    en: "Enable TLS (IMAPS, FTPS, LDAPS and so on) or stop services that no one uses. Run rsync over SSH.",
  },
  outcomes: {
    none: {
      ja: "平文で使われるサービスは公開されていません。",
      en: "No unencrypted services can be reached.",
    },
    encrypts: {
      ja: "{port.service}（ポート{port.number}番）はTLSに対応しています。",
      en: "{port.service} (port {port.number}) supports encryption.",
    },
    plain: {
      ja: "{port.service}（ポート{port.number}番）は暗号化に対応していません。",
      en: "{port.service} (port {port.number}) does not support encryption.",
    },
    anonymous: {
      ja: "{port.service}（ポート{port.number}番）が、利用者の確認なしで誰でも受け入れます。",
      en: "{port.service} (port {port.number}) lets anyone in without authentication.",
    },
    unidentified: {
      ja: "ポート{port.number}番は開いていますが、何が動いているか分かりませんでした。",
      en: "Port {port.number} is open, but the service behind it could not be identified.",
    },
  },
  facts: {
    "port.encrypts": { ja: "暗号化に対応している", en: "Encryption offered" },
  },
  source: [
    { title: "RFC 8314 §3", url: "https://www.rfc-editor.org/rfc/rfc8314#section-3" },
    { title: "RFC 4217", url: "https://www.rfc-editor.org/rfc/rfc4217" },
    { title: "RFC 4513 §3", url: "https://www.rfc-editor.org/rfc/rfc4513#section-3" },
  ],
} satisfies CheckTexts;
