import { inconclusive, notApplicable, type Observation } from "../../../engine/check.ts";
import type { CheckContext } from "../../../engine/context.ts";
import type { HttpResponse } from "../../../net/clients.ts";
import { NetError } from "../../../net/net-error.ts";
import { isBlocked } from "../../page/block-page.ts";
import { BLOCKED } from "../../page/reasons.texts.ts";
import { LEAVES, NO_WEB, NOT_HTML, PAGE_ERROR } from "../reasons.texts.ts";

type Judged<K extends string> = readonly Observation<K>[] | Observation<K>;
type Judge<K extends string> = (page: HttpResponse) => Judged<K> | Promise<Judged<K>>;

/** The last answer of the host itself on the way to its front page; null when no web server listens. */
export async function ownAnswer(context: CheckContext): Promise<HttpResponse | null> {
  const unlessClosed = (error: unknown) => {
    if (error instanceof NetError && error.code === "closed") return null;
    throw error;
  };
  const answer = await context.http.root().catch(unlessClosed);
  if (answer !== null) return answer;
  // Port 80 is closed; port 443 may be too, or may have kept silent, which is another matter.
  return context.http.fetch(`https://${context.target.host}/`).catch(unlessClosed);
}

/** Where the host serves its pages: `https://host` or, without HTTPS, `http://host`; null without web. */
export async function origin(context: CheckContext): Promise<string | null> {
  const answer = await ownAnswer(context);
  if (answer === null) return null;
  const { host } = context.target;
  const own = [...answer.hops.map(({ url }) => url), answer.url].map((url) => new URL(url));
  return own.findLast(({ hostname }) => hostname === host)?.origin ?? `https://${host}`;
}

/** Judges the front page's own answer; error pages decide nothing, other hosts are not our business. */
export async function withPage<K extends string>(
  context: CheckContext,
  judge: Judge<K>,
): Promise<Judged<K>> {
  const page = await ownAnswer(context);
  if (page === null) return notApplicable(NO_WEB);
  if (page.leftFor !== null) return notApplicable(LEAVES);
  const bad = page.status === 429 || page.status >= 500;
  const endless = page.status >= 300 && page.status < 400;
  if (bad || endless) return inconclusive(PAGE_ERROR);
  return (await isBlocked(context, page)) ? inconclusive(BLOCKED) : judge(page);
}

/** Like `withPage`, for what only matters in a document that a browser shows. */
export function withDocument<K extends string>(
  context: CheckContext,
  judge: Judge<K>,
): Promise<Judged<K>> {
  return withPage(context, (page) => {
    const type = page.header("content-type");
    const html =
      type === null ? page.body.length > 0 : /^\s*(text\/html|application\/xhtml)/i.test(type);
    return html ? judge(page) : notApplicable(NOT_HTML);
  });
}
