import type { CheckTexts } from "../../engine/check.ts";
import { forEachFault } from "../../engine/checks-elsewhere.ts";
import type { LocalText } from "../../engine/text.ts";

/** What is said of `web-each`. */
export const webEachTexts = {
  title: { ja: "別のポートのWebサービス", en: "Web services on other ports" },
  looksAt: {
    ja: "Webサイト以外の開いているポートにあるWebサービスについて、暗号化と、サイト本体と同じWebの項目（ヘッダー、クッキー、公開ファイルなど）を調べます。1つのホストにつき4つまでです。防御装置の遮断ページは対象にしません。",
    en: "Web services at any other open port, four a host at most: are they encrypted, and do they pass the web checks of the site itself (headers, cookies, exposed files and so on)? A firewall's block page is not judged.",
  },
  explanation: {
    ja: "本体のサイトが守られていても、別のポートで動く管理画面や試験用のページが、暗号化や保護の設定なしに公開されていることがあります。",
    en: "Even when the site itself is protected, consoles and test pages on other ports are often open without encryption or protection.",
  },
  remedy: {
    ja: "使っていないサービスは停止するか外部から遮断し、必要なものはHTTPSと保護用のヘッダーを備えた本体と同じ入口から提供してください。個々の問題の直し方は、サイト本体の同じ項目と変わりません。",
    en: "Stop services no one needs or block outside access to them, and serve the rest through the same entry point as the site, with HTTPS and protective headers. Each problem is mended as it is on the site itself.",
  },
  outcomes: {
    none: {
      ja: "別のポートで動くWebサービスは見つかりませんでした。",
      en: "No web services were found on other ports.",
    },
    sound: {
      ja: "ポート{subject}番のWebサービスは暗号化され、サイト本体と同じ確認で問題は見つかりませんでした。",
      en: "The web service on port {subject} is encrypted, and the site's own checks found no problems there.",
    },
    redirects: {
      ja: "ポート{subject}番のWebサービスは、{web.target}へ転送するだけです。",
      en: "The web service on port {subject} only redirects to {web.target}.",
    },
    plain: {
      ja: "ポート{subject}番のWebサービスが、暗号化されていません。",
      en: "The web service on port {subject} is not encrypted.",
    },
    ...forEachFault({
      ja: "ポート{web.port}番のWebサービスで、サイト本体と同じ確認（{web.check}）が問題を見つけました。",
      en: "On the web service on port {web.port}, a check of the site itself ({web.check}) found a problem.",
    }),
  },
  facts: {
    "web.answer": { ja: "Webサーバーの応答", en: "Web server's answer" },
    "web.check": { ja: "確認した項目", en: "Check" },
    "web.port": { ja: "Webサービスのポート", en: "Port of the web service" },
    "web.target": { ja: "転送先", en: "Redirect target" },
    "web.unexamined": { ja: "確認していないポート", en: "Ports not checked" },
  },
  source: [
    {
      title: "OWASP ASVS 5.0 3.4, 12.2",
      url: "https://owasp.org/www-project-application-security-verification-standard/",
    },
  ],
} satisfies CheckTexts;

/** What a check of the site says of the service at another port. */
export const atWebService = (port: number, { ja, en }: LocalText): LocalText => ({
  ja: `ポート${port}番のWebサービス：${ja}`,
  en: `Web service on port ${port}: ${en}`,
});
