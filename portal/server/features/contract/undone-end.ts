import type { PortalContext, PortalTransaction } from "../../context.ts";
import type { UndoneEnd } from "../../mails/contract-mails.ts";
import type { ContractRow } from "./contract-repository.ts";
import { showContract } from "./contract-view.ts";

/**
 * What the mail about an end that was taken back says: which one, and what My Page shows of the
 * contract from now on.
 *
 * @param former the contract with the end that was asked for
 * @param contract the same without it
 */
export async function undoneEnd(
  context: Pick<PortalContext, "clock" | "settings">,
  tx: PortalTransaction,
  former: ContractRow,
  contract: ContractRow,
): Promise<UndoneEnd> {
  const view = await showContract(context, tx, contract);
  const { plan, state, endsOn, nextCharges, announcedPrice } = view;
  return {
    undone: former.end_reason === "withdrawn" ? "withdrawal" : "cancellation",
    plan,
    isSuspended: state === "suspended",
    next: nextCharges[0] ?? null,
    toAgreeBefore: announcedPrice?.accepted === true ? null : (announcedPrice?.effectiveOn ?? null),
    endsOn,
  };
}
