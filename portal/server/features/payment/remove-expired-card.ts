import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import { enqueue } from "@sekimori/kit-server/jobs";
import type { PortalContext } from "../../context.ts";
import { lockAccount } from "../account/account-repository.ts";
import { isCardExpired } from "../account/card-view.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";
import { findPresentCard, retireCard } from "./card-attempt-repository.ts";
import { deleteGatewayCard } from "./job-definitions.ts";

/**
 * Removes the member's card, provided it has expired: a good one is only ever replaced.
 *
 * @throws AppError NotFound without a card, Conflict while it is good.
 */
export async function retireExpiredCard(
  context: PortalContext,
  accountId: string,
  client: ClientInfo,
): Promise<void> {
  const now = context.clock.now();
  await transaction(context.db, async (tx) => {
    await lockAccount(tx, accountId);
    const card = await findPresentCard(tx, accountId);
    if (!card) throw new AppError("NotFound");
    if (!isCardExpired(card.expiry_year, card.expiry_month, now)) throw new AppError("Conflict");
    await retireCard(tx, accountId, now);
    await enqueue(tx, deleteGatewayCard, { card: card.gateway_card });
    await appendAudit(tx, { accountId, action: "card.removed", at: now, client });
  });
}
