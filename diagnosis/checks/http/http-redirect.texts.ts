import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `http-redirect`. */
export const httpRedirectTexts = {
  title: { ja: "HTTPからHTTPSへの転送", en: "Redirect from HTTP to HTTPS" },
  looksAt: {
    ja: "ポート80の応答が、まず同じホストのHTTPSへ転送するかを調べます。",
    en: "Whether port 80 sends visitors to HTTPS on the same host first.",
  },
  explanation: {
    ja: "暗号化されないHTTPのままページを返すと、途中の通信を盗み見られたり、内容を書き換えられたりします。最初の接続でHTTPSに転送することが必要です。",
    en: "Pages served over plain HTTP can be read and altered in transit. The first connection must be redirected to HTTPS.",
  },
  remedy: {
    ja: "80番ポートへのアクセスは、すべて同じホスト名のHTTPSへ301で転送してください。別のホストへ移す場合も、まず同じホストのHTTPSに転送してください。",
    en: "Redirect everything on port 80 to HTTPS on the same host name with status 301. If the site moves to another host, redirect there in a second step.",
  },
  outcomes: {
    redirects: {
      ja: "HTTPでのアクセスはHTTPSに転送されます（{redirect.target}）。",
      en: "HTTP is redirected to HTTPS ({redirect.target}).",
    },
    "port-closed": {
      ja: "80番ポートは閉じており、HTTPSだけで提供されています。",
      en: "Port 80 is closed; the site is served over HTTPS only.",
    },
    late: {
      ja: "HTTPSに転送される前に、HTTPのまま転送されます（{redirect.target}）。",
      en: "Visitors are redirected within HTTP before they reach HTTPS ({redirect.target}).",
    },
    "other-host": {
      ja: "同じホストのHTTPSを経ずに、別のホストへ転送されます（{redirect.target}）。",
      en: "Visitors are redirected to another host before reaching HTTPS on this one ({redirect.target}).",
    },
    plain: {
      ja: "HTTPでのアクセスがHTTPSに転送されません。",
      en: "HTTP is not redirected to HTTPS.",
    },
  },
  facts: {
    "http.port80": { ja: "80番ポートが開いている", en: "Port 80 open" },
    "http.redirectsToHttps": { ja: "HTTPSに転送される", en: "Redirects to HTTPS" },
    "redirect.target": { ja: "転送先", en: "Redirect target" },
  },
  source: [
    {
      title: "MDN HTTP Observatory: redirection",
      url: "https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring",
    },
    { title: "RFC 6797 §7.2", url: "https://www.rfc-editor.org/rfc/rfc6797#section-7.2" },
  ],
} satisfies CheckTexts;
