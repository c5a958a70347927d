import type { PortalContext, PortalTransaction } from "../../context.ts";
import type { UndoneEnd } from "../../mails/contract-mails.ts";
import { type ContractRow, updateContract } from "./contract-repository.ts";
import { showContract } from "./contract-view.ts";

/**
 * Takes back the end that was asked for.
 *
 * @param former the contract with that end, locked
 * @returns what the mail about it says: which end, and what My Page shows of the contract from now on.
 */
export async function takeEndBack(
  context: Pick<PortalContext, "clock" | "settings">,
  tx: PortalTransaction,
  former: ContractRow,
): Promise<UndoneEnd> {
  const lasting = { ends_on: null, end_reason: null };
  await updateContract(tx, former.id, lasting);
  const view = await showContract(context, tx, { ...former, ...lasting });
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
