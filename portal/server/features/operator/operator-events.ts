import { transaction } from "@sekimori/kit-server/database";
import { defineJob, type Job } from "@sekimori/kit-server/jobs";
import { z } from "zod";
import type { PortalContext } from "../../context.ts";
import { shownNumber } from "../billing/invoice-snapshot.ts";

/** Whose webhooks they are, in the kit's tables. */
export const webhookOwner = "operator";

/** What an operator's own systems can be told, and what each event says (docs/operate/webhooks.md). */
export const operatorEvents = {
  "account.created": "somebody has agreed to the terms and is a member",
  "account.closed": "an account is closed; its data goes by the calendar of leaving",
  "plan.changed": "a contract began, ended, was cancelled or taken back, suspended or restored",
  "invoice.paid": "an invoice is paid",
  "invoice.uncollectible": "an invoice is given up; it can still be paid",
  "invoice.void": "an unpaid invoice is owed no more; it was taken back",
  "payment.failed": "a charge was refused; the course of an unpaid invoice goes on",
  "refund.succeeded": "money was given back",
} as const;

export type OperatorEventName = keyof typeof operatorEvents;

export const operatorEventNames = Object.keys(operatorEvents) as [OperatorEventName];

/** Written by the triggers on accounts, contracts and the books, in the commit that changes them. */
const operatorEvent = defineJob(
  "portal.operator-event",
  z.object({
    id: z.uuid(),
    type: z.enum(operatorEventNames),
    /** An invoice stands in it by its bare number. */
    data: z.record(z.string(), z.unknown()).and(z.object({ invoice: z.int().optional() })),
  }),
);

/** Hands an event to every receiver that wants it; once, also when the job runs twice. */
export function operatorEventJob({
  db,
  clock,
  webhooks,
}: Pick<PortalContext, "db" | "clock" | "webhooks">): Job {
  return operatorEvent.handledBy(async ({ id, type, data: { invoice, ...rest } }) => {
    const data = invoice === undefined ? rest : { ...rest, invoice: shownNumber(invoice) };
    await transaction(db, async (tx) => {
      const isNew = await tx
        .insertInto("portal.operator_event")
        .values({ id, at: clock.now() })
        .onConflict((conflict) => conflict.doNothing())
        .returning("id")
        .executeTakeFirst();
      if (isNew === undefined) return;
      // Receivers are machines: the words are for chats, which get none of these.
      await webhooks.publish(tx, webhookOwner, { type, data, words: { title: type, lines: [] } });
    });
  });
}
