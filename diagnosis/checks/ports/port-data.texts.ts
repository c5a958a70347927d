import type { CheckTexts } from "../../engine/check.ts";
import { ANOTHER_SERVICE, UNIDENTIFIED_SERVICE } from "./another-service.texts.ts";

/** What is said of `port-data`. */
export const portDataTexts = {
  title: { ja: "公開されたデータベース", en: "Databases open to the Internet" },
  looksAt: {
    ja: "データベースとキャッシュのポートに接続できるか、その応答が何のサービスのものか、認証なしで応答するかを調べます。データは読みません。",
    en: "Whether ports of databases and caches accept connections, whose answer it is, and whether they answer without authentication. No data is read.",
  },
  explanation: {
    ja: "データベースやキャッシュは社内からだけ使うものです。インターネットから接続できると、パスワードの総当たりや脆弱性の悪用で、データを丸ごと盗まれたり消されたりします。",
    en: "Databases and caches are for internal use. If they can be reached from the Internet, they are exposed to password guessing and to exploits that steal or wipe all data.",
  },
  remedy: {
    ja: "ファイアウォールで外部からの接続を遮断し、必要な接続元だけをVPNなどで許可してください。認証も必ず有効にしてください。",
    en: "Block outside access to the port with a firewall, let in only the clients that need it through a VPN, and always require authentication.",
  },
  outcomes: {
    closed: {
      ja: "データベースのポートは外部から接続できません。",
      en: "No database ports can be reached from outside.",
    },
    open: {
      ja: "ポート{port.number}番の{port.service}に外部から接続できます。",
      en: "{port.service} answers outsiders on port {port.number}.",
    },
    unauthenticated: {
      ja: "{port.service}（ポート{port.number}番）が、認証なしで外部に内容を返します。",
      en: "{port.service} (port {port.number}) answers outsiders without any authentication.",
    },
    other: ANOTHER_SERVICE,
    unidentified: UNIDENTIFIED_SERVICE,
  },
  facts: {
    "port.answers": { ja: "応答したサービス", en: "Service that answered" },
    "port.greeting": { ja: "サービスの最初の応答", en: "First words of the service" },
    "port.number": { ja: "ポート番号", en: "Port number" },
    "port.service": { ja: "サービス", en: "Service" },
  },
  source: [
    {
      title: "CIS Controls v8, 4.4, 4.8",
      url: "https://www.cisecurity.org/controls/secure-configuration-of-enterprise-assets-and-software",
    },
  ],
} satisfies CheckTexts;
