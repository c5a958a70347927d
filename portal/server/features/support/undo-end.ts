import { transaction } from "@sekimori/kit-server/database";
import type { PortalContext } from "../../context.ts";
import { cancellationUndoneMail } from "../../mails/contract-mails.ts";
import { lockAccount } from "../account/account-repository.ts";
import { mailMember } from "../account/mail-member.ts";
import { lockContract } from "../contract/contract-repository.ts";
import { takeEndBack } from "../contract/undone-end.ts";
import { type ActingOperator, OperatorRefused, recordActOn } from "../operator/operator-audit.ts";
import { requireReason } from "../operator/reason.ts";
import { mayUndo } from "../plan/contract-state.ts";
import { calendarDay } from "../plan/plan-dates.ts";

/**
 * Takes a cancellation or the closing of an account back for a member who asks for it, until its last day:
 * what My Page does by a press. The member is mailed the same.
 *
 * @param reason why, for the audit log
 * @returns what was taken back
 * @throws OperatorRefused: no account, nothing to take back in time, or no reason
 * @throws DryRun
 */
export async function undoEnd(
  context: PortalContext,
  acting: ActingOperator,
  accountId: string,
  reason: string,
): Promise<"cancellation" | "withdrawal"> {
  const why = requireReason(reason);
  return transaction(context.db, async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account) throw new OperatorRefused("No open account has this id.");
    const contract = await lockContract(tx, accountId);
    if (!contract || !mayUndo(contract, calendarDay(context.clock.now()))) {
      throw new OperatorRefused("There is nothing to take back, or its last day is over.");
    }
    const undone = await takeEndBack(context, tx, contract);
    await mailMember(context, tx, account, (sender, locale) =>
      cancellationUndoneMail(sender, locale, undone),
    );
    const action = "contract.cancellation-undone";
    await recordActOn(tx, context, acting, { accountId, action, detail: { reason: why } });
    return undone.undone;
  });
}
