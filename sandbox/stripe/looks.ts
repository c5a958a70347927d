import { z } from "zod";
import { type Company, found } from "./company.ts";
import { expand, type Form, invalid, read, text, whole } from "./form.ts";
import type { Refund, Transaction } from "./state.ts";

const range = z
  .strictObject({
    gt: whole(0, 1e11).optional(),
    gte: whole(0, 1e11).optional(),
    lt: whole(0, 1e11).optional(),
    lte: whole(0, 1e11).optional(),
  })
  .default({});

const paging = {
  limit: whole(1, 100).default(10),
  starting_after: text().optional(),
};

const transactionParams = z.strictObject({
  ...paging,
  created: range,
  ending_before: text().optional(),
  type: text().optional(),
  currency: text().optional(),
  source: text().optional(),
  payout: text().optional(),
  expand: expand("data.source"),
});

function sourceOf({ memory }: Company, id: string | null): unknown {
  for (const things of [memory.charges, memory.refunds, memory.disputes, memory.payouts]) {
    const thing = things.get(id ?? "");
    if (thing) return thing;
  }
  return id;
}

/** @throws Refusal 404 `resource_missing` for a page that would begin after something unknown */
function pageOf<T extends { readonly id: string }>(
  all: readonly T[],
  params: { readonly limit: number; readonly starting_after?: string | undefined },
  name: string,
) {
  const last = params.starting_after;
  const from = last === undefined ? 0 : all.findIndex(({ id }) => id === last) + 1;
  if (last !== undefined && from === 0) {
    throw invalid(`No such ${name}: '${last}'`, {
      code: "resource_missing",
      param: "starting_after",
    });
  }
  const data = all.slice(from, from + params.limit);
  return { data, has_more: from + data.length < all.length };
}

/** A page of entries, the newest first. */
export function listTransactions(company: Company, form: Form) {
  const params = read(transactionParams, form);
  const {
    gt = -1,
    gte = 0,
    lt = Number.POSITIVE_INFINITY,
    lte = Number.POSITIVE_INFINITY,
  } = params.created;
  const isWanted = ({ created, type, source }: Transaction) =>
    created > gt &&
    created >= gte &&
    created < lt &&
    created <= lte &&
    (params.type === undefined || params.type === type) &&
    (params.source === undefined || params.source === source);
  const all = company.memory.transactions.filter(isWanted).reverse();
  const { data, has_more } = pageOf(all, params, "balance transaction");
  const isExpanded = params.expand?.includes("data.source") ?? false;
  return {
    object: "list",
    url: "/v1/balance_transactions",
    has_more,
    data: structuredClone(
      data.map((one) => (isExpanded ? { ...one, source: sourceOf(company, one.source) } : one)),
    ),
  };
}

const refundListParams = z.strictObject({
  ...paging,
  payment_intent: text().optional(),
  charge: text().optional(),
});

/** A page of refunds, the newest first, of one payment or of all. */
export function listRefunds({ memory }: Company, form: Form) {
  const params = read(refundListParams, form);
  const { payment_intent: payment, charge } = params;
  if (payment !== undefined) found(memory.payments, payment, "payment_intent", "payment_intent");
  if (charge !== undefined) found(memory.charges, charge, "charge", "charge");
  const isWanted = (refund: Refund) =>
    (payment === undefined || refund.payment_intent === payment) &&
    (charge === undefined || refund.charge === charge);
  const all = [...memory.refunds.values()].filter(isWanted).reverse();
  const { data, has_more } = pageOf(all, params, "refund");
  return { object: "list", url: "/v1/refunds", has_more, data: structuredClone(data) };
}
