import { randomUUID } from "node:crypto";
import { transaction } from "@sekimori/kit-server/database";
import type { PortalContext } from "../../../context.ts";
import { individual } from "../../../testing/sign-up-calls.ts";
import { insertAccount, updateAccount } from "../../account/account-repository.ts";
import { sealCardHolder } from "../../account/card-holder.ts";
import { insertTrial } from "../../contract/contract-repository.ts";
import { beginContract } from "../../contract/contract-service.ts";
import type { CalendarDay } from "../../plan/plan-dates.ts";
import { startOf } from "../../plan/plan-terms.ts";

/** What the detailed plan costs at first, in yen a month. */
export const firstPrice = 11_000;
const prices = [
  { plan: "detailed", effectiveOn: "0001-01-01", monthlyPrice: firstPrice, taxPercent: 10 },
] as const;

export interface Newcomer {
  /** The id of the account, and of its session. */
  readonly account: string;
  readonly startedOn: CalendarDay;
  readonly hadTrial: boolean;
  readonly isJapanese: boolean;
}

/** A member of the detailed plan with a card and a browser that stays signed in. */
export async function moveIn(context: PortalContext, newcomer: Newcomer): Promise<void> {
  const { account, startedOn, hadTrial, isJapanese } = newcomer;
  const now = context.clock.now();
  await transaction(context.db, async (tx) => {
    await insertAccount(tx, context.sealer, {
      id: account,
      emailDigest: account,
      personal: { email: `${account}@example.com`, information: individual },
      language: isJapanese ? "ja" : "en",
      passwordHash: null,
      external: null,
      createdAt: now,
    });
    await updateAccount(tx, account, { is_agree_service: true });
    const start = { accountId: account, cardDigest: null };
    const trial = { plan: "detailed", ...start, startedOn } as const;
    if (hadTrial) await insertTrial(tx, trial);
    const trialUsedBy = hadTrial ? "account" : null;
    const conditions = { prices, trialMonths: 1, trialUsedBy, hasFreeDays: true } as const;
    await beginContract(tx, {
      ...start,
      start: startOf("detailed", startedOn, conditions),
      now,
    });
    const card = randomUUID();
    await tx
      .insertInto("portal.card")
      .values({
        id: card,
        account_id: account,
        gateway: context.gateway.name,
        gateway_card: `card_${account}`,
        brand: "visa",
        last4: "1003",
        expiry_month: 12,
        expiry_year: 2099,
        holder: sealCardHolder(context.sealer, card, "HANAKO SEKI"),
        created_at: now,
      })
      .execute();
    // A browser that stays signed in for as long as the history goes on.
    await tx
      .insertInto("portal.session")
      .values({
        id: account,
        token_digest: account,
        account_id: account,
        created_at: now,
        authenticated_at: now,
        last_seen_at: now,
        expires_at: new Date("2100-01-01"),
        device: "",
        ip_address: "127.0.0.1",
      })
      .execute();
  });
}
