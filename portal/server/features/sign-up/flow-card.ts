import type { CardView } from "@sekimori/portal-contract/endpoints/views";
import type { PortalContext } from "../../context.ts";
import { findPresentCard } from "../payment/card-attempt-repository.ts";
import { showCard } from "../payment/card-view.ts";
import type { FlowRow } from "./flow-repository.ts";

/** The card of a flow's account, for review on the agreement step. */
export async function cardOfFlow(context: PortalContext, flow: FlowRow): Promise<CardView | null> {
  if (flow.account_id === null) return null;
  const card = await findPresentCard(context.db, flow.account_id);
  return card ? showCard(context.sealer, card, context.clock.now()) : null;
}
