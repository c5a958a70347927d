import { sql } from "kysely";
import type { Queryable } from "../../context.ts";
import { shownNumber } from "./invoice-snapshot.ts";
import { unansweredStates } from "./money-states.ts";

/** A charge or a refund whose answer is missing, or a charge that its holder's bank disputes. */
export interface OpenMoney {
  readonly id: string;
  readonly account: string;
  readonly invoice: string;
  /** Yen. */
  readonly amount: number;
  readonly since: Date;
}

const minuteMs = 60_000;

/** The payment company answers in seconds: what takes so long has to be asked about. */
const lateMs = 15 * minuteMs;

const shown = ({
  number,
  since,
  ...row
}: Omit<OpenMoney, "invoice" | "since"> & {
  number: string | number | null;
  since: Date | null;
}) => ({
  ...row,
  invoice: shownNumber(number ?? 0),
  since: since ?? new Date(0),
});

/** Charges without an answer, but those for which their contract is parked; the longest first. */
export async function chargesWithoutAnswer(
  db: Queryable,
  now: Date,
  most: number,
): Promise<OpenMoney[]> {
  const rows = await db
    .selectFrom("portal.charge_attempt as attempt")
    .innerJoin("portal.invoice as invoice", "invoice.id", "attempt.invoice_id")
    .leftJoin("portal.parked_contract as parked", (join) =>
      join
        .onRef("parked.contract_id", "=", "invoice.contract_id")
        .on("parked.reason", "=", "unknown-charge"),
    )
    .select(["attempt.id", "attempt.account_id as account", "attempt.amount", "invoice.number"])
    .select("attempt.sent_at as since")
    .where("attempt.state", "in", unansweredStates)
    .where("attempt.sent_at", "<=", new Date(now.getTime() - lateMs))
    .where("parked.contract_id", "is", null)
    .orderBy("attempt.sent_at")
    .limit(most)
    .execute();
  return rows.map(shown);
}

/** Refunds without an answer, but those for which their contract is parked; the longest first. */
export async function refundsWithoutAnswer(
  db: Queryable,
  now: Date,
  most: number,
): Promise<OpenMoney[]> {
  const rows = await db
    .selectFrom("portal.refund as refund")
    .innerJoin("portal.invoice as invoice", "invoice.id", "refund.invoice_id")
    .leftJoin("portal.parked_contract as parked", (join) =>
      join
        .onRef("parked.contract_id", "=", "invoice.contract_id")
        .on("parked.reason", "=", "unknown-refund"),
    )
    .select(["refund.id", "invoice.account_id as account", "refund.amount", "invoice.number"])
    .select(sql<Date>`coalesce(refund.sent_at, refund.created_at)`.as("since"))
    // One that the company has taken waits for the bank, which takes days.
    .where("refund.state", "=", "created")
    .where("refund.created_at", "<=", new Date(now.getTime() - lateMs))
    .where("parked.contract_id", "is", null)
    .orderBy("refund.created_at")
    .limit(most)
    .execute();
  return rows.map(shown);
}

/** Disputes that are open, the longest first. */
export async function openDisputes(db: Queryable, most: number): Promise<OpenMoney[]> {
  const rows = await db
    .selectFrom("portal.dispute as dispute")
    .innerJoin("portal.charge_attempt as attempt", "attempt.id", "dispute.attempt_id")
    .innerJoin("portal.invoice as invoice", "invoice.id", "attempt.invoice_id")
    .select(["dispute.id", "attempt.account_id as account", "dispute.amount", "invoice.number"])
    .select("dispute.changed_at as since")
    .where("dispute.state", "=", "open")
    .orderBy("dispute.changed_at")
    .limit(most)
    .execute();
  return rows.map(shown);
}
