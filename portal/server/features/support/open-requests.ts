import type { PortalContext } from "../../context.ts";
import { openRefundStates } from "../billing/money-states.ts";
import { answerBy } from "../operator/inquiries.ts";
import type { CalendarDay } from "../plan/plan-dates.ts";

/** Something that is not done yet: what, since when, and until when where that is known. */
export interface OpenRequest {
  readonly kind: "inquiry" | "email-change" | "copy-of-data" | "refund" | "dispute";
  readonly since: Date | CalendarDay;
  readonly until: Date | CalendarDay | null;
  /** Yen; null where it is not about money. */
  readonly amount: number | null;
}

async function openRefunds({ db }: PortalContext, accountId: string): Promise<OpenRequest[]> {
  const rows = await db
    .selectFrom("portal.refund as refund")
    .innerJoin("portal.invoice as invoice", "invoice.id", "refund.invoice_id")
    .select(["refund.amount", "refund.created_at"])
    .where("invoice.account_id", "=", accountId)
    .where("refund.state", "in", openRefundStates)
    .orderBy("refund.created_at")
    .execute();
  return rows.map(({ amount, created_at: since }) => ({
    kind: "refund",
    since,
    until: null,
    amount,
  }));
}

async function openDisputes({ db }: PortalContext, accountId: string): Promise<OpenRequest[]> {
  const rows = await db
    .selectFrom("portal.dispute as dispute")
    .innerJoin("portal.charge_attempt as attempt", "attempt.id", "dispute.attempt_id")
    .select(["dispute.amount", "dispute.changed_at"])
    .where("attempt.account_id", "=", accountId)
    .where("dispute.state", "=", "open")
    .orderBy("dispute.changed_at")
    .execute();
  return rows.map(({ amount, changed_at: since }) => ({
    kind: "dispute",
    since,
    until: null,
    amount,
  }));
}

/** What waits for a member, or for us, or for the payment company. */
export async function openRequests(
  context: PortalContext,
  accountId: string,
): Promise<readonly OpenRequest[]> {
  const { db, clock } = context;
  const now = clock.now();
  const inquiries = await db
    .selectFrom("portal.inquiry")
    .select("asked_on")
    .where("account_id", "=", accountId)
    .where("answered_on", "is", null)
    .execute();
  const changes = await db
    .selectFrom("portal.email_change")
    .select(["created_at", "expires_at"])
    .where("account_id", "=", accountId)
    .where("expires_at", ">", now)
    .execute();
  const copies = await db
    .selectFrom("portal.data_export")
    .select(["requested_at", "expires_at"])
    .where("account_id", "=", accountId)
    .where("expires_at", ">", now)
    .execute();
  const free = { amount: null };
  return [
    ...inquiries.map(({ asked_on: since }) => ({
      ...free,
      kind: "inquiry" as const,
      since,
      until: answerBy(since),
    })),
    ...changes.map(({ created_at: since, expires_at: until }) => ({
      ...free,
      kind: "email-change" as const,
      since,
      until,
    })),
    ...copies.map(({ requested_at: since, expires_at: until }) => ({
      ...free,
      kind: "copy-of-data" as const,
      since,
      until,
    })),
    ...(await openRefunds(context, accountId)),
    ...(await openDisputes(context, accountId)),
  ];
}
