import { useMemo, useSyncExternalStore } from "react";
import type { PageHandle } from "./page-handle.ts";
import type { Place } from "./place.ts";
import type { NavigateOptions, Router } from "./router.ts";
import { useRouter, useShown } from "./router-view.tsx";

/** The page that is shown; another object after each navigation. */
export const useLocation = (): Place => useShown().place;

/** What the shell knows of the page that is shown. */
export const usePageHandle = <Handle extends PageHandle = PageHandle>(): Handle | undefined =>
  useShown().handle as Handle | undefined;

export const useNavigate = (): Router["navigate"] => useRouter().navigate;

/** Whether a page is on its way. */
export function useIsLoading(): boolean {
  const router = useRouter();
  return useSyncExternalStore(router.subscribe, router.isLoading);
}

/** The page's query, and how to change it. */
export function useSearchParams() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const parameters = useMemo(() => new URLSearchParams(search), [search]);
  const change = (to: Readonly<Record<string, string>>, options?: NavigateOptions) =>
    navigate(`?${new URLSearchParams(to)}`, options);
  return [parameters, change] as const;
}
