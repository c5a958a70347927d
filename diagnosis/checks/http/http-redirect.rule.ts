import { defineCheck, inconclusive, notApplicable } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import type { HttpResponse } from "../../net/clients.ts";
import { on, recover } from "../../net/recover.ts";
import { isBlocked } from "../page/block-page.ts";
import { BLOCKED } from "../page/reasons.texts.ts";
import { httpRedirectTexts } from "./http-redirect.texts.ts";
import { ownAnswer } from "./page/front-page.ts";
import { NO_WEB, PAGE_ERROR } from "./reasons.texts.ts";

/**
 * Port 80 sends visitors to HTTPS on the same host first (MDN HTTP Observatory, "redirection"), so that
 * HSTS can be learned for the name they typed (RFC 6797 §7.2).
 */
export const httpRedirect = defineCheck(httpRedirectTexts, {
  id: "http-redirect",
  category: "http",
  scope: "address",
  outcomes: {
    redirects: { state: "pass", severity: null },
    "port-closed": { state: "pass", severity: null },
    late: { state: "warn", severity: "low" },
    "other-host": { state: "warn", severity: "low" },
    plain: { state: "fail", severity: "medium", cap: "no-redirect" },
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
const plainAnswer = (context: CheckContext) =>
  recover(context.http.fetch(urlOf(context)), on(["closed"], null));

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
  if (answer.status >= 500) return inconclusive(PAGE_ERROR);
  if (target?.hostname !== host) return { outcome: "plain", facts } as const;
  const end = await context.http.fetch(urlOf(context), { redirects: 5 });
  const last = redirectOf(end) ?? new URL(end.url);
  return { outcome: last.protocol === "https:" ? "late" : "plain", facts } as const;
}

function redirectOf({ status, header, url }: HttpResponse): URL | null {
  const location = header("location");
  return status >= 301 && status <= 308 && location !== null ? URL.parse(location, url) : null;
}
