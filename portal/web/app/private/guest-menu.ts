import type { GuestMenuEntry } from "@sekimori/kit-embed/guest-menu";
import { useMemo, useSyncExternalStore } from "react";
import { clientStorage } from "../session/current.ts";
import { keptOrUsual } from "./usual-guest-menu.ts";

/** The application tells its pages anew; they are kept until the sign-out wipes the storage. */
export const keepGuestMenu = (entries: readonly GuestMenuEntry[]): void =>
  clientStorage.write("guestMenu", entries);

/** What the embedded application told of its pages last; before the first time, what is usual. */
export function useGuestMenu(): readonly GuestMenuEntry[] {
  const kept = useSyncExternalStore(clientStorage.subscribe, () => clientStorage.read("guestMenu"));
  return useMemo(() => keptOrUsual(kept), [kept]);
}
