import { defineCheck, notApplicable, type Observation } from "../../engine/check.ts";
import { keptCookies, readCookie, type SetCookie } from "./page/cookies.ts";
import { withPage } from "./page/front-page.ts";
import { isSessionCookie } from "./page/session-cookies.ts";
import { NO_SESSION_COOKIE } from "./reasons.ts";

type Outcome = "protected" | "insecure" | "script-readable" | "cross-site";

/** Cookies looked at; a page that sets more is judged by the first ones. */
const MAX_COOKIES = 100;

/**
 * Session cookies are sent over HTTPS only, hidden from scripts and kept from other sites' requests
 * (RFC 6265 §4.1.2.5, §4.1.2.6; OWASP ASVS 5.0 3.3). A cookie counts as a session's by a
 * framework's name, or by its name and a value that nobody guesses; what browsers refuse does not count.
 */
export const httpCookie = defineCheck({
  id: "http-cookie",
  category: "http",
  scope: "address",
  title: { ja: "セッションクッキーの属性", en: "Session cookie attributes" },
  explanation: {
    ja: "セッション用のクッキーは、ログイン状態そのものです。属性が足りないと、平文の通信から盗まれたり、不正なスクリプトに読まれたり、他のサイトから悪用されたりします。",
    en: "Whoever has a session cookie is logged in. Without the right attributes, it can be stolen from unencrypted connections, read by injected scripts or abused by other sites.",
  },
  remedy: {
    ja: "セッション用のクッキーにSecure、HttpOnly、SameSite=Lax（またはStrict）を付け、名前を__Host-で始めてください。",
    en: "Give session cookies the Secure, HttpOnly and SameSite=Lax (or Strict) attributes, and names that begin with __Host-.",
  },
  source: [
    { title: "RFC 6265 §4.1.2", url: "https://www.rfc-editor.org/rfc/rfc6265#section-4.1.2" },
    {
      title: "OWASP ASVS 5.0 3.3",
      url: "https://owasp.org/www-project-application-security-verification-standard/",
    },
  ],
  outcomes: {
    protected: {
      state: "pass",
      severity: null,
      text: {
        ja: "セッション用のクッキーは保護されています（{cookie.names}）。",
        en: "The session cookies are protected ({cookie.names}).",
      },
    },
    insecure: {
      state: "fail",
      severity: "high",
      text: {
        ja: "セッション用のクッキー{subject}にSecureがなく、平文の通信でも送られます。",
        en: "Session cookie {subject} lacks Secure and is sent over unencrypted connections too.",
      },
    },
    "script-readable": {
      state: "fail",
      severity: "medium",
      text: {
        ja: "セッション用のクッキー{subject}にHttpOnlyがなく、スクリプトから読めます。",
        en: "Session cookie {subject} lacks HttpOnly and can be read by scripts.",
      },
    },
    "cross-site": {
      state: "warn",
      severity: "low",
      text: {
        ja: "セッション用のクッキー{subject}にSameSiteがありません。",
        en: "Session cookie {subject} has no SameSite.",
      },
    },
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
