import { z } from "zod";
import type { Company } from "./company.ts";
import { expand, type Form, invalid, read, text, whole } from "./form.ts";
import type { Transaction } from "./state.ts";

const range = z
  .strictObject({
    gt: whole(0, 1e11).optional(),
    gte: whole(0, 1e11).optional(),
    lt: whole(0, 1e11).optional(),
    lte: whole(0, 1e11).optional(),
  })
  .default({});

const transactionParams = z.strictObject({
  created: range,
  limit: whole(1, 100).default(10),
  starting_after: text().optional(),
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
  const last = params.starting_after;
  const from = last === undefined ? 0 : all.findIndex(({ id }) => id === last) + 1;
  if (last !== undefined && from === 0) {
    throw invalid(`No such balance transaction: ${last}`, {
      code: "resource_missing",
      param: "starting_after",
    });
  }
  const page = all.slice(from, from + params.limit);
  const isExpanded = params.expand?.includes("data.source") ?? false;
  return {
    object: "list",
    url: "/v1/balance_transactions",
    has_more: from + page.length < all.length,
    data: structuredClone(
      page.map((one) => (isExpanded ? { ...one, source: sourceOf(company, one.source) } : one)),
    ),
  };
}
