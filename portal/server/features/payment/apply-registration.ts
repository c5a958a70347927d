import { randomUUID } from "node:crypto";
import { transaction } from "@sekimori/kit-server/database";
import { enqueue } from "@sekimori/kit-server/jobs";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { cardRegisteredMail } from "../../mails/card-mails.ts";
import type { GatewayCard, Registration } from "../../ports/payment-gateway.ts";
import { type AccountRow, lockAccount } from "../account/account-repository.ts";
import { sealCardHolder } from "../account/card-holder.ts";
import { mailMember } from "../account/mail-member.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";
import {
  type CardAttemptRow,
  changeCardAttempt,
  findCardAttempt,
  lockCardAttempt,
  retireCard,
} from "./card-attempt-repository.ts";
import { transitionOf } from "./card-transition.ts";
import { deleteGatewayCard } from "./job-definitions.ts";

/**
 * Writes down what the payment company said about an attempt: its state and, on success, the card
 * in place of the former one, the sign-up's next step, the record and the mail, all or nothing.
 * Safe to call any number of times with the same word, in any order.
 */
export async function applyRegistration(
  context: PortalContext,
  attempt: CardAttemptRow,
  registration: Registration,
  client: ClientInfo | null,
): Promise<CardAttemptRow> {
  const { db, clock } = context;
  const now = clock.now();
  const changed = await transaction(db, async (tx) => {
    // The account first, always, so that two attempts of one account cannot lock each other out.
    const account = await lockAccount(tx, attempt.account_id);
    const current = await lockCardAttempt(tx, attempt.id);
    if (!account || !current) return undefined;
    const transition = transitionOf(current.state, registration);
    if (transition.to === "unchanged") {
      if (transition.discardCard && registration.state === "succeeded") {
        await enqueue(tx, deleteGatewayCard, { card: registration.card.id });
      }
      return current;
    }
    const isSettled = transition.to !== "requires_action" && transition.to !== "authenticated";
    const after = await changeCardAttempt(tx, current, {
      state: transition.to,
      registration: registration.id,
      redirect_url:
        registration.state === "requires_action" ? registration.redirectUrl : current.redirect_url,
      failure: registration.state === "failed" ? registration.failure : null,
      changed_at: now,
      ...(isSettled ? { card_token: null } : {}),
    });
    if (after && registration.state === "succeeded") {
      await keepCard(context, tx, {
        attempt: after,
        card: registration.card,
        account,
        client,
        now,
      });
    }
    return after;
  });
  return changed ?? (await findCardAttempt(db, { id: attempt.id })) ?? attempt;
}

interface CardToStore {
  readonly attempt: CardAttemptRow;
  readonly card: GatewayCard;
  readonly account: AccountRow;
  readonly client: ClientInfo | null;
  readonly now: Date;
}

async function keepCard(
  context: PortalContext,
  tx: PortalTransaction,
  { attempt, card, account, client, now }: CardToStore,
): Promise<void> {
  const accountId = attempt.account_id;
  const id = randomUUID();
  const former = await retireCard(tx, accountId, now);
  await tx
    .insertInto("portal.card")
    .values({
      id,
      account_id: accountId,
      gateway: attempt.gateway,
      gateway_card: card.id,
      brand: card.brand,
      last4: card.last4,
      expiry_month: card.expiryMonth,
      expiry_year: card.expiryYear,
      holder: sealCardHolder(context.sealer, id, card.holder),
      fingerprint_digest:
        card.fingerprint === undefined ? null : context.digests.card(card.fingerprint),
      created_at: now,
    })
    .execute();
  if (former) await enqueue(tx, deleteGatewayCard, { card: former.gateway_card });
  const registered = { accountId, now, owed: attempt.owed ?? undefined };
  for (const react of context.onCardRegistered) await react(tx, registered);
  await mailMember(context, tx, account, (sender, locale) =>
    cardRegisteredMail(sender, locale, { brand: card.brand, last4: card.last4 }),
  );
  await appendAudit(tx, {
    accountId,
    action: attempt.purpose === "replace" ? "card.replaced" : "card.registered",
    at: now,
    client,
    detail: { last4: card.last4 },
  });
}
