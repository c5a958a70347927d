import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { isFramed, tellHost } from "../embedding.ts";
import { language } from "../language.ts";
import { reportError } from "../sentences/report-error.ts";

let isLeaving = false;

/** Pages that say themselves what to do for somebody who is not signed in. */
const ownAnswer: readonly string[] = [
  pagePaths.signIn,
  pagePaths.signOut,
  pagePaths.invitation,
  pagePaths.unsubscribe,
];

/** The address at which a sign-in by the portal begins, and which comes back to `returnTo`. */
export function signInAddress(returnTo: string, more: Readonly<Record<string, string>> = {}) {
  const query = new URLSearchParams({
    return_to: returnTo,
    ui_locales: language.current(),
    ...more,
  });
  return `/openid/sign-in?${query}`;
}

/**
 * Has the portal around us sign in here whoever is signed in there; then `returnTo` is shown. We
 * cannot go there ourselves: on another site than the portal's, the browser would send it no cookie.
 *
 * @param recent the person first proves to the portal who they are.
 */
export async function signInByHost(
  returnTo: string,
  more: Readonly<Record<string, string>> = {},
  recent = false,
): Promise<void> {
  const answer = await fetch(
    signInAddress(returnTo, { ...more, prompt: "none", answer: "address" }),
  );
  // The portal does not answer: we were sent to our page that says so.
  if (answer.redirected || !answer.ok) {
    window.location.assign(answer.redirected ? answer.url : signInAddress(returnTo, more));
    return;
  }
  const { address } = (await answer.json()) as { readonly address: string };
  tellHost({ type: "sign-in", request: new URL(address).search.slice(1), recent });
}

/**
 * Nobody is signed in: the portal is asked, silently in its frame (whoever is signed in there is
 * here), in the whole window on our own. Many answers may say so at once; the first one counts.
 */
export function signInAgain(): void {
  const { pathname, search } = window.location;
  if (isLeaving || ownAnswer.includes(pathname)) return;
  isLeaving = true;
  if (isFramed) signInByHost(pathname + search).catch(reportError);
  else window.location.assign(signInAddress(pathname + search));
}
