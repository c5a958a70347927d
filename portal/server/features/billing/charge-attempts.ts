import type { PortalContext, PortalTransaction } from "../../context.ts";
import { type Charge, PaymentGatewayError } from "../../ports/payment-gateway.ts";
import { calendarDay } from "../plan/plan-dates.ts";
import {
  type AttemptRow,
  claimCreated,
  findUnanswered,
  isCardReplaced,
} from "./attempt-repository.ts";
import { chargeReturnPath } from "./charge-return.ts";
import { isKeyKept, keyLifetimeMs } from "./company-keys.ts";
import { owedStates, unansweredStates } from "./money-states.ts";
import { openOneTimeCard } from "./one-time-card.ts";
import { OutcomeWriter } from "./outcome-writer.ts";
import { park } from "./parking.ts";
import type { Outcome } from "./record-outcomes.ts";

/** Calls that one process has under way at the payment company. */
const inFlight = 32;
/** An attempt without an answer is asked about after this long. */
const unansweredMs = 2 * 60_000;
/** How long a holder is waited for who has gone to the issuer's page, and may have left it. */
const waitsForHolderMs = 30 * 60_000;

/**
 * An operator has looked at the company and found no charge: what is unknown there for so long has
 * failed, by nobody's fault, and its invoices are tried anew at once. Younger attempts stay open.
 */
export async function failUnknownAttempts(
  tx: PortalTransaction,
  contractId: string,
  now: Date,
): Promise<void> {
  const failed = await tx
    .updateTable("portal.charge_attempt as attempt")
    .from("portal.invoice as invoice")
    .set({
      state: "failed",
      finished_at: now,
      failure: "gateway",
      failure_code: "unknown to the payment company",
      one_time_token: null,
    })
    .whereRef("invoice.id", "=", "attempt.invoice_id")
    .where("invoice.contract_id", "=", contractId)
    .where("attempt.state", "in", unansweredStates)
    .where("attempt.created_at", "<=", new Date(now.getTime() - keyLifetimeMs))
    .where("attempt.sent_at", "<=", new Date(now.getTime() - unansweredMs))
    .returning(["invoice.id", "attempt.is_one_time"])
    .execute();
  // A card for one invoice alone changes nothing of its course.
  const onFile = failed.filter((one) => !one.is_one_time);
  if (onFile.length === 0) return;
  await tx
    .updateTable("portal.invoice")
    .set(({ fn, ref, val }) => ({
      next_try_at: now,
      first_failed_on: fn.coalesce(ref("first_failed_on"), val(calendarDay(now))),
    }))
    .where(
      "id",
      "in",
      onFile.map(({ id }) => id),
    )
    .where("state", "in", owedStates)
    .execute();
}

async function send(context: PortalContext, attempt: AttemptRow): Promise<Charge> {
  const { db, gateway, settings } = context;
  return gateway.charge({
    idempotencyKey: attempt.idempotency_key,
    card: openOneTimeCard(context, attempt) ?? attempt.gateway_card,
    customer: attempt.account_id,
    amount: attempt.amount,
    description: `${settings.serviceName} ${calendarDay(attempt.created_at)}`,
    ...(attempt.returns_to !== null && {
      returnUrl: `${settings.portalOrigin}${chargeReturnPath}/${attempt.id}`,
    }),
    onPrepared: async (prepared) => {
      await db
        .updateTable("portal.charge_attempt")
        .set({ prepared })
        .where("id", "=", attempt.id)
        .execute();
    },
  });
}

const failedBy = (id: string, code: string): Charge => ({
  id: `none:${id}`,
  state: "failed",
  failure: "gateway",
  code,
});

async function contractOf({ db }: PortalContext, attempt: AttemptRow): Promise<string> {
  const { contract_id: contract } = await db
    .selectFrom("portal.invoice")
    .select("contract_id")
    .where("id", "=", attempt.invoice_id)
    .executeTakeFirstOrThrow();
  return contract;
}

/**
 * Charges an attempt that is marked as sent; whatever happens to the answer, it is charged once.
 *
 * @returns undefined when the outcome stays open
 */
