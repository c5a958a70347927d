import { pagePaths } from "@sekimori/console-contract/page-routes";
import { language } from "../language.ts";

let isLeaving = false;

/** Pages that say themselves what to do for somebody who is not signed in. */
const ownAnswer: readonly string[] = [pagePaths.signIn, pagePaths.signOut];

/** The address at which a sign-in by the portal begins, and which comes back to `returnTo`. */
export function signInAddress(returnTo: string): string {
  const query = new URLSearchParams({ return_to: returnTo, ui_locales: language.current() });
  return `/openid/sign-in?${query}`;
}

/** Nobody is signed in: the portal is asked. Many answers may say so at once; the first one counts. */
export function signInAgain(): void {
  const { pathname, search } = window.location;
  if (isLeaving || ownAnswer.includes(pathname)) return;
  isLeaving = true;
  window.location.assign(signInAddress(pathname + search));
}
