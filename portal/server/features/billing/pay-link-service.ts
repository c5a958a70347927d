import type { EndpointResponse } from "@sekimori/kit-contract/endpoint";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import { hashToken } from "@sekimori/kit-server/cookies";
import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import type { payInvoice } from "@sekimori/portal-contract/endpoints/invoice";
import type { PortalContext, Queryable } from "../../context.ts";
import { type GatewayCard, PaymentGatewayError } from "../../ports/payment-gateway.ts";
import { findPresentCard } from "../payment/card-attempt-repository.ts";
import { nameOfShown, requireShown } from "../plan/name-of-shown.ts";
import {
  type AttemptRow,
  type InvoiceRow,
  insertNextAttempt,
  insertOneTimeAttempt,
  lockInvoice,
} from "./attempt-repository.ts";
import { chargeCreated } from "./charge-attempts.ts";
import { mendedBy } from "./invoice-service.ts";
import { shownNumber } from "./invoice-snapshot.ts";
import { isOwed } from "./money-states.ts";
import { sealOneTimeCard } from "./one-time-card.ts";
import { settleWaitingCharges } from "./waiting-charges.ts";

type Payable = EndpointResponse<typeof payInvoice>;

type LinkedInvoice = InvoiceRow & { readonly used_at: Date | null };

type LastAttempt = Pick<
  AttemptRow,
  "state" | "failure" | "attempt_number" | "card_last4" | "is_one_time"
>;

/** How often what failed is tried again by links in a day: a card's limit may be raised in a minute. */
const triesInADay = 5;

