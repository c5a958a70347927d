import type { GuestMenuEntry } from "@sekimori/kit-embed/guest-menu";
import { useSyncExternalStore } from "react";
import { clientStorage } from "../session/current.ts";

const nothing: readonly GuestMenuEntry[] = [];

/** The application tells its pages anew; they are kept until the sign-out wipes the storage. */
export const keepGuestMenu = (entries: readonly GuestMenuEntry[]): void =>
  clientStorage.write("guestMenu", entries);

/** What the embedded application told of its pages last. */
export const useGuestMenu = (): readonly GuestMenuEntry[] =>
  useSyncExternalStore(clientStorage.subscribe, () => clientStorage.read("guestMenu") ?? nothing);
