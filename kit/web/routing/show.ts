import { flushSync } from "react-dom";

/** How a page comes in: from the right, from the left, or at once. */
export type Move = "forward" | "reverse" | "none";

const wantsLessMotion = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Pages move in from the right and, on the way back, from the left (specification 2): every navigation is
 * a view transition unless the visitor asked for less motion. The direction stands on the root
 * element, where the stylesheet reads it.
 */
export async function show(change: () => void, move: Move): Promise<void> {
  const changeNow = () => flushSync(change);
  if (move === "none" || wantsLessMotion() || !("startViewTransition" in document)) {
    changeNow();
    return;
  }
  document.documentElement.dataset.direction = move;
  const { ready, updateCallbackDone } = document.startViewTransition(changeNow);
  // Not animated after all, as in a tab in the background or when the next page is already there.
  ready.catch(() => undefined);
  await updateCallbackDone;
}