function lastAttemptOf(db: Queryable, invoice: InvoiceRow): Promise<LastAttempt | undefined> {
  return db
    .selectFrom("portal.charge_attempt")
    .select(["state", "failure", "attempt_number", "card_last4", "is_one_time"])
    .where("invoice_id", "=", invoice.id)
    .orderBy("attempt_number", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Why the card on file failed last; what another card met says nothing about it. */
async function failureOnFile(
  db: Queryable,
  invoice: InvoiceRow,
  last: LastAttempt | undefined,
): Promise<AttemptRow["failure"]> {
  if (!last?.is_one_time) return last?.failure ?? null;
  const before = await db
    .selectFrom("portal.charge_attempt")
    .select("failure")
    .where("invoice_id", "=", invoice.id)
    .where("is_one_time", "=", false)
    .orderBy("attempt_number", "desc")
    .limit(1)
    .executeTakeFirst();
  return before?.failure ?? null;
}

const isUnderWay = (last: LastAttempt | undefined): boolean =>
  last !== undefined && last.state !== "failed";

function stateOf(invoice: InvoiceRow, last: LastAttempt | undefined): Payable["state"] {
  if (invoice.state === "paid") return "paid";
  return isUnderWay(last) ? "pending" : "open";
}

/**
 * What `nameOfShown` names before a press that pays by a link: how much, with which card, and after
 * which try, so that pressing twice is one more try and not two.
 */
const payment = (invoice: InvoiceRow, last4: string | null, last: LastAttempt | undefined) => ({
  id: invoice.id,
  total: invoice.total,
  last4,
  tries: last?.attempt_number ?? 0,
});

/** Whether a link charges once more: it has not yet, or what it tried has failed; all links of a day together. */
async function mayTry(
  db: Queryable,
  { id, used_at: usedAt }: LinkedInvoice,
  last: LastAttempt | undefined,
  now: Date,
): Promise<boolean> {
  if (usedAt !== null && last?.state !== "failed") return false;
  return hasTriesLeft(db, id, now);
}

/** All links of an invoice together, with whichever card. */
async function hasTriesLeft(db: Queryable, id: string, now: Date): Promise<boolean> {
  const { tries } = await db
    .selectFrom("portal.charge_attempt")
    .select(({ fn }) => fn.countAll<string>().as("tries"))
    .where("invoice_id", "=", id)
    .where("returns_to", "=", "pay-link")
    .where("created_at", ">", new Date(now.getTime() - dayMs))
    .executeTakeFirstOrThrow();
  return Number(tries) < triesInADay;
}

async function show(context: PortalContext, token: string): Promise<Payable> {
  const { db, clock } = context;
  const { id } = await invoiceOf(context, token);
  const authenticateAt = await settleWaitingCharges(context, { invoice: id });
  const invoice = await invoiceOf(context, token);
  const card = await findPresentCard(db, invoice.account_id);
  const last4 = card?.last4 ?? null;
  const last = await lastAttemptOf(db, invoice);
  const state = stateOf(invoice, last);
  const mended = mendedBy(invoice, await failureOnFile(db, invoice, last));
  const failed = state === "open" && last?.is_one_time ? last : undefined;
  return {
    number: shownNumber(invoice.number ?? 0),
    period: invoice.period,
    total: invoice.total,
    lateCharge: invoice.late_charge,
    brand: card?.brand ?? null,
    last4,
    // What a used link has tried and is still open has failed, which a mail has said in more words.
    state: state === "open" && invoice.used_at !== null ? "failed" : state,
    mayPay:
      state === "open" &&
      last4 !== null &&
      mended !== "card" &&
      (await mayTry(db, invoice, last, clock.now())),
    mayUseCard:
      isOwed(invoice.state) &&
      !isUnderWay(last) &&
      (await hasTriesLeft(db, invoice.id, clock.now())),
    failedCard: failed?.failure ? { last4: failed.card_last4, failure: failed.failure } : null,
    mendedBy: mended,
    authenticateAt,
    shown: nameOfShown(payment(invoice, last4, last)),
  };
}

async function invoiceOf({ db, clock }: PortalContext, token: string): Promise<LinkedInvoice> {
  const invoice = await db
    .selectFrom("portal.invoice")
    .innerJoin("portal.pay_link as link", "link.invoice_id", "portal.invoice.id")
    .selectAll("portal.invoice")
    .select("link.used_at")
    .where("link.token_digest", "=", hashToken(token))
    .where("link.expires_at", ">", clock.now())
    .executeTakeFirst();
  if (!invoice) throw new AppError("NotFound");
  return invoice;
}

/** @throws AppError NotFound for a link that never was, or is over. */
export async function showPayLink(context: PortalContext, token: string): Promise<Payable> {
  return show(context, token);
}

/**
 * Charges the invoice of a link to the card on file. While that is under way, and once it is paid, a
 * second submit, or another tab, gets the state that the first one left; what failed may be tried again.
 *
 * @param shown what the page called the amount and the card that it showed
 * @throws AppError NotFound, TermsChanged when it would charge something else by now
 */
export async function payByLink(
  context: PortalContext,
  token: string,
  shown: string,
): Promise<Payable> {
  const { db, clock } = context;
  const { id } = await invoiceOf(context, token);
  const now = clock.now();
  const link = hashToken(token);
  const attempt = await transaction(db, async (tx) => {
    const invoice = await lockInvoice(tx, id);
    if (!invoice) return undefined;
    const last = await lastAttemptOf(tx, invoice);
    // The invoice is locked: nobody else counts the link's tries meanwhile.
    const use = await tx
      .selectFrom("portal.pay_link")
      .select("used_at")
      .where("token_digest", "=", link)
      .executeTakeFirstOrThrow();
    if (!(await mayTry(tx, { ...invoice, ...use }, last, now))) return undefined;
    const card = await findPresentCard(tx, invoice.account_id);
    requireShown(payment(invoice, card?.last4 ?? null, last), shown);
    const made = await insertNextAttempt(tx, invoice, now, { link });
    // Without a card, or while another attempt is under way: a link that tried nothing is not used.
    if (!made) return undefined;
    await tx
      .updateTable("portal.pay_link")
      .set({ used_at: now })
      .where("token_digest", "=", link)
      .where("used_at", "is", null)
      .execute();
    await tx
      .updateTable("portal.invoice")
      .set({ next_try_at: null, needs_holder: false })
      .where("id", "=", id)
      .execute();
    return made;
  });
  if (attempt) await chargeCreated(context, id);
  return show(context, token);
}

async function isAttempted(db: Queryable, id: string): Promise<boolean> {
  const attempt = await db
    .selectFrom("portal.charge_attempt")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return attempt !== undefined;
}

async function cardOfToken(
  { gateway }: PortalContext,
  token: string,
): Promise<Pick<GatewayCard, "last4">> {
  let card: Pick<GatewayCard, "last4"> | undefined;
  try {
    card = await gateway.findTokenCard(token);
  } catch (error) {
    if (!(error instanceof PaymentGatewayError)) throw error;
    const type = error.reason === "network" ? "PaymentNetworkError" : "PaymentGatewayError";
    throw new AppError(type, { cause: error });
  }
  if (card === undefined) throw new AppError("CardTokenInvalid");
  return card;
}

/**
 * Charges the invoice of a link to a card that its holder has entered for it. The card is not kept,
 * and nothing else of the account changes: neither the card on file, nor when that is tried again.
 * The same submit again, a second press, or a press after it was paid, gets the state there is.
 *
 * @param shown as for the card on file
 * @throws AppError NotFound, TermsChanged, CardTokenInvalid; PaymentGatewayError and
 *   PaymentNetworkError when the company can't be asked for the card, before anything is charged
 */
export async function payByOtherCard(
  context: PortalContext,
  token: string,
  shown: string,
  { attempt: attemptId, cardToken }: { readonly attempt: string; readonly cardToken: string },
): Promise<Payable> {
  const { db, clock, gateway } = context;
  const { id } = await invoiceOf(context, token);
  const now = clock.now();
  if (await isAttempted(db, attemptId)) return show(context, token);
  const { last4 } = await cardOfToken(context, cardToken);
  const attempt = await transaction(db, async (tx) => {
    const invoice = await lockInvoice(tx, id);
    if (!invoice || !isOwed(invoice.state) || (await isAttempted(tx, attemptId))) return undefined;
    const last = await lastAttemptOf(tx, invoice);
    if (isUnderWay(last) || !(await hasTriesLeft(tx, id, now))) return undefined;
    const present = await findPresentCard(tx, invoice.account_id);
    requireShown(payment(invoice, present?.last4 ?? null, last), shown);
    const sealed = sealOneTimeCard(context, attemptId, cardToken);
    const card = {
      id: attemptId,
      gateway: gateway.name,
      last4,
      token: sealed,
      link: hashToken(token),
    };
    return insertOneTimeAttempt(tx, invoice, card, now);
  });
  if (attempt) await chargeCreated(context, id);
  return show(context, token);
}
