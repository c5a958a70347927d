import { defineCheck, inconclusive, notApplicable } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import type { HttpResponse } from "../../net/clients.ts";
import { NetError } from "../../net/net-error.ts";
import { isBlocked } from "../page/block-page.ts";
import { BLOCKED } from "../page/reasons.ts";
import { ownAnswer } from "./page/front-page.ts";
import { NO_WEB } from "./reasons.ts";

/**
 * Port 80 sends visitors to HTTPS on the same host first (MDN HTTP Observatory, "redirection"), so that
 * HSTS can be learned for the name they typed (RFC 6797 §7.2).
 */
export const httpRedirect = defineCheck({
  id: "http-redirect",
  category: "http",
  scope: "address",
  title: { ja: "HTTPからHTTPSへの転送", en: "Redirect from HTTP to HTTPS" },
  explanation: {
    ja: "暗号化されないHTTPのままページを返すと、途中の通信を盗み見られたり、内容を書き換えられたりします。最初の接続でHTTPSに転送することが必要です。",
    en: "Pages served over plain HTTP can be read and altered in transit. The first connection must be redirected to HTTPS.",
  },
  remedy: {
    ja: "80番ポートへのアクセスは、すべて同じホスト名のHTTPSへ301で転送してください。別のホストへ移す場合も、まず同じホストのHTTPSに転送してください。",
    en: "Redirect everything on port 80 to HTTPS on the same host name with status 301. If the site moves to another host, redirect there in a second step.",
  },
  source: [
    {
      title: "MDN HTTP Observatory: redirection",
      url: "https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring",
    },
    { title: "RFC 6797 §7.2", url: "https://www.rfc-editor.org/rfc/rfc6797#section-7.2" },
  ],
  outcomes: {
    redirects: {
      state: "pass",
      severity: null,
      text: {
        ja: "HTTPでのアクセスはHTTPSに転送されます（{redirect.target}）。",
        en: "HTTP is redirected to HTTPS ({redirect.target}).",
      },
    },
    "port-closed": {
      state: "pass",
      severity: null,
      text: {
        ja: "80番ポートは閉じており、HTTPSだけで提供されています。",
        en: "Port 80 is closed; the site is served over HTTPS only.",
      },
    },
    late: {
      state: "warn",
      severity: "low",
      text: {
        ja: "HTTPSに転送される前に、HTTPのまま転送されます（{redirect.target}）。",
        en: "Visitors are redirected within HTTP before they reach HTTPS ({redirect.target}).",
      },
    },
    "other-host": {
      state: "warn",
      severity: "low",
      text: {
        ja: "同じホストのHTTPSを経ずに、別のホストへ転送されます（{redirect.target}）。",
        en: "Visitors are redirected to another host before reaching HTTPS on this one ({redirect.target}).",
      },
    },
    plain: {
      state: "fail",
      severity: "medium",
      cap: "no-redirect",
      text: {
        ja: "HTTPでのアクセスがHTTPSに転送されません。",
        en: "HTTP is not redirected to HTTPS.",
      },
    },
  },
  async run(context) {
    const answer = await plainAnswer(context);
    if (answer !== null) return judge(context, answer);
    if ((await ownAnswer(context)) === null) return notApplicable(NO_WEB);
    return { outcome: "port-closed", facts: [{ name: "http.port80", value: false }] };
  },
});

const urlOf = (context: CheckContext) => `http://${context.target.host}/`;

/** The first answer on port 80; null when the port is closed. */
async function plainAnswer(context: CheckContext): Promise<HttpResponse | null> {
  try {
    return await context.http.fetch(urlOf(context));
  } catch (error) {
    if (error instanceof NetError && error.code === "closed") return null;
    throw error;
  }
}

async function judge(context: CheckContext, answer: HttpResponse) {
  const { host } = context.target;
  const target = redirectOf(answer);
  const facts = [
    { name: "http.redirectsToHttps", value: target?.protocol === "https:" },
    { name: "redirect.target", value: target?.href ?? "" },
  ];
  if (target?.protocol === "https:") {
    return { outcome: target.hostname === host ? "redirects" : "other-host", facts } as const;
  }
  if (await isBlocked(context, answer)) return inconclusive(BLOCKED);
  if (target?.hostname !== host) return { outcome: "plain", facts } as const;
  const end = await context.http.fetch(urlOf(context), { redirects: 5 });
  const last = redirectOf(end) ?? new URL(end.url);
  return { outcome: last.protocol === "https:" ? "late" : "plain", facts } as const;
}

function redirectOf({ status, header, url }: HttpResponse): URL | null {
  const location = header("location");
  return status >= 301 && status <= 308 && location !== null ? URL.parse(location, url) : null;
}
