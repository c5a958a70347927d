import { attemptEach } from "@sekimori/kit-server/jobs";
import { sql } from "kysely";
import type { PortalContext } from "../../context.ts";
import { PaymentGatewayError, type Refund } from "../../ports/payment-gateway.ts";
import { isKeyKept } from "./company-keys.ts";
import { openRefundStates } from "./money-states.ts";
import { applyRefund, neverMade, type RefundRow } from "./refund-outcome.ts";
import { parkUnknown } from "./unknown-refunds.ts";

const isRefused = (error: unknown): boolean =>
  error instanceof PaymentGatewayError && error.reason === "refused";

/** Sends a refund under its key. @param isFirst nobody has sent it before */
async function send(
  { gateway, logger }: PortalContext,
  refund: RefundRow,
  charge: string,
  isFirst: boolean,
): Promise<Refund> {
  const { id, amount, idempotency_key: idempotencyKey } = refund;
  try {
    return await gateway.refund({ idempotencyKey, charge, amount });
  } catch (error) {
    if (!isRefused(error)) throw error;
    logger.warn({ err: error, refund: id }, "refund refused");
    // Refused as a request: nothing moved, and asking again would change nothing. But what is refused
    // now may have been done at an earlier sending whose answer was lost.
    const made = isFirst ? undefined : await gateway.findRefundByReference(charge, idempotencyKey);
    return made ?? neverMade(refund);
  }
}

/** Asks about a refund that may not be repeated any more; without an answer a person's turn. */
async function inquire(
  context: PortalContext,
  refund: RefundRow,
  charge: string,
): Promise<Refund | undefined> {
  const { gateway, logger } = context;
  const { id: refundId, idempotency_key: key, released_at: releasedAt } = refund;
  let made: Refund | undefined;
  try {
    made = await gateway.findRefundByReference(charge, key);
  } catch (error) {
    if (!(error instanceof PaymentGatewayError)) throw error;
    if (releasedAt === null) {
      await parkUnknown(context, refund, "the payment company does not say whether it was made");
    }
    throw error;
  }
  if (made !== undefined) return made;
  if (releasedAt === null) {
    await parkUnknown(context, refund, "the payment company knows none by its reference");
    return undefined;
  }
  logger.warn({ refund: refundId }, "refund given up: an operator and the company know of none");
  return neverMade(refund);
}

/**
 * Asks the company about a refund: by its id; without one by sending it, for the first time or once
 * more under its key, as long as that is kept; and only by its reference from then on.
 *
 * @returns undefined when there is nothing to write down
 */
async function askRefund(context: PortalContext, { id }: RefundRow): Promise<Refund | undefined> {
  const { db, clock, gateway } = context;
  const now = clock.now();
  // Marked before anybody is called: from here on it may have been made.
  const first = await db
    .updateTable("portal.refund")
    .set({ sent_at: now })
    .where("id", "=", id)
    .where("state", "=", "created")
    .where("sent_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  // As it stands now: since it was listed somebody else may have settled or released it.
  const refund = await db
    .selectFrom("portal.refund")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (!openRefundStates.some((state) => state === refund.state)) return undefined;
  if (refund.gateway_refund !== null) return gateway.findRefund(refund.gateway_refund);
  const { gateway_charge: charge } = await db
    .selectFrom("portal.charge_attempt")
    .select("gateway_charge")
    .where("id", "=", refund.attempt_id)
    .executeTakeFirstOrThrow();
  if (charge === null) throw new Error("A charge that succeeded has an id.");
  return refund.sent_at !== null && isKeyKept(refund.sent_at, now)
    ? send(context, refund, charge, first !== undefined)
    : inquire(context, refund, charge);
}

/** Brings one refund as far as the company's word goes; safe to call any number of times. */
export async function settleRefund(context: PortalContext, refund: RefundRow): Promise<void> {
  try {
    const answer = await askRefund(context, refund);
    if (answer !== undefined) await applyRefund(context, refund, answer);
  } catch (error) {
    if (!(error instanceof PaymentGatewayError)) throw error;
    context.logger.warn({ err: error, refund: refund.id }, "refund without an answer");
  }
}

/** Refunds that are read at once. */
const pageSize = 200;

/** The refunds whose outcome is open, oldest first. */
async function* openRefunds({ db }: PortalContext): AsyncGenerator<RefundRow> {
  let last = { created_at: new Date(0), id: "00000000-0000-0000-0000-000000000000" };
  for (;;) {
    const page = await db
      .selectFrom("portal.refund")
      .selectAll()
      .where("state", "in", openRefundStates)
      .where(sql<boolean>`(created_at, id) > (${last.created_at}, ${last.id}::uuid)`)
      .orderBy("created_at")
      .orderBy("id")
      .limit(pageSize)
      .execute();
    yield* page;
    if (page.length < pageSize) return;
    last = page.at(-1) ?? last;
  }
}

/**
 * Asks about every refund whose outcome is open. Those of parked contracts too: each is an operator's
 * own word, and together they never give back more than was paid.
 */
export async function settleRefunds(context: PortalContext): Promise<void> {
  await attemptEach(openRefunds(context), (refund) => settleRefund(context, refund));
}
