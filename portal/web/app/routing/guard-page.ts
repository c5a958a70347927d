import { kartePage, kartePaths } from "@sekimori/portal-contract/page-routes";
import { session } from "../session/current.ts";
import { guard } from "./guard.ts";
import type { PageHandle } from "./page-handle.ts";
import type { Place } from "./place.ts";

/**
 * Runs the guard for a page. Returns where the visitor goes instead.
 *
 * @param first a visit's first navigation comes from nowhere, which SPEC 4 calls root.
 */
export function guardPage(
  { pathname, search }: Place,
  handle: PageHandle,
  first: boolean,
): string | undefined {
  const { access, entry, legal } = handle;
  const decision = guard(
    { pathname, query: new URLSearchParams(search), access, entry, legal },
    {
      now: Date.now(),
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
    session.flagUnauthorised();
    if (access === "login" && pathname !== kartePage(kartePaths.signOut)) {
      session.returnTo(pathname + search);
    }
  }
  return decision.to;
}
