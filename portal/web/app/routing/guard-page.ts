import type { Place } from "@sekimori/kit-web/routing/place";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type { Session } from "../session/session.ts";
import { isSignOutPage } from "../sign-out-page.ts";
import { guard } from "./guard.ts";
import type { PageRule } from "./page-rules.ts";

/**
 * Runs the guard for a page. Returns where the visitor goes instead.
 *
 * @param first a visit's first navigation comes from nowhere, which specification 4 calls root.
 */
export type PageGuard = (place: Place, rule: PageRule, first: boolean) => string | undefined;

export function createPageGuard(session: Session, now: () => number = Date.now): PageGuard {
  return ({ pathname, search }, rule, first) => {
    const decision = guard(
      { pathname, query: new URLSearchParams(search), rule },
      {
        now: now(),
        authorizedExpiry: session.expiry(),
        unauthorised: session.unauthorised(),
        hasInfo: session.account() !== undefined,
        loggedIn: session.isLoggedIn(),
        step: session.step(),
        fromRoot: first,
      },
    );
    if (decision.pass) return undefined;
    if (decision.flagUnauthorised) {
      // Its end is noticed by this click: what the browser knew goes, and the sign-in page says why.
      const leaves = isSignOutPage(pathname);
      if (leaves || session.expiry() !== undefined)
        session.ended(leaves ? "signed-out" : "expired");
      session.flagUnauthorised();
      if (rule.access === "login" && !leaves) {
        session.returnTo(pathname + search);
      }
    }
    // Somebody signed in, here or in another tab: this tab goes on with what waited for it.
    const isSignedIn = session.isLoggedIn() && decision.to === pagePaths.security;
    return (isSignedIn ? session.takeWaitingPage() : undefined) ?? decision.to;
  };
}
