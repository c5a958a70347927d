import { transaction } from "@sekimori/kit-server/database";
import { attemptEach } from "@sekimori/kit-server/jobs";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import type { Dispute } from "../../ports/payment-gateway.ts";
import { type CalendarDay, calendarDay } from "../plan/plan-dates.ts";
import { movementLines, type Posting, post } from "./ledger.ts";

/**
 * What moved in a dispute, each movement by the company's own name of it: the nightly comparison
 * makes the same postings from the company's ledger, and each is made once, by whoever comes first.
 */
export function disputePosting(
  dispute: string,
  { id, amount, at }: Dispute["movements"][number],
): Posting {
  const kind = amount < 0 ? "dispute" : "dispute-won";
  const lines = movementLines[kind](Math.abs(amount));
  return { kind, source: `${dispute}:${id}`, on: calendarDay(at), invoiceId: null, lines };
}

/**
 * What is lost in a dispute is its last state's: all that was taken and not given back, or nothing.
 * Whatever the books say else is put right, once for each movement.
 */
async function lossPostings(
  tx: PortalTransaction,
  { id, state, movements }: Dispute,
  on: CalendarDay,
): Promise<Posting[]> {
  const last = movements.at(-1);
  if (last === undefined) return [];
  const taken = -movements.reduce((sum, { amount }) => sum + amount, 0);
  const { sum } = await tx
    .selectFrom("portal.ledger_posting as posting")
    .innerJoin("portal.ledger_entry as entry", "entry.posting_id", "posting.id")
    .select(({ fn }) => fn.sum<string | null>("entry.amount").as("sum"))
    .where("posting.kind", "=", "dispute-lost")
    .where(
      "posting.source",
      "in",
      movements.map((movement) => `${id}:${movement.id}`),
    )
    .where("entry.account", "=", "loss")
    .executeTakeFirstOrThrow();
  const yen = (state === "lost" ? taken : 0) - Number(sum ?? 0);
  if (yen === 0) return [];
  const lines = movementLines["dispute-lost"](yen);
  return [{ kind: "dispute-lost", source: `${id}:${last.id}`, on, invoiceId: null, lines }];
}

/**
 * Writes down how a dispute stands. A later word may arrive before an earlier one: what is closed
 * stays closed, unless the company has moved money since.
 *
 * @returns whether this word counts
 */
async function keepState(
  tx: PortalTransaction,
  attemptId: string,
  { id, amount, state, movements: { length: movements } }: Dispute,
  now: Date,
): Promise<boolean> {
  const kept = await tx
    .insertInto("portal.dispute")
    .values({ id, attempt_id: attemptId, amount, state, movements, changed_at: now })
    .onConflict((conflict) =>
      conflict
        .column("id")
        .doUpdateSet({ state, movements, changed_at: now })
        .where((row) =>
          row.or([
            row("portal.dispute.movements", "<", movements),
            row.and([
              row("portal.dispute.movements", "=", movements),
              row.or([
                row("portal.dispute.state", "=", "open"),
                row("portal.dispute.state", "=", state),
              ]),
            ]),
          ]),
        ),
    )
    .returning("id")
    .executeTakeFirst();
  return kept !== undefined;
}

/**
 * Asks the company how a dispute stands, keeps it, and writes what it moved into the books. A
 * charge that is not ours is left to the nightly comparison, which names it.
 */
export async function followDispute(context: PortalContext, id: string): Promise<void> {
  const { db, gateway, clock, logger } = context;
  const dispute = await gateway.findDispute(id);
  const now = clock.now();
  const today = calendarDay(now);
  await transaction(db, async (tx) => {
    const attempt = await tx
      .selectFrom("portal.charge_attempt")
      .select("id")
      .where("gateway", "=", gateway.name)
      .where("gateway_charge", "=", dispute.charge)
      .executeTakeFirst();
    if (!attempt || !(await keepState(tx, attempt.id, dispute, now))) return;
    const moved = dispute.movements.map((movement) => disputePosting(id, movement));
    await post(tx, [...moved, ...(await lossPostings(tx, dispute, today))], now);
    const { state, amount } = dispute;
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
