import type { MenuItem } from "@sekimori/kit-web/frame/menu";
import { useMemo } from "react";
import { useSite } from "../site.ts";
import { useGuestMenu } from "./guest-menu.ts";
import { menu } from "./menu.ts";

/** Whether this installation has a management application, as far as is known. */
export function useHasApplication(): boolean {
  const site = useSite();
  // Until the answer is there nothing is left out: links that flicker are worse than one miss.
  return site === undefined || site.karteOrigin !== null;
}

/** The side menu of this installation. */
export function useMenu(): readonly MenuItem[] {
  const isAvailable = useHasApplication();
  const told = useGuestMenu();
  return useMemo(() => menu(isAvailable, told), [isAvailable, told]);
}
