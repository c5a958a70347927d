import type Stripe from "stripe";
import type { Dispute, GatewayMovement } from "../../ports/payment-gateway.ts";
import { type Ask, idOf } from "./calls.ts";

const closedDisputes: Readonly<Record<string, Dispute["state"]>> = {
  won: "won",
  // The bank asked and was content, or the charge had been given back before: nothing is lost.
  warning_closed: "won",
  prevented: "won",
  lost: "lost",
};

function toDispute(dispute: Stripe.Dispute): Dispute {
  const { id, amount, status, balance_transactions: movements } = dispute;
  return {
    id,
    charge: idOf(dispute.payment_intent) ?? idOf(dispute.charge) ?? "",
    amount,
    state: closedDisputes[status] ?? "open",
    movements: movements.map((movement) => ({
      id: movement.id,
      amount: movement.amount,
      at: new Date(movement.created * 1_000),
    })),
  };
}

/** By the company's own categories; disputes both ways are `adjustment`s told apart by sign. */
function kindOf({ type, amount }: Stripe.BalanceTransaction, source: Source): Kind {
  switch (type) {
    case "charge":
    case "payment":
      return "charge";
    case "refund":
    case "payment_refund":
    // A refund that the issuer sent back: it moves the other way under the same name.
    case "refund_failure":
    case "payment_failure_refund":
      return "refund";
    case "adjustment":
      if (!isDispute(source)) return "other";
      return amount < 0 ? "dispute" : "dispute_won";
    case "payout":
    case "payout_cancel":
    case "payout_failure":
      return "payout";
    case "stripe_fee":
    case "stripe_fx_fee":
    case "tax_fee":
      return "fee";
    default:
      return "other";
  }
}

type Kind = GatewayMovement["kind"];
type Source = Stripe.BalanceTransaction["source"];

const isDispute = (source: Source) =>
  typeof source === "object" && source !== null && source.object === "dispute";

/** Charges go by the payment that made them, as everywhere with us. */
function sourceOf({ id, type, source }: Stripe.BalanceTransaction): string {
  if (source === null || type === "stripe_fee") return id;
  if (typeof source === "string") return source;
  if (source.object === "charge") return idOf(source.payment_intent) ?? source.id;
  // A payout that came back stands beside the one that left, not in its place.
  return type === "payout_cancel" || type === "payout_failure" ? `${source.id}:back` : source.id;
}

function* toMovements(transaction: Stripe.BalanceTransaction): Generator<GatewayMovement> {
  const { id, amount, fee, created, source } = transaction;
  const at = new Date(created * 1_000);
  const kind = kindOf(transaction, source);
  const name = sourceOf(transaction);
  yield { id, kind, amount, source: name, at };
  // One fee for each charge; what a dispute or a refund costs comes and goes by its own entry.
  if (fee === 0) return;
  yield { id: `${id}:fee`, kind: "fee", amount: -fee, source: kind === "charge" ? name : id, at };
}

export function movements(stripe: Stripe, ask: Ask) {
  return {
    findDispute: async (id: string): Promise<Dispute> =>
      toDispute(await ask(() => stripe.disputes.retrieve(id))),

    async *listMovements(from: Date, to: Date): AsyncGenerator<GatewayMovement> {
      // The company gives the newest first; only what is needed of each is kept until it is turned.
      const found: GatewayMovement[] = [];
      let after: string | undefined;
      for (;;) {
        const page = await ask(() =>
          stripe.balanceTransactions.list({
            created: { gte: seconds(from), lt: seconds(to) },
            limit: 100,
            expand: ["data.source"],
            ...(after === undefined ? {} : { starting_after: after }),
          }),
        );
        for (const transaction of page.data) found.push(...[...toMovements(transaction)].reverse());
        after = page.data.at(-1)?.id;
        if (!page.has_more || after === undefined) break;
      }
      yield* found.reverse();
    },
  };
}

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1_000);
