import { useSyncExternalStore } from "react";
import { clientStorage, session } from "../session/current.ts";
import type { AccountInfo } from "../session/session.ts";

const nobody: AccountInfo = {};

/** The stored profile; the header shows it before the server has answered. */
export function useAccount(): AccountInfo {
  return useSyncExternalStore(clientStorage.subscribe, session.account) ?? nobody;
}
