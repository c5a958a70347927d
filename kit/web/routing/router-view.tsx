import { createContext, type ReactNode, use, useSyncExternalStore } from "react";
import type { Router, Shown } from "./router.ts";

const RouterContext = createContext<Router | undefined>(undefined);
const ShownContext = createContext<Shown | undefined>(undefined);

interface RouterViewProps {
  readonly router: Router;
  /** Stands there until the first page does. */
  readonly waiting: ReactNode;
  readonly children: ReactNode;
}

/** Gives everything below it the page that is shown. */
export function RouterView({ router, waiting, children }: RouterViewProps) {
  const shown = useSyncExternalStore(router.subscribe, router.shown);
  if (!shown) return waiting;
  return (
    <RouterContext value={router}>
      <ShownContext value={shown}>{children}</ShownContext>
    </RouterContext>
  );
}

function given<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("this part of the app stands outside of the router");
  return value;
}

export const useRouter = (): Router => given(use(RouterContext));

export const useShown = (): Shown => given(use(ShownContext));
