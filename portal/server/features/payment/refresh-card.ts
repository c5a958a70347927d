import { transaction } from "@sekimori/kit-server/database";
import type { PortalContext } from "../../context.ts";
import { cardRenewedMail } from "../../mails/card-mails.ts";
import { lockAccount } from "../account/account-repository.ts";
import { sealCardHolder } from "../account/card-holder.ts";
import { mailMember } from "../account/mail-member.ts";
import { appendAudit } from "../audit/audit.ts";
import { findCardByGatewayName, retireCard } from "./card-attempt-repository.ts";

/**
 * Asks the company for a card that changed there: its issuer renewed it, or it is gone. Safe to
 * call any number of times.
 */
export async function refreshCard(context: PortalContext, gatewayCard: string): Promise<void> {
  const { db, gateway, clock, sealer, digests } = context;
  const known = await findCardByGatewayName(db, gateway.name, gatewayCard);
  if (!known) return;
  const card = await gateway.getCard(gatewayCard);
  const now = clock.now();
  await transaction(db, async (tx) => {
    const account = await lockAccount(tx, known.account_id);
    const present = await findCardByGatewayName(tx, gateway.name, gatewayCard);
    // Replaced or removed meanwhile: what the company says of it matters to nobody any more.
    if (!account || !present) return;
    const { account_id: accountId } = present;
    if (card === undefined) {
      await retireCard(tx, accountId, now);
      await appendAudit(tx, { accountId, action: "card.removed", at: now, client: null });
      return;
    }
    const { brand, last4, expiryMonth, expiryYear } = card;
    const isSame =
      present.last4 === last4 &&
      present.expiry_month === expiryMonth &&
      present.expiry_year === expiryYear;
    if (isSame) return;
    await tx
      .updateTable("portal.card")
      .set({
        brand,
        last4,
        expiry_month: expiryMonth,
        expiry_year: expiryYear,
        holder: sealCardHolder(sealer, present.id, card.holder),
        fingerprint_digest: card.fingerprint === undefined ? null : digests.card(card.fingerprint),
        warned_days: null,
      })
      .where("id", "=", present.id)
      .execute();
    await mailMember(context, tx, account, (sender, locale) =>
      cardRenewedMail(sender, locale, { brand, last4, expiryMonth, expiryYear }),
    );
    const detail = { last4 };
    await appendAudit(tx, { accountId, action: "card.renewed", at: now, client: null, detail });
    for (const react of context.onCardRegistered) await react(tx, { accountId, now });
  });
}
