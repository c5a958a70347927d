import { defineCheck, inconclusive, notApplicable } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { NET_REASONS } from "../../engine/reasons.ts";
import type { HttpResponse } from "../../net/clients.ts";
import { NetError, type NetErrorCode } from "../../net/net-error.ts";
import { isBlocked } from "../page/block-page.ts";
import { BLOCKED } from "../page/reasons.ts";
import { surveyTls } from "../tls-survey/survey.ts";
import { NO_WEB } from "./reasons.ts";

/**
 * A site that answers over HTTP offers HTTPS too (CISA BOD 18-01; internet.nl, "HTTPS available"). Without
 * it everything else about its encryption would not apply, and nothing would say so.
 */
export const httpNone = defineCheck({
  id: "http-none",
  category: "http",
  scope: "address",
  title: { ja: "HTTPSの提供", en: "HTTPS availability" },
  explanation: {
    ja: "HTTPSのないサイトでは、見る内容も入力する内容も通信経路の誰もが読み、書き換えられます。ブラウザーは「保護されていない通信」と警告します。",
    en: "Without HTTPS, anyone along the way can read and change what visitors see and type, and browsers warn that the site is not secure.",
  },
  remedy: {
    ja: "証明書を取得して443番ポートでHTTPSを有効にし、HTTPはHTTPSへ転送してください。証明書は無料の認証局からも取得できます。",
    en: "Get a certificate (some authorities issue them for free), enable HTTPS on port 443 and redirect HTTP to it.",
  },
  source: [
    {
      title: "CISA BOD 18-01",
      url: "https://www.cisa.gov/news-events/directives/bod-18-01-enhance-email-and-web-security",
    },
    { title: "internet.nl: HTTPS", url: "https://internet.nl/faqs/https/" },
  ],
  outcomes: {
    offered: {
      state: "pass",
      severity: null,
      text: { ja: "HTTPSを提供しています。", en: "HTTPS is available." },
    },
    absent: {
      state: "fail",
      severity: "high",
      text: {
        ja: "サイトはHTTPだけで提供され、HTTPSがありません。",
        en: "The site is served over plain HTTP only, without HTTPS.",
      },
      cap: "no-https",
    },
    "redirects-away": {
      state: "warn",
      severity: "low",
      text: {
        ja: "HTTPは別のホスト（{https.leadsTo}）のHTTPSへ転送しますが、このホスト自身にはHTTPSがありません。",
        en: "HTTP redirects to HTTPS on another host ({https.leadsTo}), but this host has no HTTPS itself.",
      },
    },
  },
  async run(context) {
    const secure = await failure(() => context.tls.handshake());
    const facts = [{ name: "https.offered", value: secure === null }];
    // A handshake that breaks off is broken HTTPS, which the TLS checks judge.
    if (secure === null || (secure === "tls" && (await speaksTls(context))))
      return { outcome: "offered", facts };
    const answers: HttpResponse[] = [];
    const plain = await failure(async () => {
      answers.push(await context.http.fetch(`http://${context.target.host}/`));
    });
    if (plain === "closed") {
      return secure === "closed" ? notApplicable(NO_WEB) : inconclusive(NET_REASONS[secure], facts);
    }
    if (plain !== null) return inconclusive(NET_REASONS[plain], facts);
    const refused =
      secure === "closed" || secure === "tls" || secure === "malformed" || secure === "reset";
    if (!refused) return inconclusive(NET_REASONS[secure], facts);
    const [page = null] = answers;
    // What refuses us may well refuse us at port 443 alone.
    if (page !== null && (await isBlocked(context, page))) return inconclusive(BLOCKED, facts);
    const away = httpsElsewhere(page, context.target.host);
    if (away === null) return { outcome: "absent", facts };
    return { outcome: "redirects-away", facts: [...facts, { name: "https.leadsTo", value: away }] };
  },
});

/** The other host to whose HTTPS an answer leads; null when it leads nowhere of the kind. */
function httpsElsewhere(page: HttpResponse | null, host: string): string | null {
  if (page === null || page.status < 301 || page.status > 308) return null;
  const to = URL.parse(page.header("location") ?? "", page.url);
  return to?.protocol === "https:" && to.hostname !== host ? to.hostname : null;
}

/** Something else on port 443, plain HTTP for example, fails a handshake too. */
async function speaksTls(context: CheckContext): Promise<boolean> {
  return (await failure(() => surveyTls(context))) !== "malformed";
}

async function failure(attempt: () => Promise<unknown>): Promise<NetErrorCode | null> {
  try {
    await attempt();
    return null;
  } catch (error) {
    if (!(error instanceof NetError)) throw error;
    if (["budget", "aborted", "busy"].includes(error.code)) throw error;
    return error.code;
  }
}
