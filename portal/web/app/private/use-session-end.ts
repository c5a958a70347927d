import { queryClient } from "@sekimori/kit-web/client/query-client";
import { useEffect, useState, useSyncExternalStore } from "react";
import { profileQuery } from "../profile-query.ts";
import { clientStorage, session } from "../session/current.ts";
import { type SessionEnd, sessionEnd } from "./session-end.ts";

/** Whether the session's end is near or past; it follows a sign-in in any tab. */
export function useSessionEnd(): { readonly state: SessionEnd; readonly expiry: number } {
  const expiry = useSyncExternalStore(clientStorage.subscribe, session.expiry);
  const [state, setState] = useState(() => sessionEnd(expiry, Date.now()));

  useEffect(() => {
    const look = () => setState(sessionEnd(expiry, Date.now()));
    look();
    // A timer of eight hours would stand still while the machine sleeps.
    const timer = setInterval(look, 5_000);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [expiry]);

  useEffect(() => {
    // Whoever comes back to the tab learns whether the session still lasts: another device may have
    // ended it, and the sandbox's clock may have moved on.
    const ask = () => {
      if (document.visibilityState === "hidden") return;
      void queryClient.refetchQueries({ queryKey: profileQuery.queryKey });
    };
    document.addEventListener("visibilitychange", ask);
    return () => document.removeEventListener("visibilitychange", ask);
  }, []);

  return { state, expiry: expiry ?? 0 };
}
