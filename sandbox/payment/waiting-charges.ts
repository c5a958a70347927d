import { recordMovement } from "./balance.ts";
import { movementsOf } from "./charge-books.ts";
import { showCharge } from "./charges.ts";
import type { Books, Company } from "./company.ts";
import { recordEvent } from "./events.ts";
import { registrationLifetimeMs } from "./settings.ts";

/**
 * Decides a charge that waits for its holder; money moves here and only here. Without effect on one
 * that no longer waits.
 *
 * @param declineCode why it fails; null when the holder has proved who they are
 */
export async function settleWaiting(
  company: Company,
  books: Books,
  id: string,
  declineCode: string | null,
): Promise<void> {
  const now = company.now();
  const charge = await books
    .updateTable("sandbox.payment_charge")
    .set({
      status: declineCode === null ? "succeeded" : "failed",
      failure: declineCode === null ? null : "declined",
      decline_code: declineCode,
    })
    .where("id", "=", id)
    .where("status", "=", "requires_action")
    .returningAll()
    .executeTakeFirst();
  if (charge === undefined) return;
  if (charge.status === "succeeded") {
    for (const movement of movementsOf(charge.amount)) {
      await recordMovement(books, { ...movement, source: id, at: now });
    }
  }
  await recordEvent(books, `charge.${charge.status}`, showCharge(company, charge, 0), now);
}

/** The same in a transaction of its own, told to the merchant at once. */
export async function settleCharge(
  company: Company,
  id: string,
  declineCode: string | null,
): Promise<void> {
  await company.database
    .transaction()
    .execute((books) => settleWaiting(company, books, id, declineCode));
  company.wake();
}

/** Lets charges fail whose holders never came. @returns how many. */
export async function expireWaiting(company: Company, books: Books): Promise<number> {
  const due = await books
    .selectFrom("sandbox.payment_charge")
    .select("id")
    .where("status", "=", "requires_action")
    .where("created_at", "<=", new Date(company.now().getTime() - registrationLifetimeMs))
    .limit(100)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const { id } of due) await settleWaiting(company, books, id, "authentication_abandoned");
  return due.length;
}
