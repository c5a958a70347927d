import { kartePage, kartePaths } from "@sekimori/portal-contract/page-routes";
import { redirect } from "react-router";
import { session } from "../session/current.ts";
import { type GuardDecision, guard } from "./guard.ts";
import type { PageHandle } from "./page-handle.ts";

// A visit's first navigation comes from nowhere, which SPEC 4 calls root.
let arrived = false;

/** The shell calls it once the first page is shown. */
export function markArrived(): void {
  arrived = true;
}

function decide(url: URL, handle: PageHandle): GuardDecision {
  const { access, entry, legal } = handle;
  return guard(
    { pathname: url.pathname, query: url.searchParams, access, entry, legal },
    {
      now: Date.now(),
      authorizedExpiry: session.expiry(),
      unauthorised: session.unauthorised(),
      hasInfo: session.account() !== undefined,
      loggedIn: session.isLoggedIn(),
      step: session.step(),
      fromRoot: !arrived,
    },
  );
}

/** Runs the guard before a page is shown; a redirect takes the place of the navigation. */
export function guardLoader(handle: PageHandle) {
  return ({ request }: { request: Request }) => {
    const url = new URL(request.url);
    const decision = decide(url, handle);
    if (decision.pass) return null;
    if (decision.flagUnauthorised) {
      session.flagUnauthorised();
      if (handle.access === "login" && url.pathname !== kartePage(kartePaths.signOut)) {
        session.returnTo(url.pathname + url.search);
      }
    }
    return redirect(decision.to);
  };
}
