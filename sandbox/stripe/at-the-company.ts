import { book, type Company, feeOf, found, record, secondsOf } from "./company.ts";
import { createRefund } from "./payments.ts";
import { type Dispute, newId, type Refund } from "./state.ts";

// What happens at the company without the merchant's asking: by banks, issuers and its own staff.

/** Of a dispute, in yen; it comes back when the dispute is won. */
const disputeFee = 1_500;

export function openDispute(company: Company, paymentId: string): Dispute {
  const payment = found(company.memory.payments, paymentId, "payment_intent");
  const { amount } = payment;
  const id = newId("du");
  const movement = book(company, {
    type: "adjustment",
    amount: -amount,
    fee: disputeFee,
    source: id,
  });
  const dispute: Dispute = {
    id,
    object: "dispute",
    amount,
    currency: "jpy",
    created: secondsOf(company.now()),
    charge: payment.latest_charge,
    payment_intent: payment.id,
    reason: "fraudulent",
    status: "needs_response",
    balance_transactions: [movement],
    metadata: {},
  };
  company.memory.disputes.set(id, dispute);
  record(company, "charge.dispute.created", dispute);
  record(company, "charge.dispute.funds_withdrawn", dispute);
  return dispute;
}

/** The bank takes the money once more, after it was given back. */
export function withdrawAgain(company: Company, id: string): void {
  const dispute = found(company.memory.disputes, id, "dispute");
  dispute.status = "under_review";
  dispute.balance_transactions.push(
    book(company, { type: "adjustment", amount: -dispute.amount, fee: disputeFee, source: id }),
  );
  record(company, "charge.dispute.funds_withdrawn", dispute);
}

export function closeDispute(company: Company, id: string, outcome: "won" | "lost"): void {
  const dispute = found(company.memory.disputes, id, "dispute");
  dispute.status = outcome;
  if (outcome === "won") {
    const { amount } = dispute;
    dispute.balance_transactions.push(
      book(company, { type: "adjustment", amount, fee: -disputeFee, source: id }),
    );
    record(company, "charge.dispute.funds_reinstated", dispute);
  }
  record(company, "charge.dispute.closed", dispute);
}

/** Somebody gives money back on the company's own pages. */
export function refundByHand(company: Company, payment: string, amount: number): Refund {
  return createRefund(company, { payment_intent: payment, amount: String(amount) });
}

/** The holder's bank sends a refund back after it had left. */
export function failRefund(company: Company, id: string): void {
  const refund = found(company.memory.refunds, id, "refund");
  refund.status = "failed";
  refund.failure_reason = "expired_or_canceled_card";
  book(company, { type: "refund_failure", amount: refund.amount, source: id });
  record(company, "refund.failed", refund);
}

/** The issuer gives a card a new number or date, and the card network tells the company. */
export function renewCard(
  company: Company,
  id: string,
  card: { readonly last4?: string; readonly exp_month?: number; readonly exp_year?: number },
): void {
  const method = found(company.memory.methods, id, "PaymentMethod");
  const { last4, exp_month, exp_year } = method.card;
  Object.assign(method.card, card);
  record(company, "payment_method.automatically_updated", method, {
    card: { last4, exp_month, exp_year },
  });
}

/** Sends everything that is owed to the merchant's bank. */
export function payOut(company: Company): string {
  const owed = company.memory.transactions.reduce((sum, one) => sum + Number(one.net), 0);
  const payout = { id: newId("po"), object: "payout", amount: owed };
  company.memory.payouts.set(payout.id, payout);
  book(company, { type: "payout", amount: -owed, source: payout.id });
  return payout.id;
}

/** The merchant's bank sends a payout back. */
export function returnPayout(company: Company, id: string): void {
  const payout = found(company.memory.payouts, id, "payout");
  book(company, { type: "payout_failure", amount: Number(payout.amount), source: id });
}

/** An entry that no merchant can know, such as a reserve. */
export function bookSomething(company: Company, amount: number): string {
  return book(company, { type: "reserve_hold", amount, source: null }).id;
}

/** A payment made on the company's own pages, past the merchant's program. */
export function chargeByHand(company: Company, amount: number): string {
  const id = newId("pi");
  const charge = {
    id: newId("ch"),
    object: "charge",
    amount,
    payment_intent: id,
    status: "succeeded",
  };
  company.memory.charges.set(charge.id, charge);
  book(company, { type: "charge", amount, fee: feeOf(amount), source: charge.id });
  return id;
}
