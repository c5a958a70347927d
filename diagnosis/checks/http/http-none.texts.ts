import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `http-none`. */
export const httpNoneTexts = {
  title: { ja: "HTTPSの提供", en: "HTTPS availability" },
  looksAt: {
    ja: "ポート80でWebサイトが応答するとき、HTTPSでも提供されているかを調べます。",
    en: "Whether a site that answers at port 80 is offered by HTTPS too.",
  },
  explanation: {
    ja: "HTTPSのないサイトでは、見る内容も入力する内容も通信経路の誰もが読み、書き換えられます。ブラウザーは「保護されていない通信」と警告します。",
    en: "Without HTTPS, anyone along the way can read and change what visitors see and type, and browsers warn that the site is not secure.",
  },
  remedy: {
    ja: "証明書を取得して443番ポートでHTTPSを有効にし、HTTPはHTTPSへ転送してください。証明書は無料の認証局からも取得できます。",
    en: "Get a certificate (some authorities issue them for free), enable HTTPS on port 443 and redirect HTTP to it.",
  },
  outcomes: {
    offered: { ja: "HTTPSを提供しています。", en: "HTTPS is available." },
    absent: {
      ja: "サイトはHTTPだけで提供され、HTTPSがありません。",
      en: "The site is served over plain HTTP only, without HTTPS.",
    },
    "redirects-away": {
      ja: "HTTPは別のホスト（{https.leadsTo}）のHTTPSへ転送しますが、このホスト自身にはHTTPSがありません。",
      en: "HTTP redirects to HTTPS on another host ({https.leadsTo}), but this host has no HTTPS itself.",
    },
  },
  facts: {
    "https.leadsTo": { ja: "HTTPSからの転送先", en: "Where HTTPS leads" },
    "https.offered": { ja: "HTTPSに対応している", en: "HTTPS offered" },
  },
  source: [
    {
      title: "CISA BOD 18-01",
      url: "https://www.cisa.gov/news-events/directives/bod-18-01-enhance-email-and-web-security",
    },
    { title: "internet.nl: HTTPS", url: "https://internet.nl/faqs/https/" },
  ],
} satisfies CheckTexts;
