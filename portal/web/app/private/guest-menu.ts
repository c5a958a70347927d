import type { GuestMenuEntry } from "@sekimori/kit-embed/guest-menu";
import { useSyncExternalStore } from "react";
import { clientStorage } from "../session/current.ts";
import { usualGuestMenu } from "./usual-guest-menu.ts";

/** The application tells its pages anew; they are kept until the sign-out wipes the storage. */
export const keepGuestMenu = (entries: readonly GuestMenuEntry[]): void =>
  clientStorage.write("guestMenu", entries);

/** What the embedded application told of its pages last; before the first time, what is usual. */
export const useGuestMenu = (): readonly GuestMenuEntry[] =>
  useSyncExternalStore(
    clientStorage.subscribe,
    () => clientStorage.read("guestMenu") ?? usualGuestMenu,
  );
