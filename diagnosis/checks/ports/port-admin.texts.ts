import type { CheckTexts } from "../../engine/check.ts";
import { ANOTHER_SERVICE, UNIDENTIFIED_SERVICE } from "./another-service.texts.ts";

/** What is said of `port-admin`. */
export const portAdminTexts = {
  title: { ja: "公開された管理用サービス", en: "Remote administration open to the Internet" },
  looksAt: {
    ja: "Telnet、SMB、リモートデスクトップ、VNC、コンテナーのAPIなど、管理用のポートに接続できるかを調べます。自分から名乗らないものには、その方式の最初の挨拶かトップページの要求だけを送り、別のサービスと見分けます。番号だけを根拠に「高」とはしません。",
    en: "Whether ports for administration accept connections: Telnet, SMB, Remote Desktop, VNC, container APIs. What says nothing by itself is sent its protocol's own hello or asked for its front page, and nothing else, to tell what it is. A number alone is never rated high.",
  },
  explanation: {
    ja: "遠隔操作や管理のためのサービスがインターネットに公開されていると、ランサムウェアなどの侵入口になります。実際の被害でも最も多く使われる経路の一つです。",
    en: "Remote administration services on the Internet are how ransomware gets in; they are among the most common entry points in real incidents.",
  },
  remedy: {
    ja: "管理用のポートは外部から遮断し、VPNや踏み台サーバー、多要素認証を経由してだけ接続できるようにしてください。Telnetなど暗号化しない方式は廃止してください。",
    en: "Block administration ports from outside and allow them only through a VPN or bastion with multi-factor authentication; retire unencrypted ones such as Telnet.",
  },
  outcomes: {
    closed: {
      ja: "管理用のポートは外部から接続できません。",
      en: "No administration ports can be reached from outside.",
    },
    open: {
      ja: "ポート{port.number}番の{port.service}に外部から接続できます。",
      en: "{port.service} answers outsiders on port {port.number}.",
    },
    other: ANOTHER_SERVICE,
    unidentified: UNIDENTIFIED_SERVICE,
  },
  source: [
    {
      title: "CIS Controls v8, 4.4, 4.6, 12.3",
      url: "https://www.cisecurity.org/controls/secure-configuration-of-enterprise-assets-and-software",
    },
  ],
} satisfies CheckTexts;