async function chargeOne(
  context: PortalContext,
  attempt: AttemptRow,
): Promise<Outcome | undefined> {
  const { db, logger } = context;
  try {
    return { attempt, charge: await send(context, attempt) };
  } catch (error) {
    if (!(error instanceof PaymentGatewayError)) throw error;
    logger.warn({ err: error, attempt: attempt.id }, "charge without an answer");
    if (error.reason === "network") {
      await db
        .updateTable("portal.charge_attempt")
        .set({ state: "unknown" })
        .where("id", "=", attempt.id)
        .where("state", "=", "sent")
        .execute();
      return undefined;
    }
    // Of a card for this once: its token is over, or was never one.
    if (error.reason === "refused" && !attempt.is_one_time) {
      // Our own fault, not the member's: nobody is to be asked for another card because of it.
      const contract = await contractOf(context, attempt);
      await park(context, db, contract, "refused-request", error.message);
    }
    return { attempt, charge: failedBy(attempt.id, error.reason) };
  }
}

/**
 * Does `work` for attempts, a bounded number at a time, and writes down what comes of it; one
 * failure does not stop the others.
 *
 * @param more the next few, or none when there are no more
 * @returns how many there were
 */
async function concurrently(
  context: PortalContext,
  more: () => Promise<readonly AttemptRow[]>,
  work: (attempt: AttemptRow) => Promise<Outcome | undefined>,
): Promise<number> {
  const writer = new OutcomeWriter(context);
  const waiting: AttemptRow[] = [];
  let count = 0;
  let isOver = false;
  let failure: unknown;
  let asking: Promise<void> | undefined;
  const ask = async () => {
    try {
      const next = await more();
      isOver = next.length === 0;
      count += next.length;
      waiting.push(...next);
    } catch (error) {
      failure = error;
      isOver = true;
    }
    asking = undefined;
  };
  const loop = async (): Promise<void> => {
    for (;;) {
      const attempt = waiting.shift();
      // The next ones are asked for while there is still one of these for each loop: none waits for a
      // statement and its commit.
      if (waiting.length < inFlight && !isOver) asking ??= ask();
      if (attempt === undefined) {
        if (asking === undefined) return;
        await asking;
        continue;
      }
      try {
        const outcome = await work(attempt);
        if (outcome !== undefined) await writer.add(outcome);
      } catch (error) {
        context.logger.error({ err: error }, "attempt not settled; it is asked about later");
      }
    }
  };
  await Promise.all(Array.from({ length: inFlight }, loop));
  await writer.finish();
  if (failure !== undefined) throw failure;
  return count;
}

/**
 * Charges every attempt that waits, many at a time. Another process may do the same.
 *
 * @param invoiceId only this invoice's
 * @returns how many were sent
 */
export function chargeCreated(context: PortalContext, invoiceId?: string): Promise<number> {
  // As many as are called at once: one statement for all, and no process sits on what others could do.
  const claim = () => claimCreated(context.db, inFlight, context.clock.now(), invoiceId);
  return concurrently(context, claim, (attempt) => chargeOne(context, attempt));
}

/** Whether the holder of a charge that waits may still come back from the issuer's page. */
async function isWaitedFor({ db, clock }: PortalContext, attempt: AttemptRow): Promise<boolean> {
  if (attempt.returns_to === null || attempt.sent_at === null) return false;
  if (clock.now().getTime() - attempt.sent_at.getTime() >= waitsForHolderMs) return false;
  return attempt.is_one_time || !(await isCardReplaced(db, attempt));
}

/**
 * Asks about attempts without an answer. What the company does not know is repeated under the same
 * key while it keeps keys; older than that, nobody may guess: the contract is parked.
 */
export function inquireUnanswered(context: PortalContext): Promise<number> {
  const { db, clock, gateway } = context;
  const now = clock.now();
  const before = new Date(now.getTime() - unansweredMs);
  let last: AttemptRow | undefined;
  const next = async () => {
    const page = await findUnanswered(db, before, 200, last);
    last = page.at(-1) ?? last;
    return page;
  };
  return concurrently(context, next, async (attempt) => {
    const charge = await gateway.findCharge(attempt.idempotency_key, attempt.prepared);
    if (charge?.state === "requires_action") {
      if (await isWaitedFor(context, attempt)) return undefined;
      return { attempt, charge: await gateway.cancelCharge(charge.id) };
    }
    if (charge !== undefined) return { attempt, charge };
    if (isKeyKept(attempt.created_at, now)) return chargeOne(context, attempt);
    const detail = `attempt ${attempt.id} is unknown to the payment company`;
    await park(context, db, await contractOf(context, attempt), "unknown-charge", detail);
    return undefined;
  });
}
