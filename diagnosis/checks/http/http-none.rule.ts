import { defineCheck, inconclusive, notApplicable } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { NET_REASONS } from "../../engine/reasons.ts";
import type { HttpResponse } from "../../net/clients.ts";
import type { NetErrorCode } from "../../net/net-error.ts";
import { recover } from "../../net/recover.ts";
import { isBlocked } from "../page/block-page.ts";
import { BLOCKED } from "../page/reasons.texts.ts";
import { surveyTls } from "../tls-survey/survey.ts";
import { httpNoneTexts } from "./http-none.texts.ts";
import { NO_WEB } from "./reasons.texts.ts";

/**
 * A site that answers over HTTP offers HTTPS too (CISA BOD 18-01; internet.nl, "HTTPS available"). Without
 * it everything else about its encryption would not apply, and nothing would say so.
 */
export const httpNone = defineCheck(httpNoneTexts, {
  id: "http-none",
  category: "http",
  scope: "address",
  outcomes: {
    offered: { state: "pass", severity: null },
    absent: { state: "fail", severity: "high", cap: "no-https" },
    "redirects-away": { state: "warn", severity: "low" },
  },
  async run(context) {
    const secure = await failure(context.tls.handshake());
    const facts = [{ name: "https.offered", value: secure === null }];
    // A handshake that breaks off is broken HTTPS, which the TLS checks judge.
    if (secure === null || (secure === "tls" && (await speaksTls(context))))
      return { outcome: "offered", facts };
    const page = await recover(context.http.fetch(`http://${context.target.host}/`), theirs);
    if (page === "closed") {
      return secure === "closed" ? notApplicable(NO_WEB) : inconclusive(NET_REASONS[secure], facts);
    }
    if (typeof page === "string") return inconclusive(NET_REASONS[page], facts);
    // Who is cut off may be cut off alone, by what its hello looks like.
    const refused = secure === "closed" || secure === "tls" || secure === "malformed";
    if (!refused) return inconclusive(NET_REASONS[secure], facts);
    // What refuses us may well refuse us at port 443 alone.
    if (await isBlocked(context, page)) return inconclusive(BLOCKED, facts);
    const away = httpsElsewhere(page, context.target.host);
    if (away === null) return { outcome: "absent", facts };
    return { outcome: "redirects-away", facts: [...facts, { name: "https.leadsTo", value: away }] };
  },
});

/** The other host to whose HTTPS an answer leads; null when it leads nowhere of the kind. */
function httpsElsewhere(page: HttpResponse, host: string): string | null {
  if (page.status < 301 || page.status > 308) return null;
  const to = URL.parse(page.header("location") ?? "", page.url);
  return to?.protocol === "https:" && to.hostname !== host ? to.hostname : null;
}

/** Something else on port 443, plain HTTP for example, fails a handshake too. */
async function speaksTls(context: CheckContext): Promise<boolean> {
  return (await failure(surveyTls(context))) !== "malformed";
}

const OURS: readonly NetErrorCode[] = ["budget", "aborted", "busy"];

const theirs = (code: NetErrorCode) => (OURS.includes(code) ? undefined : code);

const failure = (attempt: Promise<unknown>): Promise<NetErrorCode | null> =>
  recover(
    attempt.then(() => null),
    theirs,
  );
