import type { createBrowserRouter } from "react-router";

type Router = ReturnType<typeof createBrowserRouter>;

const reducedMotion = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** React Router numbers the entries of this visit's history in their state. */
function positionInHistory(): number {
  const state: unknown = window.history.state;
  const index = typeof state === "object" && state !== null && "idx" in state ? state.idx : 0;
  return typeof index === "number" ? index : 0;
}

/**
 * Pages move in from the right and, on the way back, from the left (SPEC 2): every navigation is
 * a view transition unless the visitor asked for less motion. The direction stands on the root
 * element, where the stylesheet reads it.
 */
export function moveBetweenPages(router: Router): void {
  let position = positionInHistory();
  router.subscribe((state) => {
    if (state.navigation.state !== "idle") return;
    const present = positionInHistory();
    document.documentElement.dataset.direction =
      state.historyAction === "POP" && present < position ? "reverse" : "forward";
    position = present;
  });

  const navigate = router.navigate.bind(router);
  // `navigate` is overloaded by steps (a number) and by place; only places take options.
  router.navigate = ((to: never, options?: { viewTransition?: boolean }) =>
    typeof to === "number"
      ? navigate(to)
      : navigate(to, {
          ...options,
          viewTransition: options?.viewTransition ?? !reducedMotion(),
        })) as Router["navigate"];
}
