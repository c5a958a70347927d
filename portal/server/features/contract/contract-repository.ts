import { randomUUID } from "node:crypto";
import type { PlanId } from "@sekimori/portal-contract/plans";
import type { Selectable, Updateable } from "kysely";
import type { PortalTransaction, Queryable } from "../../context.ts";
import type { Tables } from "../../database/generated/tables.ts";
import type { CalendarDay } from "../plan/plan-dates.ts";
import type { PlanStart, TrialUser } from "../plan/plan-terms.ts";

export type ContractRow = Selectable<Tables["portal.contract"]>;

/** The account's contract that has not ended; there is one for every member. */
export async function findContract(
  db: Queryable,
  accountId: string,
): Promise<ContractRow | undefined> {
  return db
    .selectFrom("portal.contract")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("ended_on", "is", null)
    .executeTakeFirst();
}

/** The same, kept from others until the transaction ends. Lock the account before it. */
export async function lockContract(
  tx: PortalTransaction,
  accountId: string,
): Promise<ContractRow | undefined> {
  return tx
    .selectFrom("portal.contract")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("ended_on", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

/** Every contract of an account, newest first. */
export async function findContracts(db: Queryable, accountId: string): Promise<ContractRow[]> {
  return db
    .selectFrom("portal.contract")
    .selectAll()
    .where("account_id", "=", accountId)
    .orderBy("started_on", "desc")
    .orderBy("created_at", "desc")
    .execute();
}

/** Begins a contract; the former one has ended. */
export async function insertContract(
  tx: PortalTransaction,
  accountId: string,
  start: PlanStart,
  now: Date,
): Promise<ContractRow> {
  return tx
    .insertInto("portal.contract")
    .values({
      id: randomUUID(),
      account_id: accountId,
      plan: start.plan,
      free_until: start.freeUntil,
      has_trial: start.hasTrial,
      next_billing_on: start.firstBillingOn,
      monthly_price: start.monthlyPrice,
      tax_percent: start.taxPercent,
      started_on: start.startedOn,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes a contract that the caller has locked. */
export async function updateContract(
  tx: PortalTransaction,
  id: string,
  change: Updateable<Tables["portal.contract"]>,
): Promise<void> {
  await tx.updateTable("portal.contract").set(change).where("id", "=", id).execute();
}

/** Which of an account and its card has had a trial, of whichever plan; null: neither. */
export async function trialUser(
  db: Queryable,
  accountId: string,
  cardDigest: string | null,
): Promise<TrialUser | null> {
  const trial = await db
    .selectFrom("portal.trial")
    .select("id")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  if (trial !== undefined) return "account";
  if (cardDigest === null) return null;
  const card = await db
    .selectFrom("portal.trial_card")
    .select("card_digest")
    .where("card_digest", "=", cardDigest)
    .executeTakeFirst();
  return card === undefined ? null : "card";
}

/**
 * Writes down that a card was on file while a trial ran. @returns false when it was already, in
 * whosever trial.
 */
export async function insertTrialCard(
  tx: PortalTransaction,
  cardDigest: string,
  trial: { readonly accountId: string; readonly since: CalendarDay },
): Promise<boolean> {
  const row = await tx
    .insertInto("portal.trial_card")
    .values({ card_digest: cardDigest, account_id: trial.accountId, since: trial.since })
    .onConflict((conflict) => conflict.doNothing())
    .returning("card_digest")
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Writes a trial down. @returns false when another account took the card's trial in the meantime:
 * what was shown is no longer true.
 */
export async function insertTrial(
  tx: PortalTransaction,
  trial: {
    readonly plan: PlanId;
    readonly accountId: string;
    readonly cardDigest: string | null;
    readonly startedOn: CalendarDay;
  },
): Promise<boolean> {
  const { plan, accountId, cardDigest, startedOn } = trial;
  const row = await tx
    .insertInto("portal.trial")
    .values({ id: randomUUID(), plan, account_id: accountId, started_on: startedOn })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (row === undefined) return false;
  return cardDigest === null || insertTrialCard(tx, cardDigest, { accountId, since: startedOn });
}
