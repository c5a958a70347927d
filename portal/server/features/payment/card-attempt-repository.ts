import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { PortalTransaction, Queryable } from "../../context.ts";
import type { Tables } from "../../database/generated/tables.ts";
import type { CardRow } from "../account/card-view.ts";
import type { CalendarDay } from "../plan/plan-dates.ts";

type AttemptTable = Tables["portal.card_attempt"];
export type CardAttemptRow = Selectable<AttemptTable>;

/** @returns false when the identifier is taken: by a repeat of the same submit, or by a stranger. */
export async function insertCardAttempt(
  tx: PortalTransaction,
  values: Insertable<AttemptTable>,
): Promise<boolean> {
  const row = await tx
    .insertInto("portal.card_attempt")
    .values(values)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function findCardAttempt(
  db: Queryable,
  by:
    | { readonly id: string }
    | { readonly returnDigest: string }
    | { readonly registration: string },
): Promise<CardAttemptRow | undefined> {
  const query = db.selectFrom("portal.card_attempt").selectAll();
  if ("id" in by) return query.where("id", "=", by.id).executeTakeFirst();
  if ("registration" in by) {
    return query.where("registration", "=", by.registration).executeTakeFirst();
  }
  return query.where("return_digest", "=", by.returnDigest).executeTakeFirst();
}

export async function lockCardAttempt(
  tx: PortalTransaction,
  id: string,
): Promise<CardAttemptRow | undefined> {
  return tx
    .selectFrom("portal.card_attempt")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** Notes which invoices the button of an attempt named. */
export async function noteOwed(
  tx: PortalTransaction,
  id: string,
  owed: readonly string[],
): Promise<void> {
  await tx
    .updateTable("portal.card_attempt")
    .set({ owed: [...owed] })
    .where("id", "=", id)
    .execute();
}

/** Moves an attempt out of the state it was read in. Undefined when somebody was faster. */
export async function changeCardAttempt(
  db: Queryable,
  attempt: Pick<CardAttemptRow, "id" | "state">,
  change: Updateable<AttemptTable>,
): Promise<CardAttemptRow | undefined> {
  return db
    .updateTable("portal.card_attempt")
    .set(change)
    .where("id", "=", attempt.id)
    .where("state", "=", attempt.state)
    .returningAll()
    .executeTakeFirst();
}

/** Gives up an account's other open attempts: the newest submit is the one that counts. */
export async function cancelOtherAttempts(
  tx: PortalTransaction,
  accountId: string,
  keptId: string,
  now: Date,
): Promise<void> {
  await tx
    .updateTable("portal.card_attempt")
    .set({ state: "cancelled", card_token: null, changed_at: now })
    .where("account_id", "=", accountId)
    .where("id", "<>", keptId)
    .where("state", "in", ["created", "requires_action", "authenticated"])
    .execute();
}

/** Open attempts that nothing has happened to since `before`, oldest first. */
export async function findStaleAttempts(
  db: Queryable,
  before: Date,
  limit: number,
): Promise<CardAttemptRow[]> {
  return db
    .selectFrom("portal.card_attempt")
    .selectAll()
    .where("state", "in", ["created", "requires_action", "authenticated"])
    .where("changed_at", "<", before)
    .orderBy("created_at")
    .limit(limit)
    .execute();
}

export async function findPresentCard(
  db: Queryable,
  accountId: string,
): Promise<CardRow | undefined> {
  return db
    .selectFrom("portal.card")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("removed_at", "is", null)
    .executeTakeFirst();
}

/** The last card of an attempt's account that the same company knew, in use or not. */
export async function findFormerCard(
  db: Queryable,
  { account_id: accountId, gateway }: Pick<CardAttemptRow, "account_id" | "gateway">,
): Promise<string | undefined> {
  const card = await db
    .selectFrom("portal.card")
    .select("gateway_card")
    .where("account_id", "=", accountId)
    .where("gateway", "=", gateway)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return card?.gateway_card;
}

/** A card that is in use, by the company's name of it. */
export async function findCardByGatewayName(
  db: Queryable,
  gateway: string,
  gatewayCard: string,
): Promise<CardRow | undefined> {
  return db
    .selectFrom("portal.card")
    .selectAll()
    .where("gateway", "=", gateway)
    .where("gateway_card", "=", gatewayCard)
    .where("removed_at", "is", null)
    .executeTakeFirst();
}

/** Cards in use whose last month is one from the month of `from` to that of `to`. */
export async function findCardsExpiring(
  db: Queryable,
  from: CalendarDay,
  to: CalendarDay,
): Promise<CardRow[]> {
  const month = (day: CalendarDay) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return db
    .selectFrom("portal.card")
    .selectAll()
    .where("removed_at", "is", null)
    .where(sql<number>`expiry_year * 12 + expiry_month`, ">=", month(from))
    .where(sql<number>`expiry_year * 12 + expiry_month`, "<=", month(to))
    .orderBy("id")
    .execute();
}

/** Takes the present card out of use. @returns it, so that the payment company can delete it. */
export async function retireCard(
  tx: PortalTransaction,
  accountId: string,
  now: Date,
): Promise<CardRow | undefined> {
  return tx
    .updateTable("portal.card")
    .set({ removed_at: now })
    .where("account_id", "=", accountId)
    .where("removed_at", "is", null)
    .returningAll()
    .executeTakeFirst();
}

/** Marks the way back from the issuer as used. @returns whether this call was the first. */
export async function useReturn(db: Queryable, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("portal.card_attempt")
    .set({ return_used_at: now })
    .where("id", "=", id)
    .where("return_used_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Notes that a message of the payment company was acted upon; one that came twice counts once. */
export async function keepEvent(
  db: Queryable,
  event: Insertable<Tables["portal.payment_event"]>,
): Promise<void> {
  await db
    .insertInto("portal.payment_event")
    .values(event)
    .onConflict((conflict) => conflict.columns(["gateway", "event"]).doNothing())
    .execute();
}
