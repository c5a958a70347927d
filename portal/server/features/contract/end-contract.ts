import type { PortalContext, PortalTransaction } from "../../context.ts";
import { planEndedMail } from "../../mails/contract-mails.ts";
import type { AccountRow } from "../account/account-repository.ts";
import { mailMember } from "../account/mail-member.ts";
import { contractState, lastDayOf } from "../plan/contract-state.ts";
import type { CalendarDay } from "../plan/plan-dates.ts";
import { findPrices } from "../plan/plan-prices.ts";
import { startOf } from "../plan/plan-terms.ts";
import { type ContractRow, insertContract, updateContract } from "./contract-repository.ts";

/**
 * Closes a contract whose last day is over and begins the free plan, which whoever is leaving
 * leaves on the same day as before. Account and contract are locked by the caller.
 *
 * @returns the contract that counts on `day`: the new one, or the same where nothing has ended
 */
export async function endIfOver(
  context: PortalContext,
  tx: PortalTransaction,
  account: AccountRow,
  contract: ContractRow,
  day: CalendarDay,
): Promise<ContractRow> {
  const last = lastDayOf(contract);
  const isLeaving = contract.end_reason === "withdrawn";
  if (last === null || contractState(contract, day) !== "ended") return contract;
  // Whose membership is over is deleted, and gets nothing new.
  if (isLeaving && contract.ends_on !== null && contract.ends_on < day) return contract;
  await updateContract(tx, contract.id, {
    ended_on: last,
    ends_on: last,
    end_reason: isLeaving ? "trial-ended" : (contract.end_reason ?? "trial-ended"),
  });
  const prices = await findPrices(tx, context.settings);
  const conditions = { prices, trialMonths: 0, trialUsedBy: null, hasFreeDays: true };
  const start = startOf("free", day, conditions);
  const free = await insertContract(tx, account.id, start, context.clock.now());
  const leaving = { ends_on: contract.ends_on, end_reason: contract.end_reason };
  if (isLeaving) await updateContract(tx, free.id, leaving);
  await mailMember(context, tx, account, (sender, locale) =>
    planEndedMail(sender, locale, { plan: contract.plan, endedOn: last }),
  );
  return isLeaving ? { ...free, ...leaving } : free;
}
