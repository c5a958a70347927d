import type { CheckTexts } from "../../engine/check.ts";

const PANEL = {
  ja: "{app.name}のログイン画面が誰にでも公開されています（{app.url}）。",
  en: "The login page of {app.name} is open to everyone ({app.url}).",
};

const USABLE = {
  ja: "{app.name}が、ログインなしで誰にでも使える状態です（{app.url}）。",
  en: "{app.name} can be used by anyone, without a login ({app.url}).",
};

/** What is said of `app-print`. */
export const appPrintTexts = {
  title: { ja: "公開された管理用アプリケーション", en: "Administration tools open to everyone" },
  looksAt: {
    ja: "サイトと、ほかのポートのWebサービスについて、管理や開発のためのアプリケーションとWordPressのプラグインを、決まった場所の要求と証明書で見分け、ログイン画面が誰にでも開かれていないか、ログインなしで使えないかを調べます。",
    en: "Applications for administration and development, and WordPress plugins, are recognized at the site and at web services on other ports by requests of fixed paths and by certificates: is their login open to all, or do they ask for none?",
  },
  explanation: {
    ja: "開発や管理のための画面が公開されていると、パスワードの総当たりや脆弱性の悪用の入口になります。ログインを求めないものは、誰でもそのまま操作できます。",
    en: "Development and administration tools are entry points for password guessing and exploits. Those that require no login can be used by anyone.",
  },
  remedy: {
    ja: "管理用の画面は、VPNや接続元の制限、多要素認証の内側に置いてください。必ずログインを求める設定にしてください。",
    en: "Put administration tools behind a VPN, a list of permitted addresses or multi-factor authentication, and always require a login.",
  },
  outcomes: {
    none: {
      ja: "管理用の画面は見つかりませんでした。",
      en: "No administration tools were found.",
    },
    present: {
      ja: "{app.name}が動いています（{app.url}）。",
      en: "{app.name} runs here ({app.url}).",
    },
    "panel-low": PANEL,
    "panel-medium": PANEL,
    "open-medium": USABLE,
    "open-high": USABLE,
  },
  facts: {
    "app.name": { ja: "アプリケーション", en: "Application" },
    "app.template": { ja: "見分けた型", en: "Recognized by" },
    "app.url": { ja: "見つけた場所", en: "Found at" },
  },
  source: [
    {
      title: "CIS Controls v8, 4.4, 12.3",
      url: "https://www.cisecurity.org/controls/secure-configuration-of-enterprise-assets-and-software",
    },
    {
      title: "OWASP ASVS 5.0 13.4",
      url: "https://owasp.org/www-project-application-security-verification-standard/",
    },
  ],
} satisfies CheckTexts;
