import { queryClient } from "@sekimori/kit-web/client/query-client";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { isFramed, tellHost } from "../embedding.ts";
import { toldMenu } from "../menu.ts";
import { useSession } from "../session/session-query.ts";
import { alertsQuery } from "./alerts-query.ts";

/** Tells the portal our pages, and again when rights or unread alerts change; alone it does nothing. */
export function useToldMenu(): void {
  const workspace = useSession().data?.workspace;
  const isTold = isFramed && workspace !== undefined && workspace !== null;
  const { data: alerts } = useQuery({ ...alertsQuery(), enabled: isTold }, queryClient);
  const acts = workspace?.acts;
  const unread = alerts?.unread ?? 0;
  useEffect(() => {
    if (isTold && acts) tellHost({ type: "menu", entries: toldMenu(acts, unread) });
  }, [isTold, acts, unread]);
}
