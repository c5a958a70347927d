import { defineCheck, inconclusive, notApplicable } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import type { Fact } from "../../engine/finding.ts";
import type { HttpResponse } from "../../net/clients.ts";
import { on, recover } from "../../net/recover.ts";
import { isBlocked } from "../page/block-page.ts";
import { BLOCKED } from "../page/reasons.texts.ts";
import { httpHstsTexts } from "./http-hsts.texts.ts";
import { ownAnswer } from "./page/front-page.ts";
import { NO_WEB, NOT_HTTPS, PAGE_ERROR } from "./reasons.texts.ts";

const YEAR_SECONDS = 31_536_000;

/** Strict-Transport-Security on the host's own HTTPS answer (RFC 6797 §6.1, §7.1, §8.1), for a year or more. */
export const httpHsts = defineCheck(httpHstsTexts, {
  id: "http-hsts",
  category: "http",
  scope: "address",
  outcomes: {
    enforced: { state: "pass", severity: null },
    preload: { state: "pass", severity: null, bonus: 5 },
    short: { state: "warn", severity: "low" },
    absent: { state: "fail", severity: "medium" },
    invalid: { state: "fail", severity: "medium" },
  },
  async run(context) {
    const answer = await secureAnswer(context);
    if (answer === "no-web") return notApplicable(NO_WEB);
    if (answer === "no-https") return notApplicable(NOT_HTTPS);
    if (await isBlocked(context, answer)) return inconclusive(BLOCKED);
    // A browser obeys the first header only (§8.1).
    const header = answer.headerValues("strict-transport-security")[0];
    const policy = header === undefined ? null : parse(header);
    const maxAge = policy?.maxAge ?? 0;
    const facts: Fact[] = [
      { name: "hsts.present", value: header !== undefined },
      { name: "hsts.maxAge", value: maxAge, unit: "seconds" },
      { name: "hsts.header", value: header ?? "" },
    ];
    // Servers leave headers out of their own errors, as nginx does without "always".
    if (header === undefined && answer.status >= 500) return inconclusive(PAGE_ERROR);
    if (header === undefined) return { outcome: "absent", facts };
    if (policy === null) return { outcome: "invalid", facts };
    facts.push({ name: "hsts.includeSubDomains", value: policy.includeSubDomains });
    // max-age=0 switches HSTS off (§6.1.1).
    if (maxAge === 0) return { outcome: "absent", facts };
    if (maxAge < YEAR_SECONDS) return { outcome: "short", facts };
    return { outcome: policy.preload && policy.includeSubDomains ? "preload" : "enforced", facts };
  },
});

/** The host's own first answer over HTTPS. */
async function secureAnswer(context: CheckContext): Promise<HttpResponse | "no-web" | "no-https"> {
  const page = await ownAnswer(context);
  if (page === null) return "no-web";
  const { host } = context.target;
  const own = [...page.hops, page].map(({ url }) => new URL(url));
  const secure = own.find(({ protocol, hostname }) => protocol === "https:" && hostname === host);
  const first = secure?.href ?? `https://${host}/`;
  if (page.url === first) return page;
  return recover(context.http.fetch(first), on(["closed"], "no-https"));
}

/** The directives of a header (§6.1); null when it has no usable max-age or repeats a directive. */
function parse(header: string) {
  const directives = new Map<string, string>();
  for (const part of header.split(";")) {
    const [name = "", value = ""] = part.split("=", 2).map((text) => text.trim());
    if (name === "") continue;
    const key = name.toLowerCase();
    if (directives.has(key)) return null;
    directives.set(key, value.replace(/^"(.*)"$/, "$1"));
  }
  const age = directives.get("max-age");
  if (age === undefined || !/^\d+$/.test(age)) return null;
  return {
    maxAge: Number(age),
    includeSubDomains: directives.has("includesubdomains"),
    preload: directives.has("preload"),
  };
}
