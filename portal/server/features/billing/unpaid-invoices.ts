import { transaction } from "@sekimori/kit-server/database";
import { attemptEach } from "@sekimori/kit-server/jobs";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { planSuspendedMail } from "../../mails/plan-suspended-mail.ts";
import { lockAccount } from "../account/account-repository.ts";
import { mailMember } from "../account/mail-member.ts";
import { findPresentCard } from "../payment/card-attempt-repository.ts";
import { calendarDay } from "../plan/plan-dates.ts";
import { type InvoiceRow, insertNextAttempt, lockInvoice } from "./attempt-repository.ts";
import { tellCardMissing } from "./card-missing.ts";
import { dunningEnd, latestFirstFailure, nextRetry } from "./dunning.ts";
import { findUnpaid } from "./find-unpaid.ts";
import { owedStates, undecidedStates } from "./money-states.ts";

async function isBeingCharged(tx: PortalTransaction, invoiceId: string): Promise<boolean> {
  const attempt = await tx
    .selectFrom("portal.charge_attempt")
    .select("id")
    .where("invoice_id", "=", invoiceId)
    .where("state", "in", undecidedStates)
    .executeTakeFirst();
  return attempt !== undefined;
}

/** Writes down a further attempt for every unpaid invoice whose time has come. */
export async function retryUnpaid(context: PortalContext): Promise<number> {
  const { db, clock } = context;
  const now = clock.now();
  const due = await db
    .selectFrom("portal.invoice")
    .select("id")
    .where("state", "=", "open")
    .where("kind", "=", "invoice")
    .where("next_try_at", "<=", now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("portal.parked_contract as parked")
            .select("parked.contract_id")
            .whereRef("parked.contract_id", "=", "portal.invoice.contract_id"),
        ),
      ),
    )
    .execute();
  await attemptEach(due, ({ id }) =>
    transaction(db, async (tx) => {
      const invoice = await lockInvoice(tx, id);
      if (!invoice || invoice.next_try_at === null || invoice.next_try_at > now) return;
      // Somebody pays it with another card right now: its course goes on if that comes to nothing.
      if (await isBeingCharged(tx, id)) return;
      const attempt = await insertNextAttempt(tx, invoice, now);
      const hasCard = (await findPresentCard(tx, invoice.account_id)) !== undefined;
      // The last mail told of another try: without a card there is none, and its holder hears so.
      if (!hasCard) await tellCardMissing(context, tx, [id]);
      await tx
        .updateTable("portal.invoice")
        .set({ next_try_at: null, needs_holder: attempt === undefined })
        .where("id", "=", id)
        .execute();
    }),
  );
  return due.length;
}

/** Locks everything of an account that is unpaid and has failed, the oldest month first. */
export function lockUnpaidOf(tx: PortalTransaction, accountId: string): Promise<InvoiceRow[]> {
  return tx
    .selectFrom("portal.invoice")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("state", "in", owedStates)
    .where("first_failed_on", "is not", null)
    .orderBy("period")
    .forUpdate()
    .execute();
}

/**
 * Another card, or the holder on My Page: everything that is unpaid and has failed is tried at once.
 *
 * @param unpaid locked by the caller
 * @param returnsTo where its holder waits; null: nobody is there
 * @returns the invoices with a new attempt
 */
export async function tryUnpaid(
  tx: PortalTransaction,
  unpaid: readonly InvoiceRow[],
  now: Date,
  returnsTo: "my-page" | null = null,
): Promise<string[]> {
  const tried: string[] = [];
  for (const invoice of unpaid) {
    const attempt = await insertNextAttempt(tx, invoice, now, returnsTo);
    if (!attempt) continue;
    await tx
      .updateTable("portal.invoice")
      .set({ next_try_at: null, needs_holder: false })
      .where("id", "=", invoice.id)
      .execute();
    tried.push(invoice.id);
  }
  return tried;
}

/**
 * What waited for another card has one, and goes on on its next day, so that no plan is suspended whose card was
 * never asked. Of one that somebody pays at this moment the outcome says more.
 *
 * @param unpaid locked by the caller
 */
export async function tryOnItsDays(
  tx: PortalTransaction,
  unpaid: readonly InvoiceRow[],
  now: Date,
): Promise<void> {
  for (const { id, state, first_failed_on: failedOn, next_try_at: known } of unpaid) {
    if (state !== "open" || failedOn === null || known !== null) continue;
    const nextTryAt = nextRetry(failedOn, now);
    if (nextTryAt === null) continue;
    await tx
      .updateTable("portal.invoice")
      .set({ next_try_at: nextTryAt, needs_holder: false })
      .where("id", "=", id)
      .execute();
  }
}

/** Lets the plan rest where an invoice's course is over and it is still unpaid, given up or not. */
export async function suspendUnpaid(context: PortalContext): Promise<number> {
  const { db, clock } = context;
  const now = clock.now();
  const day = calendarDay(now);
  const due = await db
    .selectFrom("portal.invoice as invoice")
    .innerJoin("portal.contract as contract", "contract.id", "invoice.contract_id")
    .innerJoin("portal.account as account", "account.id", "contract.account_id")
    .select(["contract.id", "invoice.first_failed_on", "account.id as account_id"])
    .select(["account.personal", "account.language"])
    .where("invoice.state", "in", owedStates)
    .where("invoice.next_try_at", "is", null)
    .where("invoice.first_failed_on", "<=", latestFirstFailure(day))
    .where("contract.ended_on", "is", null)
    .where("contract.suspended_on", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("portal.charge_attempt as attempt")
            .select("attempt.id")
            .whereRef("attempt.invoice_id", "=", "invoice.id")
            .where("attempt.state", "in", undecidedStates),
        ),
      ),
    )
    .execute();
  let suspended = 0;
  await attemptEach(due, async (row) => {
    if (row.first_failed_on === null || dunningEnd(row.first_failed_on) > now) return;
    await transaction(db, async (tx) => {
      // Before its contract, as everywhere; whoever deletes it meanwhile has it.
      if (!(await lockAccount(tx, row.account_id))) return;
      const { numUpdatedRows } = await tx
        .updateTable("portal.contract")
        .set({ suspended_on: day })
        .where("id", "=", row.id)
        .where("suspended_on", "is", null)
        .where("ended_on", "is", null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      suspended += 1;
      const account = { id: row.account_id, personal: row.personal, language: row.language };
      const unpaid = await findUnpaid(context, tx, row);
      await mailMember(context, tx, account, (sender, locale) =>
        planSuspendedMail(sender, locale, unpaid),
      );
    });
  });
  return suspended;
}
