import { kartePaths, pagePaths } from "@sekimori/portal-contract/page-routes";
import { session } from "./session/current.ts";
import { isSignOutPage } from "./sign-out-page.ts";
import { loadSite } from "./site.ts";

/** How long a refused visitor may read why before the sign-out page follows (specification 4). */
const signOutDelayMs = 3_000;

interface Place {
  readonly pathname: string;
  readonly search: string;
}

/** When a refusal last sent the visitor to sign-in, on the clock of performance.now(). */
let sentAt = Number.NEGATIVE_INFINITY;

/**
 * A 401: what the browser knew is wiped and sign-in follows, after which the page is shown again.
 * On the sign-in page itself something still holds a dead session: the embedded application's own
 * sign-out page ends it, three seconds later (specification 4).
 *
 * @param begunAt when the refused call began. A page makes several at once: those answered after
 *   the first has led to sign-in say nothing new.
 */
export function refused(
  begunAt: number,
  present: Place,
  navigate: (path: string) => unknown,
): void {
  if (begunAt < sentAt) return;
  const isLeaving = isSignOutPage(present.pathname);
  session.ended(isLeaving ? "signed-out" : "expired");
  if (present.pathname === pagePaths.login) {
    setTimeout(() => {
      // Whoever has signed in meanwhile stays: the refusal was of the session before.
      if (session.unauthorised()) void leaveForSignOut();
    }, signOutDelayMs);
    return;
  }
  sentAt = performance.now();
  if (!isLeaving) session.returnTo(present.pathname + present.search);
  navigate(pagePaths.login);
}

async function leaveForSignOut(): Promise<void> {
  const karte = await loadSite().then(
    ({ karteOrigin }) => karteOrigin,
    () => null,
  );
  // Where there is no application, nothing holds a session any more, and what was typed stays.
  if (karte === null) return;
  session.leavesForSignOut();
  window.location.assign(`${karte}${kartePaths.signOut}`);
}
