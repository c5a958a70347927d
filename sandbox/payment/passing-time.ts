import { settleRefunds } from "./charges.ts";
import type { Company } from "./company.ts";
import { changeRegistration, settleRegistration } from "./registrations.ts";
import { expireWaiting } from "./waiting-charges.ts";

/**
 * Does what time alone does: abandoned registrations and charges expire, slow confirmations come in. Runs in
 * the company's loop and before a registration is read, so that a moved clock shows at once.
 */
export async function letTimePass(company: Company): Promise<void> {
  const now = company.now();
  await company.database.transaction().execute(async (books) => {
    const due = await books
      .selectFrom("sandbox.payment_registration")
      .selectAll()
      .where((row) =>
        row.or([
          row.and([row("status", "=", "requires_action"), row("expires_at", "<=", now)]),
          row.and([row("status", "=", "authenticated"), row("settles_at", "<=", now)]),
        ]),
      )
      .orderBy("created_at")
      .limit(100)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const registration of due) {
      if (registration.status === "authenticated") {
        await settleRegistration(company, books, registration);
      } else {
        await changeRegistration(company, books, registration.id, "requires_action", {
          status: "expired",
        });
      }
    }
    if (due.length > 0) company.wake();
  });
  const refunds = await company.database
    .transaction()
    .execute((books) => settleRefunds(books, now));
  const charges = await company.database
    .transaction()
    .execute((books) => expireWaiting(company, books));
  if (refunds + charges > 0) company.wake();
}
