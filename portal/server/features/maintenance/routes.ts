import type { Bind } from "@sekimori/kit-server/http";
import { showMaintenance } from "@sekimori/portal-contract/endpoints/site";
import type { PortalContext } from "../../context.ts";

/** What is closed, from this process's memory: for pages, and for the applications beside. */
export function bindMaintenance(bind: Bind, { maintenance }: PortalContext): void {
  bind(showMaintenance, () => ({ maintenance: [...maintenance.now()] }));
}
