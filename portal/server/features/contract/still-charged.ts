import type { ContractView } from "@sekimori/portal-contract/endpoints/contract";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import type { OwedInvoice } from "../../mails/contract-mails.ts";
import { findOwed } from "../billing/find-owed.ts";
import type { ContractRow } from "./contract-repository.ts";
import { showContract } from "./contract-view.ts";

/**
 * What an end leaves to pay: invoices that exist, and months that a run has yet to bill. Those are
 * there before the run of the 1st, after one that failed, while a contract is parked, and between an
 * upgrade without a trial and its first charge.
 *
 * @param contract with the end that was asked for
 */
export async function stillCharged(
  context: Pick<PortalContext, "clock" | "settings">,
  tx: PortalTransaction,
  contract: ContractRow,
): Promise<{
  readonly owed: readonly OwedInvoice[];
  readonly coming: ContractView["nextCharges"];
}> {
  const { nextCharges: coming } = await showContract(context, tx, contract);
  return { owed: await findOwed(tx, contract.account_id), coming };
}
