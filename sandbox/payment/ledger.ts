import { showCard } from "./cards.ts";
import { showCharge, showRefund } from "./charges.ts";
import type { Company } from "./company.ts";
import { letTimePass } from "./passing-time.ts";
import { showRegistration } from "./registrations.ts";

/** Everything that ever happened at the company, oldest first; cards that were deleted too. */
export async function readLedger(company: Company) {
  await letTimePass(company);
  const { database } = company;
  const [registrations, cards, charges, refunds, events] = await Promise.all([
    database
      .selectFrom("sandbox.payment_registration")
      .selectAll()
      .orderBy("created_at")
      .orderBy("id")
      .execute(),
    database.selectFrom("sandbox.payment_card").selectAll().orderBy("created_at").execute(),
    database.selectFrom("sandbox.payment_charge").selectAll().orderBy("created_at").execute(),
    database.selectFrom("sandbox.payment_refund").selectAll().orderBy("created_at").execute(),
    database.selectFrom("sandbox.payment_event").selectAll().orderBy("sequence").execute(),
  ]);
  return {
    registrations: await Promise.all(
      registrations.map((row) => showRegistration(company, database, row)),
    ),
    cards: cards.map((card) => ({
      ...showCard(card),
      behaviour: card.behaviour,
      deleted_at: card.deleted_at?.toISOString() ?? null,
    })),
    charges: charges.map((charge) =>
      showCharge(
        company,
        charge,
        refunds
          .filter((refund) => refund.charge_id === charge.id && refund.status !== "failed")
          .reduce((sum, refund) => sum + refund.amount, 0),
      ),
    ),
    refunds: refunds.map(showRefund),
    events: events.map((event) => ({
      id: event.id,
      sequence: Number(event.sequence),
      type: event.type,
      created_at: event.created_at.toISOString(),
      attempts: event.attempts,
      delivered_at: event.delivered_at?.toISOString() ?? null,
      next_attempt_at: event.next_attempt_at?.toISOString() ?? null,
      last_error: event.last_error,
    })),
  };
}
