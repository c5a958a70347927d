import { defineCheck, notApplicable, type Observation } from "../../engine/check.ts";
import { httpCookieTexts } from "./http-cookie.texts.ts";
import { keptCookies, readCookie, type SetCookie } from "./page/cookies.ts";
import { withPage } from "./page/front-page.ts";
import { isSessionCookie } from "./page/session-cookies.ts";
import { NO_SESSION_COOKIE } from "./reasons.texts.ts";

type Outcome = "protected" | "insecure" | "script-readable" | "cross-site";

/** Cookies looked at; a page that sets more is judged by the first ones. */
const MAX_COOKIES = 100;

/**
 * Session cookies are sent over HTTPS only, hidden from scripts and kept from other sites' requests
 * (RFC 6265 §4.1.2.5, §4.1.2.6; OWASP ASVS 5.0 3.3). A cookie counts as a session's by a
 * framework's name, or by its name and a value that nobody guesses; what browsers refuse does not count.
 */
export const httpCookie = defineCheck(httpCookieTexts, {
  id: "http-cookie",
  category: "http",
  scope: "address",
  outcomes: {
    protected: { state: "pass", severity: null },
    insecure: { state: "fail", severity: "high" },
    "script-readable": { state: "fail", severity: "medium" },
    "cross-site": { state: "warn", severity: "low" },
  },
  run: (context) =>
    withPage(context, (page) => {
      const set = page
        .headerValues("set-cookie")
        .slice(0, MAX_COOKIES)
        .flatMap((header) => readCookie(header, context.clock.now()) ?? []);
      const cookies = keptCookies(set, new URL(page.url)).filter(isSessionCookie);
      if (cookies.length === 0) return notApplicable(NO_SESSION_COOKIE);
      const facts = [
        { name: "cookie.session.secure", value: cookies.every(({ secure }) => secure) },
        { name: "cookie.session.httpOnly", value: cookies.every(({ httpOnly }) => httpOnly) },
        { name: "cookie.session.sameSite", value: cookies.every(hasSameSite) },
        { name: "cookie.names", value: cookies.map(({ name }) => name) },
      ];
      const faults = cookies.flatMap((cookie): Observation<Outcome>[] =>
        faultsOf(cookie).map((outcome) => ({ outcome, subject: cookie.name, facts })),
      );
      return faults.length > 0 ? faults : { outcome: "protected", facts };
    }),
});

function faultsOf(cookie: SetCookie): Exclude<Outcome, "protected">[] {
  const faults: Exclude<Outcome, "protected">[] = [];
  if (!cookie.secure) faults.push("insecure");
  if (!cookie.httpOnly) faults.push("script-readable");
  if (!hasSameSite(cookie)) faults.push("cross-site");
  return faults;
}

function hasSameSite({ sameSite }: SetCookie): boolean {
  return sameSite !== null && ["lax", "strict", "none"].includes(sameSite);
}
