import type { CardView } from "@sekimori/portal-contract/endpoints/card-view";
import type { PortalContext } from "../../context.ts";
import { showCard } from "../account/card-view.ts";
import { findPresentCard } from "../payment/card-attempt-repository.ts";
import type { FlowRow } from "../principals/flow-repository.ts";

/** What the trial of the card on file is remembered by; null without a card. */
export async function cardDigestOfFlow(
  context: PortalContext,
  flow: FlowRow,
): Promise<string | null> {
  if (flow.account_id === null) return null;
  return (await findPresentCard(context.db, flow.account_id))?.fingerprint_digest ?? null;
}

/** The card of a flow's account, for review on the agreement step. */
export async function cardOfFlow(context: PortalContext, flow: FlowRow): Promise<CardView | null> {
  if (flow.account_id === null) return null;
  const card = await findPresentCard(context.db, flow.account_id);
  return card ? showCard(context.sealer, card, context.clock.now()) : null;
}
