import { transaction } from "@sekimori/kit-server/database";
import { attemptEach } from "@sekimori/kit-server/jobs";
import type { PortalContext } from "../../context.ts";
import type { Dispute } from "../../ports/payment-gateway.ts";
import { calendarDay } from "../plan/plan-dates.ts";
import { movementLines, type Posting, post } from "./ledger.ts";

/**
 * What a dispute has moved in the books. The nightly comparison makes the same postings from the
 * company's ledger; each is made once, by whoever comes first.
 */
function postingsOf(dispute: Dispute, wasWithdrawn: boolean, on: string): Posting[] {
  const { id: source, amount, state } = dispute;
  const names = [
    ...(dispute.isWithdrawn || state === "lost" ? (["dispute"] as const) : []),
    ...(state === "won" && wasWithdrawn ? (["dispute-won"] as const) : []),
    ...(state === "lost" ? (["dispute-lost"] as const) : []),
  ];
  return names.map((kind) => {
    const lines = movementLines[kind](amount);
    return { kind, source, on, invoiceId: null, lines };
  });
}

/**
 * Asks the company how a dispute stands, keeps it, and writes what it moved into the books. A
 * charge that is not ours is left to the nightly comparison, which names it.
 */
export async function followDispute(context: PortalContext, id: string): Promise<void> {
  const { db, gateway, clock, logger } = context;
  const dispute = await gateway.findDispute(id);
  const now = clock.now();
  await transaction(db, async (tx) => {
    const attempt = await tx
      .selectFrom("portal.charge_attempt")
      .select("id")
      .where("gateway", "=", gateway.name)
      .where("gateway_charge", "=", dispute.charge)
      .executeTakeFirst();
    if (!attempt) return;
    const { amount, state } = dispute;
    // A later word may arrive before an earlier one: what is closed stays closed.
    const kept = await tx
      .insertInto("portal.dispute")
      .values({ id, attempt_id: attempt.id, amount, state, changed_at: now })
      .onConflict((conflict) =>
        conflict
          .column("id")
          .doUpdateSet({ state, changed_at: now })
          .where("portal.dispute.state", "=", "open"),
      )
      .returning("state")
      .executeTakeFirst();
    if (kept?.state !== state) return;
    const withdrawn = await tx
      .selectFrom("portal.ledger_posting")
      .select("id")
      .where("kind", "=", "dispute")
      .where("source", "=", id)
      .executeTakeFirst();
    await post(tx, postingsOf(dispute, withdrawn !== undefined, calendarDay(now)), now);
    logger.warn({ dispute: id, state, amount, attempt: attempt.id }, "charge disputed");
  });
}

/** Asks about every dispute that is open: a notification may have been lost. */
export async function followOpenDisputes(context: PortalContext): Promise<void> {
  const open = await context.db
    .selectFrom("portal.dispute")
    .select("id")
    .where("state", "=", "open")
    .execute();
  await attemptEach(open, ({ id }) => followDispute(context, id));
}
