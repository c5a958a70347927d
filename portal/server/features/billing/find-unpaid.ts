import type { PortalContext, PortalTransaction } from "../../context.ts";
import type { Unpaid } from "../../mails/plan-suspended-mail.ts";
import { hasPayLink, type Mending } from "../../mails/unpaid-words.ts";
import { findPresentCard } from "../payment/card-attempt-repository.ts";
import { calendarDay } from "../plan/plan-dates.ts";
import { shownNumber } from "./invoice-snapshot.ts";
import { owedStates } from "./money-states.ts";
import { newPayLink } from "./pay-link.ts";

/** What a contract owes when it is suspended, and what mends it, with a link to pay where one does. */
export async function findUnpaid(
  { clock }: Pick<PortalContext, "clock">,
  tx: PortalTransaction,
  contract: { readonly id: string; readonly account_id: string },
): Promise<Unpaid> {
  const now = clock.now();
  const owed = await tx
    .selectFrom("portal.invoice")
    .select(["id", "number", "period", "total", "needs_holder"])
    .where("contract_id", "=", contract.id)
    .where("kind", "=", "invoice")
    .where("state", "in", owedStates)
    .orderBy("period")
    .execute();
  const last = await tx
    .selectFrom("portal.charge_attempt")
    .select(["invoice_id", "failure", "finished_at"])
    .where(
      "invoice_id",
      "in",
      owed.map(({ id }) => id),
    )
    .where("state", "=", "failed")
    // What somebody's other card said is nothing about the one on file.
    .where("is_one_time", "=", false)
    .orderBy("finished_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const hasCard = (await findPresentCard(tx, contract.account_id)) !== undefined;
  const failure = hasCard && last ? (last.failure ?? "declined") : "missing";
  const [only] = owed.length === 1 ? owed : [];
  const mendingOf = async (id: string): Promise<Mending> => ({
    failure,
    token: hasPayLink(failure) ? await newPayLink(tx, id, now) : null,
  });
  // Whoever's card is waited for was not tried in the end.
  const isTried =
    last?.finished_at && owed.some((one) => one.id === last.invoice_id && !one.needs_holder);
  return {
    invoices: owed.map(({ number, period, total }) => ({
      number: shownNumber(number ?? 0),
      period,
      total,
    })),
    mending: only === undefined ? null : await mendingOf(only.id),
    lastTriedOn: last?.finished_at && isTried ? calendarDay(last.finished_at) : null,
  };
}
