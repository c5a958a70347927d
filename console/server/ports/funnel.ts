import type { FunnelView } from "@sekimori/console-contract/endpoints/funnel";

/** How many register and how far they get, by the portal's own counts. */
export interface Funnel {
  show(): Promise<FunnelView>;
}
